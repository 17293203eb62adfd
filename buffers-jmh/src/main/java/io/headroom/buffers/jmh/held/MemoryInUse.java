package io.headroom.buffers.jmh.held;

import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** What this JVM holds, and how much of it came since this was made. */
final class MemoryInUse {
    private static final int FULL_COLLECTIONS = 3;

    private final BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();
    private final long directBefore;
    private final long nettyBefore;

    MemoryInUse() {
        // Both make the JVM read files, for which it keeps a direct buffer: before the count.
        nettyBefore = PlatformDependent.usedDirectMemory();
        heapBytes();
        directBefore = direct.getMemoryUsed();
    }

    /**
     * Returns what is live on the heap: the least that full collections leave, since after any of them a thread of the JVM's own may have taken
     * a region, which counts whole.
     */
    long heapBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < FULL_COLLECTIONS; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /**
     * Returns direct memory that was committed since this was made. Netty may or may not take its own through the JVM's pool, so the larger
     * figure counts.
     */
    long directBytes() {
        return Math.max(direct.getMemoryUsed() - directBefore, PlatformDependent.usedDirectMemory() - nettyBefore);
    }
}
