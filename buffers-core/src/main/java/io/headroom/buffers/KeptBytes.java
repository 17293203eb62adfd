package io.headroom.buffers;

import io.headroom.buffers.memory.LeaseWatch;
import io.headroom.buffers.memory.Slab;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What the application keeps by one handle: the holds on slabs that end when it is released, or else when it has been dropped. */
final class KeptBytes implements Runnable {
    /*
     * Each hold ends once: whoever ends it first, the release or the collector, gives the slab back. The collector watches the anchor, which
     * every part of the handle points to and nothing else does: slices and duplicates of Netty's point to the parts.
     */
    private final Tracked tracked;
    private final List<Hold> holds = new ArrayList<>();
    private final AtomicInteger left = new AtomicInteger();
    private long bytes;
    private Cleaner.@Nullable Cleanable cleanable;

    /** What is reachable exactly as long as any part of the handle is. */
    static final class Anchor {
        private final KeptBytes kept;

        Anchor(KeptBytes kept) {
            this.kept = kept;
        }

        /** Adds a hold on a slab that the caller has retained. */
        Hold hold(Slab slab) {
            return kept.hold(slab);
        }

        /** All holds are there: from now on the handle is watched. */
        void isComplete() {
            kept.tracked.bytes = kept.bytes;
            kept.trail().tracker.add(kept.tracked);
            kept.cleanable = kept.trail().tracker.watch(this, kept);
        }
    }

    KeptBytes(Trail trail) {
        tracked = new Tracked(trail, LeaseReport.Kind.KEPT, 0);
    }

    private Trail trail() {
        return tracked.trail;
    }

    private Hold hold(Slab slab) {
        Hold hold = new Hold(slab);
        holds.add(hold);
        left.incrementAndGet();
        bytes += slab.capacity();
        return hold;
    }

    /** The handle is gone, or done with. */
    @Override
    public void run() {
        boolean dropped = false;
        for (Hold hold : holds) {
            dropped |= hold.end();
        }
        if (dropped) {
            trail().tracker.remove(tracked);
            trail().tracker.leaked(tracked);
        }
    }

    /** One part's hold on a slab. */
    final class Hold {
        private final Slab slab;
        private final @Nullable LeaseWatch watch;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Hold(Slab slab) {
            this.slab = slab;
            watch = slab.watch();
            count(1);
        }

        private void count(int change) {
            if (watch instanceof Tracked.OfSlab) {
                ((Tracked.OfSlab) watch).handles.addAndGet(change);
            }
        }

        /** Gives the slab back, unless that has been done; returns whether it was done now. */
        private boolean end() {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            count(-1);
            slab.release();
            return true;
        }

        /** The part was released. */
        void release() {
            if (end() && left.decrementAndGet() == 0) {
                trail().tracker.remove(tracked);
                if (cleanable != null) {
                    cleanable.clean();
                }
            }
        }
    }
}
