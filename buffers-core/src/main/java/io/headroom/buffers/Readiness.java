package io.headroom.buffers;

import io.headroom.buffers.memory.Lane;
import io.headroom.buffers.memory.MemorySource;
import org.jspecify.annotations.Nullable;

/**
 * Whether a connection may read on: held by its handler, or waiting for memory; and whom to tell when that is over.
 *
 * <p>Rare events only, so a lock will do; the flags that are looked at for every frame are volatile.
 */
final class Readiness {
    private volatile boolean held;

    /** {@link #resume()} came during the handler's call, before it could answer that it wants to pause. */
    private volatile boolean resumedEarly;

    private @Nullable Runnable rearm;
    private @Nullable MemorySource waitingFor;
    private int waitingForBytes;
    private Lane waitingForLane = Lane.BARRED;

    /** Who has given this connection a turn that it has not taken yet. */
    private volatile @Nullable MemorySource wokenBy;

    private final Runnable onMemory = this::memoryIsBack;

    /** Shown whether there is such a turn. */
    private @Nullable Vigil shown;

    /** Tells who shows this connection to sweeps; once, before it is used. */
    void showTo(Vigil vigil) {
        shown = vigil;
    }

    private void wokenBy(@Nullable MemorySource source) {
        wokenBy = source;
        if (shown != null) {
            shown.woken = source != null;
        }
    }

    boolean isHeld() {
        return held;
    }

    /** Called before each frame: a resume from before this frame has nothing to do with it. */
    void forgetEarlyResume() {
        if (resumedEarly) {
            resumedEarly = false;
        }
    }

    /** The handler wants to pause. Returns false if it has been resumed already, while it ran. */
    synchronized boolean hold() {
        if (resumedEarly) {
            resumedEarly = false;
            return false;
        }
        held = true;
        return true;
    }

    void resume() {
        Runnable run = null;
        synchronized (this) {
            if (held) {
                held = false;
                run = takeRearm();
            } else {
                resumedEarly = true;
            }
        }
        run(run);
    }

    /** Runs {@code callback} once this connection is resumed, if it is held, else when there is what was refused to it last. */
    void whenReadable(Runnable callback, Leases leases) {
        MemorySource source = leases.refusedBy();
        int bytes = leases.refusedBytes();
        Lane lane = leases.lane();
        synchronized (this) {
            rearm = callback;
            if (held || !isFirstToWaitFor(source, bytes, lane)) {
                return;
            }
            waitingFor = source;
            waitingForBytes = bytes;
            waitingForLane = lane;
        }
        source.whenAvailable(onMemory, bytes, lane);
    }

    /** Returns whether nobody waits for that yet; a wait for something else, refused before it, is over. */
    @SuppressWarnings("ReferenceEquality") // a source is itself
    private boolean isFirstToWaitFor(MemorySource source, int bytes, Lane lane) {
        MemorySource before = waitingFor;
        if (before == null) {
            return true;
        }
        boolean isSame = before == source && waitingForBytes == bytes && waitingForLane == lane;
        return !isSame && before.cancel(onMemory);
    }

    private void memoryIsBack() {
        Runnable run;
        MemorySource left;
        synchronized (this) {
            wokenBy(held ? wokenBy : waitingFor);
            run = held ? null : takeRearm();
            left = held ? waitingFor : null;
            waitingFor = null;
        }
        run(run);
        passOn(left);
    }

    /** A woken connection that has drained leaves what it did not take to the next one who waits for it. */
    void passTurnOn() {
        if (wokenBy != null) {
            MemorySource left;
            synchronized (this) {
                left = wokenBy;
                wokenBy(null);
            }
            passOn(left);
        }
    }

    /** The buffer is closed: whoever waits is told, and a turn that was given to it goes to the next. */
    void close() {
        Runnable run;
        MemorySource turn;
        synchronized (this) {
            held = false;
            run = takeRearm();
            turn = waitingFor;
            waitingFor = null;
            if (turn != null && turn.cancel(onMemory)) {
                turn = null;
            }
        }
        run(run);
        passOn(turn);
        passTurnOn();
    }

    private static void passOn(@Nullable MemorySource turn) {
        if (turn != null) {
            turn.wakeNextIfAvailable();
        }
    }

    private @Nullable Runnable takeRearm() {
        Runnable taken = rearm;
        rearm = null;
        return taken;
    }

    private static void run(@Nullable Runnable callback) {
        if (callback != null) {
            Callback.run(callback);
        }
    }
}
