package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.wire.WireForm;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.function.Consumer;

/** Hands the frames that Netty has decoded to the inbox. A write that fails comes back as an exception caught, so no future is looked at. */
@SuppressWarnings("FutureReturnValueIgnored")
final class NettyHandler extends ChannelInboundHandlerAdapter {
    private static final ByteBuf ACKNOWLEDGEMENT =
            Unpooled.unreleasableBuffer(Unpooled.directBuffer(1, 1).writeByte(0));

    private final Inbox inbox;
    private final Consumer<Throwable> failed;
    private final ByteBufData data = new ByteBufData();

    NettyHandler(Inbox inbox, Consumer<Throwable> failed) {
        this.inbox = inbox;
        this.failed = failed;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object decoded) {
        ByteBuf frame = (ByteBuf) decoded;
        try {
            int at = frame.readerIndex();
            inbox.header(
                    frame.getInt(at),
                    frame.getInt(at + WireForm.TYPE_AT),
                    frame.getByte(at + WireForm.HAS_ID_AT),
                    frame.getInt(at + WireForm.SIZE_AT));
            inbox.take(frame.getInt(at + WireForm.CHECKSUM_AT), data.over(frame));
        } finally {
            frame.release();
        }
        if (inbox.acknowledges()) {
            ctx.write(ACKNOWLEDGEMENT.duplicate(), ctx.voidPromise());
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException) && !isStranger(cause)) {
            failed.accept(cause);
        }
        ctx.close();
    }

    private boolean isStranger(Throwable cause) {
        boolean areBadBytes = cause instanceof BadBytesException || cause instanceof DecoderException;
        // An OutOfMemoryError in the decoder arrives as the cause of a DecoderException.
        return areBadBytes && !(cause.getCause() instanceof Error) && inbox.expectsStrangers();
    }
}
