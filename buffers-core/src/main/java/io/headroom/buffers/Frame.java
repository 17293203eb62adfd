package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.BytesWindow;
import java.nio.ByteBuffer;

/**
 * A whole frame, as it lies in the reader's memory.
 *
 * <p><b>Threads</b>: for the thread that drains. <b>Ownership</b>: one object serves all frames of a connection; it and its views are valid
 * until the handler returns; afterwards they show another frame, or nothing.
 */
public final class Frame {
    private final BytesWindow bytes = new BytesWindow();
    private final BytesWindow header = new BytesWindow();
    private final BytesWindow payload = new BytesWindow();

    Frame() {}

    /** Returns the length of the whole frame in bytes. */
    public int length() {
        return bytes.length();
    }

    /** Returns the bytes before the payload; none, if the framing strips nothing. */
    public Bytes header() {
        return header;
    }

    /** Returns the payload: what remains when the framing has stripped the header. */
    public Bytes payload() {
        return payload;
    }

    /** Returns the whole frame, header and payload. */
    public Bytes bytes() {
        return bytes;
    }

    void wrap(ByteBuffer buffer, int offset, int length, int payloadStart) {
        bytes.wrap(buffer, offset, length);
        header.wrap(buffer, offset, payloadStart);
        payload.wrap(buffer, offset + payloadStart, length - payloadStart);
    }

    void wrap(Chain chain, int payloadStart) {
        chain.show(bytes);
        header.wrap(bytes, 0, payloadStart);
        payload.wrap(bytes, payloadStart, bytes.length() - payloadStart);
    }

    void clear() {
        bytes.clear();
        header.clear();
        payload.clear();
    }

    @Override
    public String toString() {
        return "Frame[length=" + length() + ", payload=" + payload.length() + "]";
    }
}
