package io.headroom.buffers;

import io.headroom.buffers.memory.Slab;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Bytes {@code from..to} of one piece of memory: a slab of ours, or the caller's buffer, which no slab belongs to. */
final class Region {
    static final ByteBuffer NONE = ByteBuffer.allocate(0);

    ByteBuffer buffer = NONE;

    @Nullable Slab slab;

    int from;
    int to;

    int size() {
        return to - from;
    }

    boolean isEmpty() {
        return from == to;
    }

    int capacity() {
        return slab == null ? 0 : slab.capacity();
    }

    /** Takes over a slab whose bytes {@code from..to} count. */
    void set(Slab slab, int from, int to) {
        this.slab = slab;
        buffer = slab.buffer();
        this.from = from;
        this.to = to;
    }

    /** Points at what remains in a buffer that is not ours. */
    void borrow(ByteBuffer buffer) {
        slab = null;
        this.buffer = buffer;
        from = buffer.position();
        to = buffer.limit();
    }

    /** Takes over everything from {@code other}, which is left with nothing. */
    void takeOver(Region other) {
        slab = other.slab;
        buffer = other.buffer;
        from = other.from;
        to = other.to;
        other.forget();
    }

    void forget() {
        slab = null;
        buffer = NONE;
        from = 0;
        to = 0;
    }

    /** Gives the slab back, if there is one, and forgets the bytes. */
    void release() {
        Slab held = slab;
        forget();
        if (held != null) {
            held.countAsEarned();
            held.release();
        }
    }

    /** Copies the first {@code count} bytes to {@code target} at {@code at}; the bytes are consumed here. */
    void moveTo(ByteBuffer target, int at, int count) {
        int limit = buffer.limit();
        buffer.limit(from + count).position(from);
        target.position(at);
        target.put(buffer);
        target.clear();
        buffer.limit(limit);
        from += count;
    }

    /** Copies all bytes behind those in {@code target}; they are not consumed here. */
    void copyTo(ByteBuffer target) {
        ByteBuffer bytes = buffer.duplicate();
        target.put(bytes.limit(to).position(from));
    }

    /** Moves the bytes to the front of their slab. */
    void compact() {
        int size = size();
        buffer.limit(to).position(from);
        buffer.compact();
        buffer.clear();
        from = 0;
        to = size;
    }
}
