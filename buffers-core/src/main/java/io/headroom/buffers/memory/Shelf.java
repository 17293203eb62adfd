package io.headroom.buffers.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
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

    private static final VarHandle REUSES;
    private static final VarHandle CREATIONS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            REUSES = lookup.findVarHandle(Shelf.class, "reuses", long.class);
            CREATIONS = lookup.findVarHandle(Shelf.class, "creations", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /*
     * The slab of each class that was put last lies in a place of its own, where one atomic step takes or puts it; the one that it displaces
     * goes on the stack behind.
     */
    private final Place[] atHand;

    private final AtomicBoolean taken = new AtomicBoolean();
    private final @Nullable Slab[] top;
    private final int[] depth;

    /** Leases by threads that share this shelf: of memory that had been leased before, and of memory that had not. */
    @SuppressWarnings("unused") // through REUSES
    private volatile long reuses;

    @SuppressWarnings("unused") // through CREATIONS
    private volatile long creations;

    private static final class Place extends AtomicReference<@Nullable Slab> {
        private static final long serialVersionUID = 1L;
    }

    Shelf(int sizeClasses) {
        atHand = new Place[sizeClasses];
        for (int i = 0; i < sizeClasses; i++) {
            atHand[i] = new Place();
        }
        top = new @Nullable Slab[sizeClasses];
        depth = new int[sizeClasses];
    }

    /** Returns the slab of this class that was put last, or null if there is none or the shelf is taken. */
    @Nullable Slab take(int sizeClass) {
        Place place = atHand[sizeClass];
        Slab last = place.get() == null ? null : place.getAndSet(null);
        if (last != null) {
            return last;
        }
        if (depth[sizeClass] == 0 || !taken.compareAndSet(false, true)) {
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

    /** Counts a lease, from here or from the depot behind. */
    Slab count(Slab leased) {
        if (leased.isNew()) {
            CREATIONS.getAndAdd(this, 1L);
            PoolEvents.created(leased);
        } else {
            REUSES.getAndAdd(this, 1L);
        }
        return leased.lease();
    }

    /** Returns how many leases of memory that had been leased before were counted on all shelves. */
    static long reuses(Shelf[] shelves) {
        long sum = 0;
        for (Shelf shelf : shelves) {
            sum += shelf.reuses;
        }
        return sum;
    }

    /** Returns how many leases of memory that had not been leased before were counted on all shelves. */
    static long creations(Shelf[] shelves) {
        long sum = 0;
        for (Shelf shelf : shelves) {
            sum += shelf.creations;
        }
        return sum;
    }

    /** Puts the slab here, and returns the one that there is no place for then, if there is one. */
    @Nullable Slab put(Slab slab) {
        int sizeClass = slab.block.sizeClass;
        // An atomic step, and a volatile write below, so that this is seen by whoever began to wait before we look for
        // waiters.
        Slab displaced = atHand[sizeClass].getAndSet(slab);
        if (displaced == null || !taken.compareAndSet(false, true)) {
            return displaced;
        }
        boolean room = depth[sizeClass] < DEPTH;
        if (room) {
            displaced.next = top[sizeClass];
            top[sizeClass] = displaced;
            depth[sizeClass]++;
        }
        taken.set(false);
        return room ? null : displaced;
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
            Slab last = atHand[i].getAndSet(null);
            if (last != null) {
                last.next = all;
                all = last;
            }
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
            int count = depth[i] + (atHand[i].get() == null ? 0 : 1);
            bytes += (long) count * (SlabPool.SMALLEST_FRACTION << i);
        }
        taken.setRelease(false);
        return bytes;
    }
}
