package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.wire.WireForm;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/**
 * Netty's length-field decoder as it comes, and what can be counted about it from outside: bytes read, the capacity of its cumulation, and
 * the bytes that its merging cumulator copies.
 */
final class NettyDecoder extends LengthFieldBasedFrameDecoder {
    private long readBytes;
    private long copiedBytes;

    NettyDecoder() {
        super(
                NaiveConnection.BUFFER_BYTES,
                WireForm.SIZE_AT,
                Integer.BYTES,
                WireForm.DATA_AT - WireForm.CHECKSUM_AT,
                0);
        setCumulator(this::mergeCounted);
    }

    long readBytes() {
        return readBytes;
    }

    long copiedBytes() {
        return copiedBytes;
    }

    long heldBytes() {
        return internalBuffer().capacity();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object input) throws Exception {
        readBytes += ((ByteBuf) input).readableBytes();
        super.channelRead(ctx, input);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        ByteBuf cumulation = internalBuffer();
        int before = cumulation.readerIndex();
        super.channelReadComplete(ctx);
        if (cumulation.refCnt() > 0 && cumulation.readerIndex() < before) {
            copiedBytes += cumulation.readableBytes();
        }
    }

    /** Merges as by default. Which of the two buffers comes back, the very object, tells what was copied into what. */
    @SuppressWarnings("ReferenceEquality")
    private ByteBuf mergeCounted(ByteBufAllocator allocator, ByteBuf cumulation, ByteBuf input) {
        int held = cumulation.readableBytes();
        int added = input.readableBytes();
        int capacity = cumulation.capacity();
        ByteBuf merged = MERGE_CUMULATOR.cumulate(allocator, cumulation, input);
        if (merged == cumulation) {
            copiedBytes += merged.capacity() == capacity ? added : held + added;
        } else if (merged != input) {
            copiedBytes += held + added;
        }
        return merged;
    }
}
