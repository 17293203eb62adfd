package io.headroom.buffers.memory;

import org.jspecify.annotations.Nullable;

/** Those who wait for memory, first in, first out; who waits for more adjacent memory than there is does not hold up the others. */
final class Waiters {
    /*
     * Linked, because any number of connections may wait and no array of the pool is to be long. One line for each pool, order of
     * magnitude of what is waited for, and how they stand to the lane, so that a release looks at the heads of a few lines, however long they
     * are.
     *
     * A waiter may lease and release and thereby wake the next one, who does the same: with ten thousand of them the stack would not do. So
     * a thread that is to wake somebody while it runs a waiter takes a note of it, and goes on when that waiter has returned.
     */

    /** What is waited for. */
    interface Server {
        /** Returns whether so many bytes would not be refused now, or are waited for in vain. */
        boolean canServe(int bytes, Lane lane);

        /** Returns the size of what is usually waited for. */
        int slabBytes();
    }

    private static final class Waiting {
        private final Runnable waiter;
        private final int bytes;
        private final long number;
        private @Nullable Waiting next;

        Waiting(Runnable waiter, int bytes, long number) {
            this.waiter = waiter;
            this.bytes = bytes;
            this.number = number;
        }
    }

    /** Those who wait for pieces of about the same length from the same pool; never empty. */
    private static final class Line {
        private final Server pool;
        private final int magnitude;
        private final Lane lane;
        private Waiting first;
        private Waiting last;
        private @Nullable Line next;

        Line(Server pool, int magnitude, Lane lane, Waiting only) {
            this.pool = pool;
            this.magnitude = magnitude;
            this.lane = lane;
            first = only;
            last = only;
        }
    }

    /** A thread that runs waiters now, and how many it still has to run. */
    private static final class Waking {
        private final Thread thread = Thread.currentThread();
        private long owed;
        private @Nullable Waking next;
    }

    private @Nullable Line lines;
    private long numbers;
    private @Nullable Waking waking;

    /** Read without the lock on every release; it is written before a waiter looks for memory a last time. */
    private volatile boolean waited;

    boolean isEmpty() {
        return !waited;
    }

    @SuppressWarnings("ReferenceEquality") // a pool is itself
    synchronized void add(Runnable waiter, Server pool, int bytes, Lane lane) {
        Waiting added = new Waiting(waiter, bytes, numbers++);
        int magnitude = magnitude(pool, bytes);
        for (Line line = lines; line != null; line = line.next) {
            if (line.pool == pool && line.magnitude == magnitude && line.lane == lane) {
                line.last.next = added;
                line.last = added;
                return;
            }
        }
        Line line = new Line(pool, magnitude, lane, added);
        line.next = lines;
        lines = line;
        waited = true;
    }

    private static int magnitude(Server pool, int bytes) {
        return 32 - Integer.numberOfLeadingZeros((bytes - 1) / pool.slabBytes());
    }

    synchronized boolean remove(Runnable waiter) {
        for (Line line = lines; line != null; line = line.next) {
            Waiting previous = null;
            for (Waiting at = line.first; at != null; at = at.next) {
                if (at.waiter.equals(waiter)) {
                    unlink(line, previous, at);
                    return true;
                }
                previous = at;
            }
        }
        return false;
    }

    private void unlink(Line line, @Nullable Waiting previous, Waiting removed) {
        Waiting next = removed.next;
        if (previous != null) {
            previous.next = next;
            line.last = next == null ? previous : line.last;
        } else if (next != null) {
            line.first = next;
        } else {
            drop(line);
        }
    }

    @SuppressWarnings("ReferenceEquality") // a line is itself
    private void drop(Line empty) {
        if (lines == empty) {
            lines = empty.next;
        } else {
            for (Line line = lines; line != null; line = line.next) {
                if (line.next == empty) {
                    line.next = empty.next;
                }
            }
        }
        waited = lines != null;
    }

    /**
     * Runs the waiters that came first and whose pools can serve them, at most {@code most} of them, on this thread and under no lock: at once,
     * or, if this thread is running a waiter, after that one.
     */
    void wake(int most) {
        Waking mine = begin(most);
        if (mine == null) {
            return;
        }
        try {
            for (Runnable waiter = poll(mine); waiter != null; waiter = poll(mine)) {
                run(waiter);
            }
        } finally {
            end(mine);
        }
    }

    /** This thread is in the middle of a release, somebody else's perhaps: what a waiter throws must not end up there. */
    private static void run(Runnable waiter) {
        try {
            waiter.run();
        } catch (RuntimeException | Error e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    /** Returns null if there is nothing to do, or if this thread is at it. */
    private synchronized @Nullable Waking begin(int most) {
        if (lines == null) {
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
        if (mine.owed == 0) {
            return null;
        }
        Line next = null;
        for (Line line = lines; line != null; line = line.next) {
            boolean isEarlier = next == null || line.first.number < next.first.number;
            next = isEarlier && line.pool.canServe(line.first.bytes, line.lane) ? line : next;
        }
        if (next == null) {
            return null;
        }
        mine.owed--;
        Waiting served = next.first;
        unlink(next, null, served);
        return served.waiter;
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
