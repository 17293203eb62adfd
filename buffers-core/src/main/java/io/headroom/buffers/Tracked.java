package io.headroom.buffers;

import io.headroom.buffers.memory.LeaseWatch;
import io.headroom.buffers.memory.Slab;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A lease, or a hold on one, that is tracked. */
class Tracked {
    private static final Set<String> TRACKERS = Set.of(
            Trail.class.getName(),
            Tracked.class.getName(),
            Tracked.OfSlab.class.getName(),
            KeptBytes.class.getName(),
            Abandoned.class.getName());

    final Trail trail;
    final long sinceNanos;

    /** What it is for now, written by whoever holds it. */
    volatile LeaseReport.Kind kind;

    volatile long bytes;
    private final Throwable where = new Throwable();

    /** Its neighbours in the tracker's list, under the tracker's lock. */
    @Nullable Tracked older;

    @Nullable Tracked newer;

    Tracked(Trail trail, LeaseReport.Kind kind, long bytes) {
        this.trail = trail;
        this.kind = kind;
        this.bytes = bytes;
        sinceNanos = trail.tracker.now();
    }

    /** Returns whether it stands for memory that no other entry stands for. */
    boolean isListed() {
        return true;
    }

    /** Returns where it began, without the calls in which it was noted down. */
    List<StackTraceElement> stack() {
        return Arrays.stream(where.getStackTrace())
                .dropWhile(call -> TRACKERS.contains(call.getClassName()))
                .collect(Collectors.toUnmodifiableList());
    }

    /** A lease of a connection's own. */
    static final class OfSlab extends Tracked implements LeaseWatch {
        /** How many handles of the application hold it, each of which has an entry of its own. */
        final AtomicInteger handles = new AtomicInteger();

        OfSlab(Trail trail, LeaseReport.Kind kind, long bytes) {
            super(trail, kind, bytes);
        }

        @Override
        boolean isListed() {
            return handles.get() == 0;
        }

        @Override
        public void onEnd(Slab slab) {
            trail.tracker.remove(this);
            if (trail.tracker.isAll()) {
                Tracker.poison(slab.buffer());
            }
        }
    }
}
