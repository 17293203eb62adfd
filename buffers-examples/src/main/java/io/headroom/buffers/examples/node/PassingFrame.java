package io.headroom.buffers.examples.node;

import io.headroom.buffers.framing.Bytes;
import java.nio.ByteBuffer;

/**
 * A frame that goes by in parts, however cut, and leaves nothing but its checksum.
 *
 * <p><b>Threads</b>: one at a time.
 */
final class PassingFrame {
    private final Checksum checksum = new Checksum();
    private int type;
    private int dataStart;
    private int expected;

    /** Begins with a frame whose header is given from its first byte on. */
    void begin(Bytes header) {
        type = MessageFraming.type(header);
        dataStart = MessageFraming.dataStart(header);
        expected = 0;
        checksum.finish();
    }

    int type() {
        return type;
    }

    /** Takes in the bytes of the frame from {@code offset} on. */
    void add(Bytes bytes, long offset) {
        long at = offset;
        for (int i = 0; i < bytes.partCount(); i++) {
            ByteBuffer part = bytes.part(i);
            while (at < dataStart && part.hasRemaining()) {
                // The four bytes before the data are the last to be shifted in.
                expected = (expected << Byte.SIZE) | (part.get() & 0xff);
                at++;
            }
            at += part.remaining();
            checksum.update(part);
        }
    }

    /** Ends with a frame of {@code length} bytes, of which all were taken in; without data there is no checksum to compare. */
    void end(long length) throws MessageException {
        if (length > dataStart) {
            checksum.verify(expected);
        }
    }
}
