package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.framing.Bytes;
import java.security.MessageDigest;

/** Data that Headroom shows: in one part or in many. Reused: a view of one message after the other. */
final class BytesData implements Data {
    private static final Bytes NOTHING = Bytes.of();

    private Bytes bytes = NOTHING;

    /** Returns this, now over the payload. */
    BytesData over(Bytes bytes) {
        this.bytes = bytes;
        return this;
    }

    @Override
    public int length() {
        return bytes.length();
    }

    @Override
    public byte at(int index) {
        return bytes.getByte(index);
    }

    @Override
    public void update(MessageDigest digest) {
        bytes.update(digest);
    }

    @Override
    public void clear() {
        bytes = NOTHING;
    }
}
