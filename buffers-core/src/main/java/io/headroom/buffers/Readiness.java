package io.headroom.buffers;

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
    private volatile boolean woken;
    private final Runnable onMemory = this::memoryIsBack;

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
        MemorySource pool = leases.refusedBy();
        synchronized (this) {
            rearm = callback;
            if (held || waitingFor != null) {
                return;
            }
            waitingFor = pool;
        }
        pool.whenAvailable(onMemory, leases.refusedBytes(), leases.wantsLane());
    }

    private void memoryIsBack() {
        Runnable run;
        MemorySource left;
        synchronized (this) {
            woken = !held;
            run = held ? null : takeRearm();
            left = held ? waitingFor : null;
            waitingFor = null;
        }
        run(run);
        if (left != null) {
            left.wakeNextIfAvailable();
        }
    }

    /** A woken connection that has drained leaves what it did not take to the next one. */
    void passTurnOn(MemorySource pool) {
        if (woken) {
            synchronized (this) {
                woken = false;
            }
            pool.wakeNextIfAvailable();
        }
    }

    /** The buffer is closed: whoever waits is told, and a turn that was given to it goes to the next. */
    void close(MemorySource pool) {
        Runnable run;
        MemorySource left;
        synchronized (this) {
            held = false;
            run = takeRearm();
            left = woken ? pool : waitingFor;
            if (waitingFor != null && waitingFor.cancel(onMemory)) {
                left = null;
            }
            waitingFor = null;
            woken = false;
        }
        run(run);
        if (left != null) {
            left.wakeNextIfAvailable();
        }
    }

    private @Nullable Runnable takeRearm() {
        Runnable taken = rearm;
        rearm = null;
        return taken;
    }

    /** Runs foreign code on a thread that is in the middle of something else: what it throws must not end up there. */
    private static void run(@Nullable Runnable callback) {
        if (callback == null) {
            return;
        }
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
