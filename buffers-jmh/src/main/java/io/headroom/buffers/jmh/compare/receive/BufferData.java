package io.headroom.buffers.jmh.compare.receive;

import java.nio.ByteBuffer;
import java.security.MessageDigest;

/** Data in one buffer, from its position to its limit. Reused: a view of one message after the other. */
final class BufferData implements Data {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer buffer = NOTHING;

    /** Returns this, now over what remains in the buffer. */
    BufferData over(ByteBuffer buffer) {
        this.buffer = buffer;
        return this;
    }

    @Override
    public int length() {
        return buffer.remaining();
    }

    @Override
    public byte at(int index) {
        return buffer.get(buffer.position() + index);
    }

    @Override
    public void update(MessageDigest digest) {
        int position = buffer.position();
        digest.update(buffer);
        buffer.position(position);
    }

    @Override
    public void clear() {
        buffer = NOTHING;
    }
}
