package io.headroom.buffers.jmh;

import io.headroom.buffers.BufferStats;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.micrometer.BufferMetrics;
import io.headroom.buffers.telemetry.LatestStats;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to ask a node for its figures while connections are open, each of which has received a frame of 256 bytes and the beginning of
 * another one.
 *
 * <p>An operation is one snapshot, one difference of two, or one scrape by Prometheus of all meters, which takes a snapshot.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
@Fork(
        value = 3,
        jvmArgs = {"-XX:+UseG1GC", "-Xms1g", "-Xmx1g"})
public class StatsBenchmark {
    private static final int FRAME = 256;
    private static final int PART = 9;

    /** How many connections are open. */
    @Param({"100", "10000"})
    public int connections;

    private final MessageBuffers buffers =
            MessageBuffers.builder().direct().memoryLimit(64 << 20).build();
    private final List<ReadBuffer> open = new ArrayList<>();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final BufferStats before = new BufferStats();
    private final BufferStats now = new BufferStats();
    private final BufferStats since = new BufferStats();
    private long scrapes;

    /** Opens the connections and binds the meters. */
    @Setup
    public void open() throws FrameException {
        ByteBuffer bytes = ByteBuffer.allocate(FRAME + PART)
                .putInt(0, FRAME - Frames.HEADER)
                .putInt(FRAME, FRAME - Frames.HEADER);
        for (int i = 0; i < connections; i++) {
            ReadBuffer in = ConnectionsBenchmark.connection(buffers, i);
            in.feed(bytes.rewind(), frame -> Next.CONTINUE);
            open.add(in);
        }
        buffers.stats(now);
        BufferMetrics.of(LatestStats.of(buffers, Duration.ofNanos(1), () -> scrapes), "peers")
                .bindTo(registry);
    }

    /** A snapshot. */
    @Benchmark
    public BufferStats stats() {
        return buffers.stats(now);
    }

    /** What is new since another one. */
    @Benchmark
    public BufferStats delta() {
        return now.deltaTo(before, since);
    }

    /** All meters as text. */
    @Benchmark
    public long scrape() throws IOException {
        scrapes++;
        registry.scrape(OutputStream.nullOutputStream());
        return scrapes;
    }

    /** Closes them. */
    @TearDown
    public void close() {
        open.forEach(ReadBuffer::close);
        buffers.close();
    }
}
