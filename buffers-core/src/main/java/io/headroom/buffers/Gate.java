package io.headroom.buffers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lets one caller at a time into a read buffer, whichever thread it is on, and lets it be closed from any thread: an idle one at once, a busy
 * one when it leaves. Entry and exit are one atomic step each, so that exactly one party does the closing.
 */
final class Gate {
    private static final VarHandle STATE;
    private static final VarHandle AWAY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Gate.class, "state", int.class);
            AWAY = lookup.findVarHandle(Gate.class, "away", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int CLOSING = 2;
    private static final int CLOSED = 3;

    /** Why the one inside is away between two calls. */
    enum Use {
        NONE,
        PULLING,
        LENT
    }

    private volatile int state;
    private Use use = Use.NONE;

    /** The thread that pulls, while it is away between two calls; whoever takes it out is the one inside. */
    @SuppressWarnings("unused") // through AWAY
    private volatile @Nullable Thread away;

    /**
     * Enters, or returns false if closed.
     *
     * @throws IllegalStateException if somebody is inside
     */
    boolean enter() {
        if (STATE.compareAndSet(this, IDLE, BUSY)) {
            return true;
        }
        if (state == CLOSED) {
            return false;
        }
        throw new IllegalStateException(
                "this read buffer is in use: drain, feed and the like cannot be nested or called by two threads at once");
    }

    /** Leaves, and returns false if this buffer is to be closed: then the caller is still inside, cleans up and calls {@link #closed}. */
    boolean leave() {
        return STATE.compareAndSet(this, BUSY, IDLE);
    }

    /** Asks for closing. Returns true if nobody was inside: then the caller cleans up; nobody enters any more. */
    boolean close() {
        while (true) {
            int now = state;
            if (now == IDLE && STATE.compareAndSet(this, IDLE, CLOSED)) {
                return true;
            }
            if (now == CLOSING || now == CLOSED || (now == BUSY && STATE.compareAndSet(this, BUSY, CLOSING))) {
                return false;
            }
        }
    }

    /** The one inside returns to its caller and stays the one inside. */
    void stepAway(Use why) {
        use = why;
        away = why == Use.PULLING ? Thread.currentThread() : null;
    }

    /** Returns whether the one inside is away for this. */
    boolean isAway(Use why) {
        return use == why;
    }

    /** The one inside is back; false if this buffer has been closed meanwhile, on the thread that pulls. */
    boolean comeBack() {
        boolean wasLent = use == Use.LENT;
        use = Use.NONE;
        return AWAY.getAndSet(this, (Thread) null) != null || wasLent;
    }

    /** Comes back if the one inside pulls on this thread: it looks at nothing now, and may never come back by itself. */
    boolean comeBackToClose() {
        boolean back = AWAY.compareAndSet(this, Thread.currentThread(), (Thread) null);
        if (back) {
            use = Use.NONE;
        }
        return back;
    }

    /** Asks for closing if {@code gone}, for whoever is inside. */
    void closeIf(boolean gone) {
        if (gone) {
            close();
        }
    }

    void closed() {
        state = CLOSED;
    }

    /** Returns whether the one inside is to leave. */
    boolean isClosing() {
        return state == CLOSING;
    }

    boolean isOpen() {
        return state < CLOSING;
    }
}
