package io.headroom.buffers.memory;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A few free slabs of each size class at hand for the threads that share this shelf, last in, first out, so that the memory leased next is
 * the memory that is still in the processor's cache.
 *
 * <p>Nobody waits for a shelf: a thread that finds it taken goes to the depot instead. Only {@link #clear} spins, for the few instructions
 * that a holder needs.
 */
final class Shelf {
    /** So many slabs of one class stay at most: what a few connections of one thread need in turn, 256 KiB of whole slabs. */
    private static final int DEPTH = 4;

    private final AtomicBoolean taken = new AtomicBoolean();
    private final @Nullable Slab[] top;
    private final int[] depth;

    Shelf(int sizeClasses) {
        top = new @Nullable Slab[sizeClasses];
        depth = new int[sizeClasses];
    }

    /** Returns the slab of this class that was put last, or null if there is none or the shelf is taken. */
    @Nullable Slab take(int sizeClass) {
        if (!taken.compareAndSet(false, true)) {
            return null;
        }
        Slab slab = top[sizeClass];
        if (slab != null) {
            top[sizeClass] = slab.next;
            slab.next = null;
            depth[sizeClass]--;
        }
        taken.setRelease(false);
        return slab;
    }

    /** Returns whether the slab was put here; if not, the shelf is full or taken. */
    boolean put(Slab slab) {
        if (!taken.compareAndSet(false, true)) {
            return false;
        }
        int sizeClass = slab.block.sizeClass;
        boolean room = depth[sizeClass] < DEPTH;
        if (room) {
            slab.next = top[sizeClass];
            top[sizeClass] = slab;
            depth[sizeClass]++;
        }
        taken.set(false); // volatile, so that this put is seen by whoever began to wait before we look for waiters
        return room;
    }

    /** Takes all slabs away and returns them as a linked list. */
    @Nullable Slab clear() {
        while (!taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        Slab all = null;
        for (int i = 0; i < top.length; i++) {
            for (Slab slab = top[i]; slab != null; ) {
                Slab next = slab.next;
                slab.next = all;
                all = slab;
                slab = next;
            }
            top[i] = null;
            depth[i] = 0;
        }
        taken.setRelease(false);
        return all;
    }

    /** Returns the bytes that lie here; a snapshot that is off by what is put and taken meanwhile. */
    long bytes() {
        while (!taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        long bytes = 0;
        for (int i = 0; i < depth.length; i++) {
            bytes += (long) depth[i] * (SlabPool.SMALLEST_FRACTION << i);
        }
        taken.setRelease(false);
        return bytes;
    }
}
