package io.headroom.buffers;

import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Settings of a connection's read buffer; from {@link MessageBuffers#connection}. */
public final class ReadBufferBuilder {
    final MessageBuffers owner;
    final Object peer;
    Framing framing = LengthField.ofBytes(4);
    ReadLimits limits = ReadLimits.defaults();
    boolean contiguous;

    @Nullable ReadLimits limitsUntilTrusted;

    @Nullable Object key;

    @Nullable ReadObserver observer;

    /** Where this connection's leases are tracked, null if they are not. */
    @Nullable Trail trail;

    ReadBufferBuilder(MessageBuffers owner, Object peer) {
        this.owner = owner;
        this.peer = peer;
    }

    /** Sets how frames are found; by default by a big-endian length of 4 bytes that does not count itself. */
    public ReadBufferBuilder framing(Framing framing) {
        this.framing = Objects.requireNonNull(framing, "framing");
        return this;
    }

    /** Sets how long frames may be; by default {@link ReadLimits#defaults()}. */
    public ReadBufferBuilder limits(ReadLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Delivers whole frames in one part, as if {@link FrameHandler#onHeader} had answered {@link Delivery#CONTIGUOUS} instead of WHOLE: for
     * decoders that need one {@link java.nio.ByteBuffer}, and for callers who pull.
     */
    public ReadBufferBuilder contiguous() {
        contiguous = true;
        return this;
    }

    /** Sets how long frames may be until the peer is {@linkplain ReadBuffer#trusted trusted}; by default as long as afterwards. */
    public ReadBufferBuilder limitsUntilTrusted(ReadLimits limits) {
        limitsUntilTrusted = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /** Sets what this connection has in common with others of the same peer, its address or node id say; in reports, and for shares of memory. */
    public ReadBufferBuilder key(Object key) {
        this.key = Objects.requireNonNull(key, "key");
        return this;
    }

    /** Sets who sees what is read, for traces; by default nobody. */
    public ReadBufferBuilder observer(ReadObserver observer) {
        this.observer = Objects.requireNonNull(observer, "observer");
        return this;
    }

    /**
     * Returns the buffer, which holds no memory yet.
     *
     * @throws IllegalArgumentException if a frame within the limit could never fit into the memory limit or this connection's share of it
     */
    public ReadBuffer open() {
        trail = owner.trail(peer, key);
        return new ReadBuffer(this);
    }
}
