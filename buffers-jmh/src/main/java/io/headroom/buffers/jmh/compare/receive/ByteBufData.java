package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.wire.WireForm;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.security.MessageDigest;

/** The data of a frame that Netty has decoded. Reused: a view of one message after the other. */
final class ByteBufData implements Data {
    private ByteBuf frame = Unpooled.EMPTY_BUFFER;

    /** Returns this, now over the data of the frame. */
    ByteBufData over(ByteBuf frame) {
        this.frame = frame;
        return this;
    }

    @Override
    public int length() {
        return frame.readableBytes() - WireForm.DATA_AT;
    }

    @Override
    public byte at(int index) {
        return frame.getByte(frame.readerIndex() + WireForm.DATA_AT + index);
    }

    @Override
    public void update(MessageDigest digest) {
        digest.update(frame.nioBuffer(frame.readerIndex() + WireForm.DATA_AT, length()));
    }

    @Override
    public void clear() {
        frame = Unpooled.EMPTY_BUFFER;
    }
}
