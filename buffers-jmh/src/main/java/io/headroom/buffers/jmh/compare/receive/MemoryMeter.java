package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.result.Memory;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Measures the memory of this process. */
final class MemoryMeter {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int FULL_COLLECTIONS = 2;

    private final Receiver receiver;
    private final BufferPoolMXBean directPool;

    MemoryMeter(Receiver receiver) {
        this.receiver = receiver;
        directPool = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
    }

    /** Returns what is held now, after full collections. */
    Memory measure() throws IOException, InterruptedException {
        return measure(receiver.call(receiver::heldBytes));
    }

    /** Returns what there is now, after full collections, and so much held by buffers. */
    Memory measure(long heldBytes) throws IOException {
        for (int i = 0; i < FULL_COLLECTIONS; i++) {
            System.gc();
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return new Memory(heldBytes, heap, directBytes(), residentBytes());
    }

    /** Returns direct memory: a strategy's allocator may or may not take its own through the JVM's pool, so the larger figure counts. */
    long directBytes() {
        return Math.max(directPool.getMemoryUsed(), receiver.directBytes());
    }

    private static @Nullable Long residentBytes() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return null;
        }
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith("VmRSS:")) {
                return 1_024 * Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return null;
    }
}
