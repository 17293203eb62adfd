package io.headroom.buffers.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Allocates a known number of humongous arrays, collects a known number of times, and says that it has copied some bytes. */
@BenchmarkMode(Mode.SingleShotTime)
@Warmup(iterations = 1)
@Measurement(iterations = 2)
@Fork(
        value = 1,
        jvmArgs = {"-XX:+UseG1GC", "-XX:G1HeapRegionSize=1m", "-Xms128m", "-Xmx128m"})
public class KnownGarbage {
    static final int ITERATIONS = 2;
    static final int OPERATIONS = 2;
    static final int ARRAYS = 18;
    static final int COLLECTIONS = 3;
    static final long READ = 1_000;
    static final long COPIED = 250;

    /** With regions of 1 MiB the largest ordinary array has 524,272 bytes. */
    private static final int HUMONGOUS_BYTES = 524_273;

    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public void allocate(Blackhole sink) {
        for (int i = 0; i < ARRAYS; i++) {
            sink.consume(new byte[HUMONGOUS_BYTES]);
            sink.consume(new byte[HUMONGOUS_BYTES - 1]);
        }
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        CopiedBytes.add(READ, COPIED);
    }
}
