package io.headroom.buffers.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Netty's own length-field decoder on one whole frame: the yardstick. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LengthFieldDecoderBenchmark {
    private static final int MAX_FRAME = 2 << 20;

    /** Bytes of payload behind the length field. */
    @Param({"117", "65536"})
    public int payload;

    private final EmbeddedChannel channel =
            new EmbeddedChannel(new LengthFieldBasedFrameDecoder(MAX_FRAME, 0, Integer.BYTES));
    private ByteBuf frame = Unpooled.EMPTY_BUFFER;

    /** Builds the frame once. */
    @Setup
    public void fill() {
        frame = Unpooled.directBuffer(Integer.BYTES + payload);
        frame.writeInt(payload).writeZero(payload);
    }

    /** One frame in, one frame out. */
    @Benchmark
    public int decodeWholeFrame() {
        channel.writeInbound(frame.retainedDuplicate());
        ByteBuf decoded = channel.readInbound();
        int length = decoded.readableBytes();
        ReferenceCountUtil.release(decoded);
        return length;
    }

    /** Gives the frame and the channel back. */
    @TearDown
    public void release() {
        frame.release();
        channel.finishAndReleaseAll();
    }
}
