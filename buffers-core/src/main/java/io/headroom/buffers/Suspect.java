package io.headroom.buffers;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is known of a connection with a frame in progress, when it was swept. Immutable. */
public final class Suspect {
    /** Why a connection is late. */
    public enum Cause {
        /** Its frame took longer than {@link Deadlines#frame}. */
        DEADLINE,
        /** Its frame came slower than {@link Deadlines#leastRate}. */
        TOO_SLOW,
        /** It had the completion lane and did not go on for longer than {@link Deadlines#lane}. */
        STALLED_IN_LANE
    }

    private final Object peer;
    private final @Nullable Object key;
    private final @Nullable Cause cause;
    private final long declared;
    private final long received;
    private final long heldBytes;
    private final long ageNanos;

    Suspect(Vigil vigil, @Nullable Cause cause) {
        peer = vigil.peer;
        key = vigil.key;
        this.cause = cause;
        declared = vigil.declared();
        received = vigil.pending();
        heldBytes = vigil.held();
        ageNanos = vigil.waited;
    }

    /** Returns whatever names the peer, as given when the connection was opened. */
    public Object peer() {
        return peer;
    }

    /** Returns the key whose share of memory the connection counts against, null if it has none. */
    public @Nullable Object key() {
        return key;
    }

    /** Returns why it is late, null if it is not. */
    public @Nullable Cause cause() {
        return cause;
    }

    /** Returns the declared length of the frame in progress, 0 if its header is not whole. */
    public long declared() {
        return declared;
    }

    /** Returns how many bytes of the frame have been received. */
    public long received() {
        return received;
    }

    /** Returns how many bytes of memory the connection holds. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Returns how long this side has waited for the peer since the first byte of the frame was seen. */
    public Duration age() {
        return Duration.ofNanos(ageNanos);
    }

    /** Returns how many bytes of the frame came in a second of {@link #age()}, 0 if it is new. */
    public double bytesPerSecond() {
        return ageNanos == 0 ? 0 : received * 1e9 / ageNanos;
    }

    @Override
    public String toString() {
        return "Suspect[" + peer + (cause == null ? "" : ", " + cause) + ", received " + received + " of "
                + (declared == 0 ? "a header" : declared + " bytes") + " in " + age() + ", holds " + heldBytes
                + " bytes"
                + (key == null ? "" : ", key " + key) + "]";
    }
}
