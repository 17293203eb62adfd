package io.headroom.buffers;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The leases of a node that are tracked, and what was found dropped. Any thread. */
final class Tracker {
    /*
     * Leases are linked in the order in which they began, so that adding and removing one takes constant time, the oldest ones are at hand, and
     * no array grows with their number. The lock is held for a few instructions, and for as long as it takes to note the oldest ones down.
     *
     * What is dropped is found by the collector, through a cleaner whose thread gives the memory back: nobody need lease or sweep for that, since
     * all connections may be waiting for just this memory.
     */

    /** One in so many is tracked in samples: a prime, so that it does not fall in step with leases that come in turns. */
    static final int SAMPLE = 127;

    /** What memory is overwritten with when it goes back: no small number, no text, negative in every width. */
    static final byte POISON = (byte) 0xdb;

    private static final long POISONS = 0xdbdb_dbdb_dbdb_dbdbL;

    private final boolean all;
    private final LongSupplier clock;
    private final Consumer<LeaseReport> onLeak;
    private final Cleaner cleaner = Cleaner.create();
    private final AtomicLong leaks = new AtomicLong();

    /** Counts without a lock: what is lost when two threads meet shifts the sample, no more. */
    private int passed;

    private @Nullable Tracked oldest;
    private @Nullable Tracked newest;

    Tracker(boolean all, LongSupplier clock, Consumer<LeaseReport> onLeak) {
        this.all = all;
        this.clock = clock;
        this.onLeak = onLeak;
    }

    boolean isAll() {
        return all;
    }

    long now() {
        return clock.getAsLong();
    }

    /** Returns whether the next one is to be tracked. */
    boolean picksNext() {
        if (all) {
            return true;
        }
        int count = passed + 1;
        boolean picked = count >= SAMPLE;
        passed = picked ? 0 : count;
        return picked;
    }

    synchronized void add(Tracked tracked) {
        tracked.older = newest;
        if (newest == null) {
            oldest = tracked;
        } else {
            newest.newer = tracked;
        }
        newest = tracked;
    }

    synchronized void remove(Tracked tracked) {
        Tracked older = tracked.older;
        Tracked newer = tracked.newer;
        if (older == null) {
            oldest = newer;
        } else {
            older.newer = newer;
        }
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        tracked.older = null;
        tracked.newer = null;
    }

    /** Returns the oldest leases, the oldest first. */
    List<LeaseReport> oldest(int most) {
        List<Tracked> found = new ArrayList<>();
        synchronized (this) {
            for (Tracked tracked = oldest; tracked != null && found.size() < most; tracked = tracked.newer) {
                if (tracked.isListed()) {
                    found.add(tracked);
                }
            }
        }
        long now = now();
        List<LeaseReport> reports = new ArrayList<>();
        found.forEach(tracked -> reports.add(new LeaseReport(tracked, now)));
        return List.copyOf(reports);
    }

    /** Has {@code onDrop} run when nobody can reach {@code owner} any more, or when the result is cleaned. */
    Cleaner.Cleanable watch(Object owner, Runnable onDrop) {
        return cleaner.register(owner, onDrop);
    }

    /** Overwrites a slab's memory, whose length is a multiple of eight. */
    static void poison(ByteBuffer memory) {
        memory.clear();
        for (int at = 0; at < memory.capacity(); at += Long.BYTES) {
            memory.putLong(at, POISONS);
        }
    }

    /** Reports what was dropped, after its memory has gone back. */
    void leaked(Tracked tracked) {
        leaks.incrementAndGet();
        LeaseReport report = new LeaseReport(tracked, now());
        ConnectionEvents.leaked(report);
        Callback.run(() -> onLeak.accept(report));
    }

    long leakCount() {
        return leaks.get();
    }
}
