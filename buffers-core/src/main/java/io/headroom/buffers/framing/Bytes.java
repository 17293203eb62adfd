package io.headroom.buffers.framing;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * A bounds-checked, read-only view of bytes that lie in one part or in many.
 *
 * <p>Indexes count from 0, the view's first byte, whatever the memory behind it looks like. {@code getX} reads big-endian, {@code getXLE}
 * little-endian; every access outside {@code 0..length()} throws {@link IndexOutOfBoundsException} and reads nothing.
 *
 * <p><b>Threads</b>: like the memory behind it, for one thread at a time.
 *
 * <p><b>Ownership</b>: a view owns nothing. The one that a handler gets is valid until the handler returns, and then shows other bytes or
 * none, or where leases are tracked, throws {@link IllegalStateException} from every method; {@link #toByteArray()} and {@link #getBytes} copy
 * out what is to be kept.
 *
 * <p><b>Cost</b>: no method allocates but {@link #part}, {@link #asReadOnlyBuffer} (a buffer object, no bytes) and {@link #toByteArray}.
 */
public abstract class Bytes {
    private @Nullable Cursor cursor;

    /** Counts how often this view was pointed elsewhere. */
    int generation;

    Bytes() {}

    /** Returns a view of the whole array, which is not copied. */
    public static Bytes of(byte... bytes) {
        return of(ByteBuffer.wrap(bytes));
    }

    /** Returns a view of what remains in the buffer, which is not copied; its position does not move. */
    public static Bytes of(ByteBuffer buffer) {
        return new BytesWindow().wrap(buffer, buffer.position(), buffer.remaining());
    }

    /** Returns the number of bytes in this view, 0 or more. */
    public abstract int length();

    /** Returns the byte at {@code index} as a signed number. */
    public abstract byte getByte(int index);

    /** Returns the byte at {@code index} as a number from 0 to 255. */
    public final int getUnsignedByte(int index) {
        return getByte(index) & 0xff;
    }

    /** Returns the big-endian 16-bit number at {@code index}, signed. */
    public abstract short getShort(int index);

    /** Returns the big-endian 32-bit number at {@code index}, signed. */
    public abstract int getInt(int index);

    /** Returns the big-endian 64-bit number at {@code index}, signed. */
    public abstract long getLong(int index);

    /** Returns the little-endian 16-bit number at {@code index}, signed. */
    public final short getShortLE(int index) {
        return Short.reverseBytes(getShort(index));
    }

    /** Returns the little-endian 32-bit number at {@code index}, signed. */
    public final int getIntLE(int index) {
        return Integer.reverseBytes(getInt(index));
    }

    /** Returns the little-endian 64-bit number at {@code index}, signed. */
    public final long getLongLE(int index) {
        return Long.reverseBytes(getLong(index));
    }

    /** Returns the big-endian 16-bit number at {@code index}, 0 to 65,535. */
    public final int getUnsignedShort(int index) {
        return getShort(index) & 0xffff;
    }

    /** Returns the little-endian 16-bit number at {@code index}, 0 to 65,535. */
    public final int getUnsignedShortLE(int index) {
        return getShortLE(index) & 0xffff;
    }

    /** Returns the big-endian 32-bit number at {@code index}, 0 to 4,294,967,295. */
    public final long getUnsignedInt(int index) {
        return getInt(index) & 0xffff_ffffL;
    }

    /** Returns the little-endian 32-bit number at {@code index}, 0 to 4,294,967,295. */
    public final long getUnsignedIntLE(int index) {
        return getIntLE(index) & 0xffff_ffffL;
    }

    /** Copies {@code length} bytes from {@code index} on into {@code target} at {@code offset}. */
    public abstract void getBytes(int index, byte[] target, int offset, int length);

    /** Copies bytes from {@code index} on until {@code target} is full, and moves its position to its limit. */
    public abstract void getBytes(int index, ByteBuffer target);

    /** Feeds all bytes of this view to the digest, part by part. Allocates nothing but what the digest allocates for itself. */
    public abstract void update(MessageDigest digest);

    /** Returns in how many parts of memory these bytes lie; 1 for an empty view. */
    public abstract int partCount();

    /**
     * Returns part {@code index} as a read-only, big-endian buffer from position 0, as short-lived as this view.
     *
     * @throws IndexOutOfBoundsException if {@code index} is not from 0 to {@code partCount() - 1}
     */
    public abstract ByteBuffer part(int index);

    /**
     * Returns these bytes as one read-only, big-endian buffer from position 0, as short-lived as this view.
     *
     * @throws IllegalStateException if they lie in more than one part
     */
    public final ByteBuffer asReadOnlyBuffer() {
        if (partCount() != 1) {
            throw new IllegalStateException("these " + length() + " bytes lie in " + partCount()
                    + " parts: read them by index, part by part, or copied by toByteArray()");
        }
        return part(0);
    }

    /** Returns whether these bytes lie in one part on the heap. */
    public abstract boolean hasArray();

    /** Returns the part that holds the byte at {@code index}, itself and not a duplicate; it is there. */
    abstract ByteBuffer partAt(int index);

    /** Returns where in its part the byte at {@code index} lies. */
    abstract int offsetInPart(int index);

    /** Returns how many bytes of this view lie in the part of {@code index} from there on. */
    abstract int leftInPart(int index);

    /** Returns whether the time in which this view may be used is over. */
    abstract boolean isGone();

    /** Throws an {@link IllegalStateException} if this view is gone. */
    abstract void checkPresent();

    /** Returns this view's cursor, back at its start: to read front to back. The first call allocates it. */
    public final Cursor cursor() {
        checkPresent();
        Cursor own = cursor;
        if (own == null) {
            own = new Cursor(this);
            cursor = own;
        }
        return own.rewound();
    }

    /** Returns a copy of all bytes in an array of the caller's own, which for a long frame may be a humongous object. */
    public final byte[] toByteArray() {
        byte[] copy = new byte[length()];
        getBytes(0, copy, 0, copy.length);
        return copy;
    }

    /** Returns length and parts, never content: what lies here may be a secret. */
    @Override
    public String toString() {
        return isGone() ? "Bytes[gone]" : "Bytes[length=" + length() + ", parts=" + partCount() + "]";
    }
}
