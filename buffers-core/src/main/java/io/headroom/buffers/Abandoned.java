package io.headroom.buffers;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What a {@link ReadBuffer} held that nobody closed and nobody can reach any more: given back, and reported. */
final class Abandoned implements Runnable {
    /*
     * Only what the buffer is made of is known here, never the buffer itself, and sweeps know a buffer that is tracked by a weak reference. That
     * is not so without tracking: there a sweep can still close a buffer that was dropped with a late frame in it.
     *
     * Whom the application wants told when it may read on may well point to the buffer, so that is known by a weak reference, too: as long as
     * somebody waits, those point to it who will tell.
     *
     * Nobody is inside a buffer that cannot be reached: its methods keep it reachable to their end. So its gate may be closed from outside,
     * even if a frame was being pulled or room was lent.
     */
    private final MessageBuffers owner;
    private final Gate gate;
    private final Store store;
    private final Views views;
    private final Course course;
    private final WeakReference<Readiness> readiness;
    private final Vigil vigil;
    private final Tracked tracked;
    private final AtomicBoolean ended = new AtomicBoolean();
    private Cleaner.@Nullable Cleanable cleanable;

    private Abandoned(ReadBufferBuilder settings, Trail trail, Gate gate, Store store, Vigil vigil, Pump pump) {
        owner = settings.owner;
        this.gate = gate;
        this.store = store;
        views = pump.framer().views();
        course = pump.framer().course();
        readiness = new WeakReference<>(pump.readiness());
        this.vigil = vigil;
        tracked = new Tracked(trail, LeaseReport.Kind.READ_BUFFER, 0);
    }

    /** Returns what a new read buffer shows to sweeps; if it is to be tracked, without holding it. */
    static Vigil vigilOf(ReadBuffer in, ReadBufferBuilder settings, Gate gate, Store store, Pump pump) {
        Trail trail = settings.trail;
        if (trail == null || !trail.tracker.picksNext()) {
            return new Vigil(settings.peer, settings.key, in::close);
        }
        WeakReference<ReadBuffer> weak = new WeakReference<>(in);
        Vigil vigil = new Vigil(settings.peer, settings.key, () -> close(weak.get()));
        Abandoned held = new Abandoned(settings, trail, gate, store, vigil, pump);
        vigil.onClose = held::isClosed;
        held.cleanable = trail.tracker.watch(in, held);
        return vigil;
    }

    private static void close(@Nullable ReadBuffer in) {
        if (in != null) {
            in.close();
        }
    }

    /** The buffer was closed, so that there is nothing to find. */
    private void isClosed() {
        if (ended.compareAndSet(false, true) && cleanable != null) {
            cleanable.clean();
        }
    }

    @Override
    public void run() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        gate.close();
        gate.closed();
        views.clear();
        course.left();
        vigil.count(course, store.parking());
        tracked.bytes = store.heldBytes();
        owner.closed(vigil, store);
        Readiness waiting = readiness.get();
        if (waiting != null) {
            waiting.close();
        }
        store.leases().refusedBy().wakeNextIfAvailable();
        tracked.trail.tracker.leaked(tracked);
    }
}
