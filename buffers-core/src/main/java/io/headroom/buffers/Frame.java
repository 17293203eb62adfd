package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.BytesWindow;
import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A whole frame, as it lies in the reader's memory.
 *
 * <p><b>Threads</b>: for the thread that drains. <b>Ownership</b>: one object serves all frames of a connection; it and its views are valid
 * until the handler returns; afterwards they show other bytes, or nothing. With {@link LeaseTracking#ALL} each frame is an object of its own
 * that throws {@link IllegalStateException} afterwards, as its views do.
 */
public final class Frame {
    private final @Nullable Trail trail;
    private final BytesWindow bytes;
    private final BytesWindow header;
    private final BytesWindow payload;
    private boolean gone;

    private @Nullable Slab slab;
    private @Nullable Chain chain;
    private ByteBuffer buffer = Region.NONE;

    /** Where the frame lies in the buffer; in a chain, at its front. */
    private int at;

    private int length;
    private int payloadStart;

    Frame(@Nullable Trail trail, boolean guarded) {
        this.trail = trail;
        bytes = guarded ? BytesWindow.guarded() : new BytesWindow();
        header = guarded ? BytesWindow.guarded() : new BytesWindow();
        payload = guarded ? BytesWindow.guarded() : new BytesWindow();
    }

    /** Returns the length of the whole frame in bytes. */
    public int length() {
        checkPresent();
        return length;
    }

    /** Returns the bytes before the payload; none, if the framing strips nothing. */
    public Bytes header() {
        checkPresent();
        return show(header, 0, payloadStart);
    }

    /** Returns the payload: what remains when the framing has stripped the header. */
    public Bytes payload() {
        checkPresent();
        return show(payload, payloadStart, length - payloadStart);
    }

    private Bytes show(BytesWindow window, int from, int count) {
        return chain == null ? window.wrap(buffer, at + from, count) : window.wrap(bytes, from, count);
    }

    /** Returns the whole frame, header and payload. */
    public Bytes bytes() {
        checkPresent();
        return chain == null ? bytes.wrap(buffer, at, length) : bytes;
    }

    /**
     * Returns the payload as a handle that outlives this frame, its connection and the pool: read-only, with one reference that the caller
     * releases. The bytes are not copied; the memory they lie in stays leased until then, with whatever else lies in it: a whole slab for a
     * short frame. For bytes that are kept for a short time. A frame in a buffer that was fed is copied, since that buffer is the caller's.
     *
     * @throws IllegalStateException if the handler has returned
     */
    public ByteBuf share() {
        int length = checkedPayloadLength();
        if (length == 0) {
            return Unpooled.EMPTY_BUFFER;
        } else if (chain == null && slab == null) {
            return SharedBytes.copy(buffer, at + payloadStart, length);
        }
        KeptBytes.Anchor anchor = trail == null ? null : trail.keep();
        ByteBuf shared = chain != null
                ? chain.share(at + payloadStart, length, anchor)
                : SharedBytes.of(Objects.requireNonNull(slab), at + payloadStart, length, anchor);
        if (anchor != null) {
            anchor.isComplete();
        }
        return shared;
    }

    /**
     * Returns the payload as {@link #share()} does, for bytes that are kept for long: a payload that takes less than half of the memory that
     * it lies in is copied to an array of its own, so that it pins nothing else; a longer one, and that of a chain, keeps the memory it has.
     *
     * @throws IllegalStateException if the handler has returned
     */
    public ByteBuf detach() {
        int length = checkedPayloadLength();
        if (chain != null || length == 0 || (slab != null && 2L * length >= slab.capacity())) {
            return share();
        }
        return SharedBytes.copy(buffer, at + payloadStart, length);
    }

    private int checkedPayloadLength() {
        if (gone || length == 0) {
            throw isGone();
        }
        return length - payloadStart;
    }

    private void checkPresent() {
        if (gone) {
            throw isGone();
        }
    }

    private static IllegalStateException isGone() {
        return new IllegalStateException("this frame is gone: it is valid until its handler returns");
    }

    /** Makes this frame and its views useless for good. */
    void expire() {
        clear();
        bytes.expire(Tracker.POISON);
        header.expire(Tracker.POISON);
        payload.expire(Tracker.POISON);
        gone = true;
    }

    @SuppressWarnings("ReferenceEquality") // a reference that does not change is not stored again
    void wrap(Region region, int length, int payloadStart) {
        move(region.from, length, payloadStart);
        if (slab != region.slab) {
            slab = region.slab;
        }
        if (buffer != region.buffer) {
            buffer = region.buffer;
        }
        if (chain != null) {
            chain = null;
        }
    }

    /** Shows another frame that lies in the same region. */
    void move(int at, int length, int payloadStart) {
        this.at = at;
        this.length = length;
        this.payloadStart = payloadStart;
    }

    void wrap(Chain chain, int payloadStart) {
        chain.show(bytes);
        move(0, bytes.length(), payloadStart);
        this.chain = chain;
        slab = null;
        buffer = Region.NONE;
    }

    /** Shows nothing from now on, but still refers to the memory. */
    void hide() {
        move(at, 0, 0);
        bytes.hide();
        header.hide();
        payload.hide();
    }

    void clear() {
        move(0, 0, 0);
        bytes.clear();
        header.clear();
        payload.clear();
        slab = null;
        chain = null;
        buffer = Region.NONE;
    }

    @Override
    public String toString() {
        return gone ? "Frame[gone]" : "Frame[length=" + length() + ", payload=" + (length() - payloadStart) + "]";
    }
}
