package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.io.IOException;

/**
 * Netty as its manual sets it up, less the event loop: a pipeline of its length-field decoder and a handler that releases each frame. For
 * each read a buffer is allocated, as long as Netty guesses from the reads before, filled and passed through the pipeline, and then the read is
 * said to be complete, as its transports do.
 *
 * <p>Run it on a {@code FastThreadLocalThread}, as an event loop is: its allocators have caches for those threads only.
 */
final class NettyReader implements FrameReader {
    private final ByteBufAllocator allocator;
    private final CountingCumulator cumulator;
    private final EmbeddedChannel channel;
    private final RecvByteBufAllocator.ExtendedHandle guess;

    private NettyReader(ByteBufAllocator allocator, CountingCumulator cumulator, FrameStream stream, Tally tally) {
        this.allocator = allocator;
        this.cumulator = cumulator;
        LengthFieldBasedFrameDecoder decoder =
                new LengthFieldBasedFrameDecoder(stream.longest(), 0, Frames.HEADER, 0, Frames.HEADER);
        decoder.setCumulator(cumulator);
        channel = new EmbeddedChannel();
        channel.config().setAllocator(allocator);
        guess = (RecvByteBufAllocator.ExtendedHandle) channel.unsafe().recvBufAllocHandle();
        channel.pipeline().addLast(decoder, new TallyHandler(tally));
    }

    /** Returns a node of pipelines with that cumulator, and whether it copies what it is given into one buffer. */
    static Node node(
            ByteBufAllocator allocator, ByteToMessageDecoder.Cumulator cumulator, boolean merges, FrameStream stream) {
        return new Node() {
            @Override
            public FrameReader connection(Tally tally) {
                return new NettyReader(allocator, new CountingCumulator(cumulator, merges), stream, tally);
            }

            @Override
            public long leasedBytes() {
                return allocator instanceof PooledByteBufAllocator pooled ? pooled.pinnedDirectMemory() : UNKNOWN;
            }
        };
    }

    @Override
    public void read(StreamSource source) throws IOException {
        guess.reset(channel.config());
        ByteBuf received = guess.allocate(allocator);
        guess.attemptedBytesRead(received.writableBytes());
        guess.lastBytesRead(received.writeBytes(source, received.writableBytes()));
        guess.incMessagesRead(1);
        channel.pipeline().fireChannelRead(received);
        guess.readComplete();
        channel.pipeline().fireChannelReadComplete();
    }

    @Override
    public long copiedBytes() {
        return cumulator.copied;
    }

    @Override
    public void close() {
        channel.finishAndReleaseAll();
    }

    /**
     * Counts what a cumulator copies: the input if it is merged into what is held, and what is held too if that moves to a longer buffer. A
     * composite buffer takes the input over and copies neither; what the adaptive one merges at its tail is not seen. What the decoder moves to the front of a buffer once in a while is not seen.
     */
    private static final class CountingCumulator implements ByteToMessageDecoder.Cumulator {
        private final ByteToMessageDecoder.Cumulator counted;
        private final boolean merges;
        private long copied;

        CountingCumulator(ByteToMessageDecoder.Cumulator counted, boolean merges) {
            this.counted = counted;
            this.merges = merges;
        }

        /** Which of the two buffers comes back, the very object, tells what was copied into what. */
        @Override
        @SuppressWarnings("ReferenceEquality")
        public ByteBuf cumulate(ByteBufAllocator allocator, ByteBuf cumulation, ByteBuf input) {
            int held = cumulation.readableBytes();
            int added = input.readableBytes();
            int capacity = cumulation.capacity();
            ByteBuf merged = counted.cumulate(allocator, cumulation, input);
            if (merges && merged != input) {
                boolean inPlace = merged == cumulation && merged.capacity() == capacity;
                copied += inPlace ? added : held + added;
            }
            return merged;
        }
    }

    private static final class TallyHandler extends ChannelInboundHandlerAdapter {
        private final Tally tally;

        TallyHandler(Tally tally) {
            this.tally = tally;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object decoded) {
            ByteBuf payload = (ByteBuf) decoded;
            int length = payload.readableBytes();
            int at = payload.readerIndex();
            tally.frame(length, payload.getByte(at), payload.getByte(at + length - 1));
            if (tally.isKeeping()) {
                tally.keep(payload);
            } else {
                payload.release();
            }
        }
    }
}
