package io.headroom.buffers;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of memory that is or was leased: for what, how long, for whom, and where in the code that began. Immutable. */
public final class LeaseReport {
    /** What a lease is for. */
    public enum Kind {
        /** For a read in progress. */
        LANDING,
        /** For the beginning of a frame, between two reads. */
        PARKED,
        /** A link in the chain of a frame that is longer than a slab. */
        CHAIN,
        /** For all of a frame in one piece. */
        CONTIGUOUS,
        /** What the application keeps by {@link Frame#share} or {@link Frame#detach}, listed once for each handle. */
        KEPT,
        /** A {@link ReadBuffer} that was never closed, with all it held. */
        READ_BUFFER
    }

    private final Kind kind;
    private final long bytes;
    private final Duration age;
    private final Object peer;
    private final @Nullable Object key;
    private final List<StackTraceElement> stack;

    LeaseReport(Tracked tracked, long nowNanos) {
        kind = tracked.kind;
        bytes = tracked.bytes;
        age = Duration.ofNanos(Math.max(0, nowNanos - tracked.sinceNanos));
        peer = tracked.trail.peer;
        key = tracked.trail.key;
        stack = tracked.stack();
    }

    /** Returns what the memory is for now. */
    public Kind kind() {
        return kind;
    }

    /** Returns how many bytes of memory are pinned, by a handle on a few bytes of a slab a whole slab. */
    public long bytes() {
        return bytes;
    }

    /** Returns how long ago it was leased, kept or opened. */
    public Duration age() {
        return age;
    }

    /** Returns whatever names the peer, as given when the connection was opened. */
    public Object peer() {
        return peer;
    }

    /** Returns the key of the connection, null if it has none. */
    public @Nullable Object key() {
        return key;
    }

    /** Returns where it was leased, kept or opened, the innermost call first. */
    public List<StackTraceElement> stack() {
        return stack;
    }

    /** Returns all of it, the stack in lines of its own. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Lease[" + kind + ", " + bytes + " bytes, " + age + ", " + peer
                + (key == null ? "" : ", key " + key) + "]");
        for (StackTraceElement call : stack) {
            text.append("\n\tat ").append(call);
        }
        return text.toString();
    }
}
