package io.headroom.buffers.jmh;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the benchmarks of this JVM have read and copied, for {@link HumongousProfiler}. It is static because JMH makes profilers and
 * benchmarks apart from each other, and brings them together nowhere but in one JVM.
 */
final class CopiedBytes {
    private static final LongAdder READ = new LongAdder();
    private static final LongAdder COPIED = new LongAdder();

    private CopiedBytes() {}

    static void add(long read, long copied) {
        READ.add(read);
        COPIED.add(copied);
    }

    static long read() {
        return READ.sum();
    }

    static long copied() {
        return COPIED.sum();
    }
}
