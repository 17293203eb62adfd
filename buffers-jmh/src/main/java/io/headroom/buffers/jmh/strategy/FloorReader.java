package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The least that can be done: the bytes are read once, into direct memory that is as long as the longest frame and a read, so that each frame
 * has memory of its own while it arrives; each length is read, and each frame's first and last payload byte.
 *
 * <p>It is no receiver: memory is a ring, so a frame is in one piece or two, and nobody could be handed it. It checks no length, and could
 * serve one connection only.
 */
class FloorReader implements FrameReader {
    private static final int UNKNOWN = -1;

    private final Tally tally;
    private final int readBytes;
    private final int headerBytes;
    private final int lengthAt;
    private final boolean isLittleEndian;
    private final int capacity;
    private final ByteBuffer ring;
    private final ByteBuffer[] ends;

    private int from;
    private int to;
    private int available;
    private int length = UNKNOWN;

    FloorReader(FrameStream stream, int readBytes, Tally tally) {
        this.tally = tally;
        this.readBytes = readBytes;
        headerBytes = stream.wire().headerBytes();
        lengthAt = stream.wire().lengthAt();
        isLittleEndian = stream.wire().order() == ByteOrder.LITTLE_ENDIAN;
        capacity = stream.longest() + readBytes;
        ring = ByteBuffer.allocateDirect(capacity);
        ends = new ByteBuffer[] {ring, ring.duplicate()};
    }

    @Override
    public void read(StreamSource source) {
        int behind = Math.min(readBytes, capacity - to);
        ring.limit(to + behind).position(to);
        int count;
        if (behind == readBytes) {
            count = source.read(ring);
        } else {
            ends[1].limit(readBytes - behind).position(0);
            count = (int) source.read(ends, 0, 2);
        }
        ring.clear();
        to = wrapped(to + count);
        available += count;
        takeWhole();
    }

    private void takeWhole() {
        while (true) {
            if (length == UNKNOWN) {
                if (available < headerBytes) {
                    return;
                }
                int field = intAt(wrapped(from + lengthAt));
                length = isLittleEndian ? Integer.reverseBytes(field) : field;
            }
            int whole = headerBytes + length;
            if (available < whole) {
                return;
            }
            check(from, length);
            tally.frame(length, ring.get(wrapped(from + headerBytes)), ring.get(wrapped(from + whole - 1)));
            from = wrapped(from + whole);
            available -= whole;
            length = UNKNOWN;
        }
    }

    /** Checks what the form of the frames has to be checked: nothing. */
    void check(int header, int payloadBytes) {}

    /** Returns the ring, for bytes that do not wrap. */
    final ByteBuffer ring() {
        return ring;
    }

    final int intAt(int index) {
        if (index <= capacity - Integer.BYTES) {
            return ring.getInt(index);
        }
        int value = 0;
        for (int i = index; i < index + Integer.BYTES; i++) {
            value = (value << 8) | (ring.get(wrapped(i)) & 0xff);
        }
        return value;
    }

    final int wrapped(int index) {
        return index < capacity ? index : index - capacity;
    }

    @Override
    public long copiedBytes() {
        return 0;
    }
}
