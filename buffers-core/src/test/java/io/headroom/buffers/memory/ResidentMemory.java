package io.headroom.buffers.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prints the megabytes that this process has resident: before, with a pool all leased, and after it was released and trimmed. */
final class ResidentMemory {
    static final int MEGABYTES = 128;

    private ResidentMemory() {}

    public static void main(String[] args) throws IOException {
        long limit = (long) MEGABYTES << 20;
        try (SlabPool pool = SlabPool.direct().limitBytes(limit).build()) {
            pool.tryLease(1).release(); // what is loaded along the way is not to be counted
            long before = megabytes();
            List<Slab> all = new ArrayList<>();
            for (Slab slab = pool.tryLease(pool.slabBytes()); slab != null; slab = pool.tryLease(pool.slabBytes())) {
                all.add(slab);
                for (int at = 0; at < slab.capacity(); at += 1024) {
                    slab.buffer().put(at, (byte) 1);
                }
            }
            long full = megabytes();
            all.forEach(Slab::release);
            if (pool.trim() != limit) {
                throw new IllegalStateException(pool.toString());
            }
            System.out.println(before + " " + full + " " + megabytes());
        }
    }

    private static long megabytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
            }
        }
        throw new IllegalStateException("no VmRSS");
    }
}
