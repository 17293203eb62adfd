package io.headroom.buffers;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All open connections of a node, and what those had counted that are closed. Any thread. */
final class Registry {
    /*
     * Connections are linked, so that one is added and removed in constant time, and no array of the node is long. They are spread over segments,
     * each with a lock of its own: whoever looks at all of them holds up an open or a close for the few in one segment at most.
     *
     * A connection leaves its segment and its counts go into the segment's in one step under that lock, so that whoever adds up sees them
     * exactly once.
     */
    private static final int SEGMENTS = 64;

    private final Segment[] segments = new Segment[SEGMENTS];
    private final AtomicInteger opened = new AtomicInteger();

    Registry() {
        for (int i = 0; i < SEGMENTS; i++) {
            segments[i] = new Segment();
        }
    }

    void add(Vigil vigil) {
        segments[opened.getAndIncrement() & (SEGMENTS - 1)].add(vigil);
    }

    /** Removes a connection that was added, whose figures change no more. */
    void remove(Vigil vigil, long nowNanos) {
        Segment segment = vigil.segment;
        if (segment != null) {
            segment.remove(vigil, nowNanos);
        }
    }

    /** Shows all that are open, those of a segment under its lock: {@code look} neither opens nor closes one. */
    void forEach(Consumer<Vigil> look) {
        for (Segment segment : segments) {
            segment.forEach(look);
        }
    }

    /** Adds up what all connections have counted and how they stand. Allocates nothing. */
    void addTo(BufferStats stats) {
        for (Segment segment : segments) {
            segment.addTo(stats);
        }
    }

    /** Some of the connections. */
    static final class Segment {
        private @Nullable Vigil first;

        /** What the closed ones had counted, by the totals of {@link BufferStats}. */
        private final long[] closed = new long[BufferStats.TOTALS];

        private synchronized void add(Vigil vigil) {
            vigil.segment = this;
            vigil.next = first;
            if (first != null) {
                first.previous = vigil;
            }
            first = vigil;
            closed[BufferStats.OPENED]++;
        }

        @SuppressWarnings("ReferenceEquality") // a vigil is itself
        private synchronized void remove(Vigil vigil, long nowNanos) {
            if (vigil.segment == null) {
                return;
            }
            vigil.segment = null;
            if (first == vigil) {
                first = vigil.next;
            } else if (vigil.previous != null) {
                vigil.previous.next = vigil.next;
            }
            if (vigil.next != null) {
                vigil.next.previous = vigil.previous;
            }
            vigil.previous = null;
            vigil.next = null;
            vigil.endPause(nowNanos);
            vigil.addTotalsTo(closed);
            closed[BufferStats.CLOSED]++;
        }

        private synchronized void forEach(Consumer<Vigil> look) {
            for (Vigil vigil = first; vigil != null; vigil = vigil.next) {
                look.accept(vigil);
            }
        }

        private synchronized void addTo(BufferStats stats) {
            stats.addTotals(closed);
            for (Vigil vigil = first; vigil != null; vigil = vigil.next) {
                stats.add(vigil);
            }
        }
    }
}
