package io.headroom.buffers;

import io.headroom.buffers.memory.LeaseWatch;
import io.headroom.buffers.memory.Slab;
import org.jspecify.annotations.Nullable;

/** One connection's side of a {@link Tracker}. Any thread. */
final class Trail {
    final Tracker tracker;
    final Object peer;
    final @Nullable Object key;

    Trail(Tracker tracker, Object peer, @Nullable Object key) {
        this.tracker = tracker;
        this.peer = peer;
        this.key = key;
    }

    /** Returns whether views are made for each use and guarded against later ones. */
    boolean guardsViews() {
        return tracker.isAll();
    }

    /** Notes down a slab that was just leased, if it is to be tracked. */
    void leased(Slab slab, LeaseReport.Kind kind) {
        if (tracker.picksNext()) {
            Tracked.OfSlab tracked = new Tracked.OfSlab(this, kind, slab.capacity());
            tracker.add(tracked);
            slab.watch(tracked);
        }
    }

    /** Notes down that a slab which is held is for something else from now on. */
    void isNow(Slab slab, LeaseReport.Kind kind) {
        LeaseWatch watch = slab.watch();
        if (watch instanceof Tracked) {
            ((Tracked) watch).kind = kind;
        }
    }

    /** Returns what a handle of the application is tracked by, null if it is not to be. */
    KeptBytes.@Nullable Anchor keep() {
        return tracker.picksNext() ? new KeptBytes.Anchor(new KeptBytes(this)) : null;
    }
}
