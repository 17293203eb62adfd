package io.headroom.buffers.jmh;

import io.headroom.buffers.jmh.strategy.FrameReader;
import io.headroom.buffers.jmh.strategy.Node;
import io.headroom.buffers.jmh.strategy.Strategy;
import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Ways to find frames in a stream, side by side: the same bytes in the same reads, and at each frame the same is done, its length, first and
 * last payload byte added to a sum. The sum is compared with that of the stream after each pass, so a strategy that loses a frame has no score.
 *
 * <p><b>Measured</b>: the time of one connection on one thread between the socket and the handler. An operation is 64 KiB of the stream, however
 * many reads and frames that are: so {@code gc.alloc.rate.norm} is what is allocated for 64 KiB, and JMH's own few kB in each iteration stay
 * below 1. Further figures are frames, reads, MiB, bytes copied and CPU time in a second, and with {@link HumongousProfiler} humongous
 * allocations and pauses. What counts is the ratio to {@link Strategy#floor} with the same frames and reads, in the same run; {@link Ratios}
 * prints it. Strategies that read Bitcoin frames read the same payloads, with 24 bytes before each instead of four and a checksum to check; so
 * an operation is the same frames, and they have a floor of their own, which checks the checksums too.
 *
 * <p><b>Not measured</b>: sockets and system calls, which {@link Strategy#EXACT} makes many of; a selector; what other connections do to the
 * caches; memory held, which is where one buffer for each connection loses. {@code compare} measures those in whole receivers, and
 * {@code held} the memory of each strategy.
 *
 * <p><b>How to run it</b>, after {@code mvn -q -ntp -DskipTests package}. {@link Bench} runs it with the others and records what comes of it. By
 * itself, in about an hour:
 *
 * <pre>{@code java -jar buffers-jmh/target/benchmarks.jar -prof gc -rf json -rff run.json
 * java -cp buffers-jmh/target/benchmarks.jar io.headroom.buffers.jmh.Ratios run.json}</pre>
 *
 * <p>A first look at all strategies, under five minutes; and a few of them held against each other with more certainty:
 *
 * <pre>{@code java -jar buffers-jmh/target/benchmarks.jar -p readBytes=65536 -wi 1 -i 1 -w 500ms -r 500ms -rf json -rff run.json
 * java -jar buffers-jmh/target/benchmarks.jar -p frames=B256 -p strategy=FLOOR,HEADROOM_DIRECT -f 5 -prof gc}</pre>
 *
 * <p>On a machine that does nothing else. Where that cannot be had, the ratio of CPU times says more than that of scores, though caches and
 * memory are still shared; and half a second of warm-up is then not enough.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
@Fork(
        value = 1,
        jvmArgsPrepend = {EventLoopThreads.KIND, EventLoopThreads.CLASS},
        jvmArgs = {"-XX:+UseG1GC", "-Xms1g", "-Xmx1g"})
public class ReadBenchmark {
    /** MiB that one invocation reads: a whole number of passes of every stream. */
    private static final int MIB = 64;

    /** Operations of one invocation. */
    static final int OPERATIONS = MIB * 16;

    private static final long SEED = 20_250_406;

    /*
     * JMH runs the parameters in the alphabetical order of their names, the last one fastest. So the strategies, which are to be compared,
     * follow one another with the same frames and reads, and what the machine does meanwhile changes little between them.
     */

    /** What the stream is made of. */
    @Param
    public Frames frames;

    /** How many bytes a read brings at most: a network packet's, and what is usual to offer to a socket. */
    @Param({"1460", "65536"})
    public int readBytes;

    /** Who reads it. */
    @Param
    public Strategy strategy;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Tally tally = new Tally();
    private Tally expected;
    private int passes;
    private long readInAll;
    private StreamSource source;
    private Node node;
    private FrameReader reader;

    /** Further figures: all of them in a second. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Counters {
        /** Frames taken. */
        public long frames;

        /** Reads from the source. */
        public long reads;

        /** MiB read, counted in the stream whose frames have four bytes before their payload, whatever they have in this one. */
        public long mib;

        /** Bytes copied behind the reads, as far as they can be seen. */
        public long copied;

        /** Bytes that the JDK would copy from a hidden direct buffer, since they were read to the heap. */
        public long copiedByJdk;

        /** CPU time of the reading thread, which is not the collector's, in nanoseconds. */
        public long cpuNanos;
    }

    /** Makes the stream and opens a connection. */
    @Setup
    public void open() {
        FrameStream stream = FrameStream.of(frames, SEED, frames.passBytes()).as(strategy.wire());
        passes = (MIB << 20) / frames.passBytes();
        expected = stream.expected(passes);
        source = stream.source(readBytes);
        readInAll = (long) passes * stream.bytes();
        node = strategy.open(stream, readBytes);
        reader = node.connection(tally);
    }

    /** Reads {@value #MIB} MiB. */
    @Benchmark
    @OperationsPerInvocation(OPERATIONS)
    public long read(Counters counters) throws IOException {
        long cpuNanos = threads.getCurrentThreadCpuTime();
        long reads = source.reads();
        long copied = reader.copiedBytes();
        long copiedByJdk = source.copiedToHeapBytes();
        tally.clear();
        source.start(passes);
        while (source.hasRemaining()) {
            reader.read(source);
        }
        if (!tally.agreesWith(expected)) {
            throw new IllegalStateException(strategy + " took " + tally + ", expected " + expected);
        }
        counters.frames += tally.frames();
        counters.reads += source.reads() - reads;
        counters.mib += MIB;
        counters.cpuNanos += threads.getCurrentThreadCpuTime() - cpuNanos;
        counters.copied += reader.copiedBytes() - copied;
        counters.copiedByJdk += source.copiedToHeapBytes() - copiedByJdk;
        CopiedBytes.add(readInAll, reader.copiedBytes() - copied + source.copiedToHeapBytes() - copiedByJdk);
        return tally.sum();
    }

    /** Closes the connection. */
    @TearDown
    public void close() {
        reader.close();
        node.close();
    }
}
