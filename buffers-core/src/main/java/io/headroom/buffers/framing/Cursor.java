package io.headroom.buffers.framing;

import java.nio.ByteBuffer;

/**
 * Reads a {@link Bytes} view from front to back, across parts as if there were none.
 *
 * <p>It belongs to its view: {@link Bytes#cursor()} gives the same object each time, back at the start, and it is as short-lived as the view.
 *
 * <p><b>Threads</b>: one at a time. <b>Cost</b>: no method allocates. A read beyond the end throws {@link IndexOutOfBoundsException} and does
 * not move the cursor.
 */
public final class Cursor {
    private final Bytes bytes;
    private int position;

    Cursor(Bytes bytes) {
        this.bytes = bytes;
    }

    Cursor rewound() {
        position = 0;
        return this;
    }

    /** Returns the index in the view of the byte that is read next. */
    public int position() {
        bytes.checkPresent();
        return position;
    }

    /** Returns how many bytes are left to read. */
    public int remaining() {
        return bytes.length() - position;
    }

    /** Passes over {@code count} bytes, 0 or more. */
    public Cursor skip(int count) {
        if (count < 0 || count > remaining()) {
            throw new IndexOutOfBoundsException("skip(" + count + ") with " + remaining() + " bytes left");
        }
        position += count;
        return this;
    }

    /** Reads a signed byte. */
    public byte readByte() {
        byte value = bytes.getByte(position);
        position++;
        return value;
    }

    /** Reads a byte as a number from 0 to 255. */
    public int readUnsignedByte() {
        return readByte() & 0xff;
    }

    /** Reads a big-endian 16-bit number, signed. */
    public short readShort() {
        short value = bytes.getShort(position);
        position += Short.BYTES;
        return value;
    }

    /** Reads a little-endian 16-bit number, signed. */
    public short readShortLE() {
        return Short.reverseBytes(readShort());
    }

    /** Reads a big-endian 32-bit number, signed. */
    public int readInt() {
        int value = bytes.getInt(position);
        position += Integer.BYTES;
        return value;
    }

    /** Reads a little-endian 32-bit number, signed. */
    public int readIntLE() {
        return Integer.reverseBytes(readInt());
    }

    /** Reads a big-endian 64-bit number, signed. */
    public long readLong() {
        long value = bytes.getLong(position);
        position += Long.BYTES;
        return value;
    }

    /** Reads a little-endian 64-bit number, signed. */
    public long readLongLE() {
        return Long.reverseBytes(readLong());
    }

    /**
     * Reads a little-endian base-128 number of at most 10 bytes and 64 bits.
     *
     * @throws FrameException VARINT_MALFORMED if it has more; the cursor does not move
     */
    public long readVarint() throws FrameException {
        long value = 0;
        for (int i = 0; i < 10; i++) {
            byte next = bytes.getByte(position + i);
            value |= (next & 0x7fL) << (7 * i);
            if (next >= 0) {
                if (i == 9 && next > 1) {
                    break;
                }
                position += i + 1;
                return value;
            }
        }
        throw FrameException.varintMalformed("of more than 64 bits", bytes);
    }

    /** Copies {@code length} bytes into {@code target} at {@code offset}. */
    public Cursor readBytes(byte[] target, int offset, int length) {
        bytes.getBytes(position, target, offset, length);
        position += length;
        return this;
    }

    /** Copies bytes until {@code target} is full. */
    public Cursor readBytes(ByteBuffer target) {
        int length = target.remaining();
        bytes.getBytes(position, target);
        position += length;
        return this;
    }

    @Override
    public String toString() {
        return bytes.isGone() ? "Cursor[gone]" : "Cursor[" + position + " of " + bytes.length() + "]";
    }
}
