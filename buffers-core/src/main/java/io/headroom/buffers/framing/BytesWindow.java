package io.headroom.buffers.framing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Bytes} that can be pointed at other memory, so that one object serves all frames of a connection.
 *
 * <p>A reader of framings needs it; handlers and framings see {@link Bytes} only.
 *
 * <p><b>Threads</b>: one at a time. <b>Ownership</b>: points at memory, owns none.
 */
public final class BytesWindow extends Bytes {
    /*
     * One class for one part and for many, so that every call site of Bytes stays monomorphic. All parts of a chain but the last have the
     * same size, a power of two: an index becomes part and offset by shift and mask, in constant time, where a composite buffer searches.
     */
    private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /** The length of a window that must not be used any more. */
    private static final int GONE = -1;

    /** The copies of parts that were given away, if this window is guarded. */
    private final @Nullable List<ByteBuffer> copies;

    private ByteBuffer single = NONE;
    private ByteBuffer @Nullable [] parts;
    private int shift;
    private int base;
    private int length;
    private int limit;
    private int savedPosition;
    private int savedLimit;

    /** Creates an empty window. */
    public BytesWindow() {
        this(null);
    }

    private BytesWindow(@Nullable List<ByteBuffer> copies) {
        this.copies = copies;
    }

    /**
     * Creates an empty window for one use, so that whoever uses it for too long is found out: parts are given away as copies, which
     * {@link #expire} overwrites.
     */
    public static BytesWindow guarded() {
        return new BytesWindow(new ArrayList<>());
    }

    /**
     * Points this window at {@code length} bytes of {@code buffer} from the absolute index {@code offset} on, in whatever byte order it is.
     *
     * @throws IndexOutOfBoundsException if the buffer's limit is exceeded
     */
    public BytesWindow wrap(ByteBuffer buffer, int offset, int length) {
        limit = buffer.limit();
        move(offset, length);
        point(buffer, null);
        return this;
    }

    /**
     * Points this window at other bytes of the buffer that it was {@linkplain #wrap(ByteBuffer, int, int) last pointed at}.
     *
     * @throws IndexOutOfBoundsException if the limit is exceeded that the buffer had then
     */
    public void move(int offset, int length) {
        if (offset < 0 || length < 0 || offset > limit - length) {
            Objects.checkFromIndexSize(offset, length, limit);
        }
        show(offset, length);
    }

    /** A reference that does not change is not stored again: a collector's barrier costs more than the rest. */
    @SuppressWarnings("ReferenceEquality")
    private void point(ByteBuffer buffer, ByteBuffer @Nullable [] many) {
        if (single != buffer) {
            single = buffer;
        }
        if (parts != many) {
            parts = many;
        }
    }

    /**
     * Points this window at {@code length} bytes from {@code offset} on of the bytes that the parts hold one after the other.
     *
     * @param parts big-endian buffers of {@code 1 << shift} bytes each; the last one that is used may be shorter
     */
    public BytesWindow wrap(ByteBuffer[] parts, int shift, int offset, int length) {
        if (length == 0) {
            clear(); // the offset may be the chain's end, where there is no part
            return this;
        }
        point(parts[0], parts);
        this.shift = shift;
        show(offset, length);
        return this;
    }

    /** Points this window at {@code length} bytes of {@code other} from {@code offset} on. */
    public BytesWindow wrap(BytesWindow other, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, other.length);
        if (length == 0) {
            clear();
            return this;
        }
        point(other.single, other.parts);
        shift = other.shift;
        show(other.base + offset, length);
        return this;
    }

    /** Shows nothing from now on, but still refers to the memory: cheaper than {@link #clear()} where more of that memory is to come. */
    public void hide() {
        show(base, 0);
    }

    private void show(int from, int count) {
        base = from;
        length = count;
        generation++;
    }

    /** Empties this window, so that whoever still holds it reads nothing. */
    public void clear() {
        single = NONE;
        parts = null;
        show(0, 0);
    }

    /**
     * Ends the use of this window for good: from now on all of its methods and those of its cursor throw {@link IllegalStateException}, and the
     * parts that it gave away, if it is guarded, are overwritten with {@code poison}.
     */
    public void expire(byte poison) {
        clear();
        show(0, GONE);
        if (copies != null) {
            for (ByteBuffer copy : copies) {
                for (int i = 0; i < copy.capacity(); i++) {
                    copy.put(i, poison);
                }
            }
            copies.clear();
        }
    }

    @Override
    boolean isGone() {
        return length == GONE;
    }

    @Override
    void checkPresent() {
        if (length < 0) {
            throw new IllegalStateException("these bytes are gone: they are valid until the handler returns");
        }
    }

    @Override
    public int length() {
        checkPresent();
        return length;
    }

    @Override
    public byte getByte(int index) {
        int at = check(index, Byte.BYTES);
        return parts == null ? single.get(at) : parts[at >>> shift].get(at & mask());
    }

    @Override
    public short getShort(int index) {
        int at = check(index, Short.BYTES);
        ByteBuffer part = partHolding(at, Short.BYTES);
        if (part == null) {
            return (short) spanning(index, Short.BYTES);
        }
        short value = part.getShort(offsetOf(at));
        return part.order() == ByteOrder.BIG_ENDIAN ? value : Short.reverseBytes(value);
    }

    @Override
    public int getInt(int index) {
        int at = check(index, Integer.BYTES);
        ByteBuffer part = partHolding(at, Integer.BYTES);
        if (part == null) {
            return (int) spanning(index, Integer.BYTES);
        }
        int value = part.getInt(offsetOf(at));
        return part.order() == ByteOrder.BIG_ENDIAN ? value : Integer.reverseBytes(value);
    }

    @Override
    public long getLong(int index) {
        int at = check(index, Long.BYTES);
        ByteBuffer part = partHolding(at, Long.BYTES);
        if (part == null) {
            return spanning(index, Long.BYTES);
        }
        long value = part.getLong(offsetOf(at));
        return part.order() == ByteOrder.BIG_ENDIAN ? value : Long.reverseBytes(value);
    }

    @Override
    public void getBytes(int index, byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        Objects.checkFromIndexSize(index, length, length());
        for (int done = 0; done < length; ) {
            ByteBuffer part = open(index + done, length - done);
            int count = part.remaining();
            part.get(target, offset + done, count);
            close(part);
            done += count;
        }
    }

    @Override
    public void getBytes(int index, ByteBuffer target) {
        Objects.checkFromIndexSize(index, target.remaining(), length());
        for (int at = index; target.hasRemaining(); ) {
            ByteBuffer part = open(at, target.remaining());
            at += part.remaining();
            try {
                target.put(part);
            } finally {
                close(part);
            }
        }
    }

    @Override
    public void update(MessageDigest digest) {
        checkPresent();
        for (int at = 0; at < length; ) {
            ByteBuffer part = open(at, length - at);
            at += part.remaining();
            try {
                digest.update(part);
            } finally {
                close(part);
            }
        }
    }

    @Override
    public int partCount() {
        checkPresent();
        return parts == null || length == 0 ? 1 : ((base + length - 1) >>> shift) - (base >>> shift) + 1;
    }

    @Override
    public ByteBuffer part(int index) {
        Objects.checkIndex(index, partCount());
        int start = index == 0 ? 0 : (((base >>> shift) + index) << shift) - base;
        ByteBuffer part = open(start, length - start);
        ByteBuffer view = copies == null ? part.slice() : copyOf(part, copies);
        close(part);
        return view.asReadOnlyBuffer();
    }

    @Override
    public boolean hasArray() {
        return partCount() == 1 && !(parts == null ? single : parts[base >>> shift]).isDirect();
    }

    /**
     * Returns the part that holds {@code index} itself, not a duplicate, positioned there and limited to what this window has of it, at most
     * {@code most} bytes. {@link #close} puts position and limit back.
     */
    private ByteBuffer open(int index, int most) {
        ByteBuffer part = partAt(index);
        int from = offsetInPart(index);
        int inPart = leftInPart(index);
        savedPosition = part.position();
        savedLimit = part.limit();
        part.limit(from + Math.min(most, inPart)).position(from);
        return part;
    }

    @Override
    ByteBuffer partAt(int index) {
        return parts == null ? single : parts[(base + index) >>> shift];
    }

    @Override
    int offsetInPart(int index) {
        return offsetOf(base + index);
    }

    @Override
    int leftInPart(int index) {
        return parts == null ? length - index : Math.min(length - index, (1 << shift) - offsetInPart(index));
    }

    private static ByteBuffer copyOf(ByteBuffer part, List<ByteBuffer> copies) {
        int count = part.remaining();
        ByteBuffer copy = part.isDirect() ? ByteBuffer.allocateDirect(count) : ByteBuffer.allocate(count);
        copies.add(copy.put(part).flip());
        return copy;
    }

    private void close(ByteBuffer part) {
        part.limit(savedLimit).position(savedPosition);
    }

    /** Returns where in the parts the {@code size} bytes lie; a window that is gone has less than none. */
    private int check(int index, int size) {
        if (index < 0 || index > length - size) {
            checkPresent();
            Objects.checkFromIndexSize(index, size, length);
        }
        return base + index;
    }

    private @Nullable ByteBuffer partHolding(int at, int size) {
        if (parts == null) {
            return single;
        }
        return (at & mask()) + size <= (1 << shift) ? parts[at >>> shift] : null;
    }

    private int offsetOf(int at) {
        return parts == null ? at : at & mask();
    }

    private int mask() {
        return (1 << shift) - 1;
    }

    private long spanning(int index, int size) {
        long value = 0;
        for (int i = 0; i < size; i++) {
            value = (value << 8) | getUnsignedByte(index + i);
        }
        return value;
    }
}
