package io.headroom.buffers.framing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads a {@link Bytes} view from front to back, across parts as if there were none.
 *
 * <p>It belongs to its view: {@link Bytes#cursor()} gives the same object each time, back at the start, and it is as short-lived as the view.
 *
 * <p><b>Threads</b>: one at a time. <b>Cost</b>: no method allocates. A read beyond the end throws {@link IndexOutOfBoundsException} and does
 * not move the cursor.
 */
public final class Cursor {
    /*
     * The part that is read from is at hand, so that most reads look at that buffer alone. It is good as long as the view has not been pointed
     * elsewhere; all else, from the first read to the one across two parts, goes by way of the view, which knows every error.
     */
    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private static final int LONGEST_VARINT = 10;

    /** The highest bit of each byte, which says that the number has more of them. */
    private static final long CONTINUES = 0x8080_8080_8080_8080L;

    private final Bytes bytes;

    private ByteBuffer part = NONE;

    /** Where in the part is read next, where the view's bytes in it end, and the view's index of the part's byte 0. */
    private int at;

    private int end;
    private int start;

    private boolean isReversed;
    private int generation;

    Cursor(Bytes bytes) {
        this.bytes = bytes;
    }

    Cursor rewound() {
        start = 0;
        at = 0;
        end = 0;
        return this;
    }

    /** Returns whether that many bytes can be read from the part at hand. */
    private boolean isAtHand(int count) {
        return end - at >= count && generation == bytes.generation;
    }

    /** Goes on at this index of the view. */
    private void moveTo(int index) {
        if (index < bytes.length()) {
            part = bytes.partAt(index);
            at = bytes.offsetInPart(index);
            end = at + bytes.leftInPart(index);
            isReversed = part.order() != ByteOrder.BIG_ENDIAN;
        } else {
            at = 0;
            end = 0;
        }
        start = index - at;
        generation = bytes.generation;
    }

    private int index() {
        return start + at;
    }

    /** Returns the index in the view of the byte that is read next. */
    public int position() {
        bytes.checkPresent();
        return index();
    }

    /** Returns how many bytes are left to read. */
    public int remaining() {
        return bytes.length() - index();
    }

    /** Passes over {@code count} bytes, 0 or more. */
    public Cursor skip(int count) {
        if (count < 0 || count > remaining()) {
            throw new IndexOutOfBoundsException("skip(" + count + ") with " + remaining() + " bytes left");
        }
        moveTo(index() + count);
        return this;
    }

    /** Reads a signed byte. */
    public byte readByte() {
        if (isAtHand(1)) {
            return part.get(at++);
        }
        byte value = bytes.getByte(index());
        moveTo(index() + 1);
        return value;
    }

    /** Reads a byte as a number from 0 to 255. */
    public int readUnsignedByte() {
        return readByte() & 0xff;
    }

    /** Reads a big-endian 16-bit number, signed. */
    public short readShort() {
        if (isAtHand(Short.BYTES)) {
            short value = part.getShort(at);
            at += Short.BYTES;
            return isReversed ? Short.reverseBytes(value) : value;
        }
        short value = bytes.getShort(index());
        moveTo(index() + Short.BYTES);
        return value;
    }

    /** Reads a little-endian 16-bit number, signed. */
    public short readShortLE() {
        return Short.reverseBytes(readShort());
    }

    /** Reads a big-endian 32-bit number, signed. */
    public int readInt() {
        if (isAtHand(Integer.BYTES)) {
            int value = part.getInt(at);
            at += Integer.BYTES;
            return isReversed ? Integer.reverseBytes(value) : value;
        }
        int value = bytes.getInt(index());
        moveTo(index() + Integer.BYTES);
        return value;
    }

    /** Reads a little-endian 32-bit number, signed. */
    public int readIntLE() {
        return Integer.reverseBytes(readInt());
    }

    /** Reads a big-endian 64-bit number, signed. */
    public long readLong() {
        if (isAtHand(Long.BYTES)) {
            long value = part.getLong(at);
            at += Long.BYTES;
            return isReversed ? Long.reverseBytes(value) : value;
        }
        long value = bytes.getLong(index());
        moveTo(index() + Long.BYTES);
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
        if (isAtHand(Long.BYTES)) {
            long word = part.getLong(at);
            long littleEndian = isReversed ? word : Long.reverseBytes(word);
            long ends = ~littleEndian & CONTINUES;
            if (ends != 0) {
                at += (Long.numberOfTrailingZeros(ends) >>> 3) + 1;
                return groupsOfSeven(littleEndian & (ends ^ (ends - 1)));
            }
        }
        return readVarintByByte();
    }

    /** Puts the low seven bits of each byte together: without a branch, where a loop would have one for each byte that no processor can foresee. */
    private static long groupsOfSeven(long bytes) {
        long sevens = bytes & ~CONTINUES;
        long fourteens = (sevens & 0x007f_007f_007f_007fL) | ((sevens & 0x7f00_7f00_7f00_7f00L) >>> 1);
        long halves = (fourteens & 0x0000_3fff_0000_3fffL) | ((fourteens & 0x3fff_0000_3fff_0000L) >>> 2);
        return (halves & 0xfff_ffffL) | (halves >>> 4 & 0xff_ffff_f000_0000L);
    }

    private long readVarintByByte() throws FrameException {
        int index = index();
        long value = 0;
        for (int i = 0; i < LONGEST_VARINT; i++) {
            byte next = bytes.getByte(index + i);
            value |= (next & 0x7fL) << (7 * i);
            if (next >= 0) {
                if (i == LONGEST_VARINT - 1 && next > 1) {
                    break;
                }
                pass(i + 1);
                return value;
            }
        }
        throw FrameException.varintMalformed("of more than 64 bits", bytes);
    }

    /** Goes on behind bytes that have been read. */
    private void pass(int count) {
        if (isAtHand(count)) {
            at += count;
        } else {
            moveTo(index() + count);
        }
    }

    /** Copies {@code length} bytes into {@code target} at {@code offset}. */
    public Cursor readBytes(byte[] target, int offset, int length) {
        bytes.getBytes(index(), target, offset, length);
        pass(length);
        return this;
    }

    /** Copies bytes until {@code target} is full. */
    public Cursor readBytes(ByteBuffer target) {
        int length = target.remaining();
        bytes.getBytes(index(), target);
        pass(length);
        return this;
    }

    @Override
    public String toString() {
        return bytes.isGone() ? "Cursor[gone]" : "Cursor[" + index() + " of " + bytes.length() + "]";
    }
}
