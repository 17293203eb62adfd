package io.headroom.buffers.jmh;

import io.headroom.buffers.Frame;
import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
 * One connection that is read while others are open: what a read costs may not depend on how many there are. Reads bring at most
 * {@value #READ} bytes of 256-byte frames, which leaves a part of a frame each time; without sockets.
 *
 * <p>An operation is one read. What the others take is on the heap, and is measured where memory is.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
@Fork(
        value = 3,
        jvmArgs = {"-XX:+UseG1GC", "-Xms1g", "-Xmx1g"})
public class ConnectionsBenchmark implements FrameHandler<RuntimeException> {
    /** How much a read brings at most: a network packet's. */
    static final int READ = 1_460;

    private static final int PASS = READ * 512;
    private static final int READS = 512;
    private static final long SEED = 11;

    /** How many connections are open. */
    @Param({"1", "100", "10000"})
    public int connections;

    private final MessageBuffers buffers =
            MessageBuffers.builder().direct().memoryLimit(64 << 20).build();
    private final List<ReadBuffer> open = new ArrayList<>();
    private StreamSource source;
    private ReadBuffer active;
    private long payloadBytes;

    /** Opens the connections; the one in the middle is the active one. */
    @Setup
    public void open() {
        for (int i = 0; i < connections; i++) {
            open.add(connection(buffers, i));
        }
        active = open.get(connections / 2);
        source = FrameStream.of(Frames.B256, SEED, PASS).source(READ);
    }

    /** Opens a connection as a node does. */
    static ReadBuffer connection(MessageBuffers buffers, Object peer) {
        return buffers.connection(peer)
                .framing(LengthField.ofBytes(Frames.HEADER).strip(Frames.HEADER))
                .open();
    }

    /** Reads {@value #READS} times. */
    @Benchmark
    @OperationsPerInvocation(READS)
    public long read() throws IOException {
        source.start(1);
        while (source.hasRemaining()) {
            active.drain(source, this);
        }
        return payloadBytes;
    }

    @Override
    public Next onFrame(Frame frame) {
        payloadBytes += frame.payload().length();
        return Next.CONTINUE;
    }

    /** Closes them. */
    @TearDown
    public void close() {
        open.forEach(ReadBuffer::close);
        buffers.close();
    }
}
