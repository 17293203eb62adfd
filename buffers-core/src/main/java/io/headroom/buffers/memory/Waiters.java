package io.headroom.buffers.memory;

import org.jspecify.annotations.Nullable;

/** Those who wait for a slab, first in, first out. */
final class Waiters {
    /*
     * Linked, because any number of connections may wait and no array of the pool is to be long.
     *
     * A waiter may lease and release and thereby wake the next one, who does the same: with ten thousand of them the stack would not do. So
     * a thread that is to wake somebody while it runs a waiter takes a note of it, and goes on when that waiter has returned.
     */
    private static final class Waiting {
        private final Runnable waiter;
        private @Nullable Waiting next;

        Waiting(Runnable waiter) {
            this.waiter = waiter;
        }
    }

    /** A thread that runs waiters now, and how many it still has to run. */
    private static final class Waking {
        private final Thread thread = Thread.currentThread();
        private long owed;
        private @Nullable Waking next;
    }

    private @Nullable Waiting first;
    private @Nullable Waiting last;
    private @Nullable Waking waking;

    /** Read without the lock on every release; it is written before a waiter looks for memory a last time. */
    private volatile boolean waited;

    boolean isEmpty() {
        return !waited;
    }

    synchronized void add(Runnable waiter) {
        Waiting added = new Waiting(waiter);
        if (last == null) {
            first = added;
        } else {
            last.next = added;
        }
        last = added;
        waited = true;
    }

    synchronized boolean remove(Runnable waiter) {
        Waiting previous = null;
        for (Waiting at = first; at != null; at = at.next) {
            if (at.waiter.equals(waiter)) {
                unlink(previous, at);
                return true;
            }
            previous = at;
        }
        return false;
    }

    private void unlink(@Nullable Waiting previous, Waiting removed) {
        if (previous == null) {
            first = removed.next;
        } else {
            previous.next = removed.next;
        }
        if (removed.next == null) {
            last = previous;
        }
        waited = first != null;
    }

    /**
     * Runs the waiters that came first, at most {@code most} of them, on this thread and under no lock: at once, or, if this thread is
     * running a waiter, after that one.
     */
    void wake(int most) {
        Waking mine = begin(most);
        if (mine == null) {
            return;
        }
        try {
            for (Runnable waiter = poll(mine); waiter != null; waiter = poll(mine)) {
                waiter.run();
            }
        } finally {
            end(mine);
        }
    }

    /** Returns null if there is nothing to do, or if this thread is at it. */
    private synchronized @Nullable Waking begin(int most) {
        if (first == null) {
            return null;
        }
        for (Waking at = waking; at != null; at = at.next) {
            if (at.thread == Thread.currentThread()) {
                at.owed += most;
                return null;
            }
        }
        Waking mine = new Waking();
        mine.owed = most;
        mine.next = waking;
        waking = mine;
        return mine;
    }

    private synchronized @Nullable Runnable poll(Waking mine) {
        Waiting polled = first;
        if (polled == null || mine.owed == 0) {
            return null;
        }
        mine.owed--;
        unlink(null, polled);
        return polled.waiter;
    }

    private synchronized void end(Waking mine) {
        if (waking == mine) {
            waking = mine.next;
            return;
        }
        for (Waking at = waking; at != null; at = at.next) {
            if (at.next == mine) {
                at.next = mine.next;
                return;
            }
        }
    }
}
