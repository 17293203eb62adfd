package io.headroom.buffers;

import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of its own that takes and gives back direct memory, and prints after each step how much of it the pool, native memory tracking and
 * the bean of the JDK's direct buffers see.
 */
final class PoolFiguresProgram {
    static final int STEPS = 6;

    private static final int CHUNK = 4 << 20;

    private PoolFiguresProgram() {}

    public static void main(String[] args) {
        beanBytes();
        DirectCacheProgram.otherBytes();
        long tracked = DirectCacheProgram.otherBytes();
        long seen = beanBytes();
        try (SlabPool pool = SlabPool.direct().limitBytes(4 * CHUNK).build()) {
            List<Slab> leased = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                if (step < 4) {
                    while (pool.leasedBytes() < (step + 1L) * CHUNK) {
                        leased.add(pool.tryLease(pool.slabBytes()));
                    }
                } else {
                    List<Slab> rest = leased.subList(step == 4 ? CHUNK / pool.slabBytes() : 0, leased.size());
                    rest.forEach(Slab::release);
                    rest.clear();
                    pool.trim();
                }
                System.out.println(pool.committedBytes() + " " + (DirectCacheProgram.otherBytes() - tracked) + " "
                        + (beanBytes() - seen));
            }
        }
    }

    private static long beanBytes() {
        for (BufferPoolMXBean bean : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (bean.getName().equals("direct")) {
                return bean.getMemoryUsed();
            }
        }
        throw new IllegalStateException("no bean");
    }
}
