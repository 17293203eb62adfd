package io.headroom.buffers.memory;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Those who wait for a slab, first in, first out. */
final class Waiters {
    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();

    /** Read without the lock on every release; it is written before a waiter looks for memory a last time. */
    private volatile int count;

    boolean isEmpty() {
        return count == 0;
    }

    synchronized void add(Runnable waiter) {
        queue.add(waiter);
        count = queue.size();
    }

    synchronized boolean remove(Runnable waiter) {
        boolean removed = queue.removeFirstOccurrence(waiter);
        count = queue.size();
        return removed;
    }

    /** Runs the waiters that came first, at most {@code most} of them, on this thread and under no lock. */
    void wake(int most) {
        for (int i = 0; i < most; i++) {
            Runnable waiter = poll();
            if (waiter == null) {
                return;
            }
            waiter.run();
        }
    }

    private synchronized @Nullable Runnable poll() {
        Runnable waiter = queue.poll();
        count = queue.size();
        return waiter;
    }
}
