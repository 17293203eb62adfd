package io.headroom.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Knows all open connections of a node, and finds those whose peers are late. Any thread. */
final class Sweeper {
    /*
     * The hot path knows no clock. A connection shows, whenever it is left, which frame it is at and whether it waits for its peer; the sweep
     * adds up the time between two sweeps that both saw the same frame waiting, with no pause in between. So time begins a little late, never
     * early. Who waits for a share of memory that frames in progress of its own key have used up waits for its peer too: nobody else is in the way.
     *
     * Connections are linked, so that one is added and removed in constant time, and no array of the node is long.
     */
    private static final int MOST_HOLDERS = 10;

    private final Deadlines deadlines;
    private final EvictionPolicy policy;
    private final Pools pools;
    private final Shares shares;

    private @Nullable Vigil first;
    private long lastNanos;
    private boolean swept;

    Sweeper(Deadlines deadlines, EvictionPolicy policy, Pools pools, Shares shares) {
        this.shares = shares;
        this.deadlines = deadlines;
        this.policy = policy;
        this.pools = pools;
    }

    synchronized void add(Vigil vigil) {
        vigil.next = first;
        if (first != null) {
            first.previous = vigil;
        }
        first = vigil;
    }

    @SuppressWarnings("ReferenceEquality") // a vigil is itself
    synchronized void remove(Vigil vigil) {
        if (first == vigil) {
            first = vigil.next;
        } else if (vigil.previous != null) {
            vigil.previous.next = vigil.next;
        }
        if (vigil.next != null) {
            vigil.next.previous = vigil.previous;
        }
        vigil.previous = null;
        vigil.next = null;
    }

    /** Closes every connection. */
    void closeAll() {
        List<Vigil> open = new ArrayList<>();
        synchronized (this) {
            for (Vigil vigil = first; vigil != null; vigil = vigil.next) {
                open.add(vigil);
            }
        }
        open.forEach(vigil -> vigil.close.run());
    }

    SweepReport sweep(long nowNanos) {
        List<Vigil> late = new ArrayList<>();
        Tally tally = look(nowNanos, late);
        // Closing runs code of the users', which may open and close connections: not under the lock.
        for (Vigil vigil : late) {
            vigil.close.run();
        }
        shares.forgetUnused();
        shares.wakeWhoeverMayGoOn();
        tally.givenBack = pools.shrink();
        pools.wakeWhoeverMayGoOn();
        return new SweepReport(tally);
    }

    private synchronized Tally look(long nowNanos, List<Vigil> late) {
        long elapsed = swept ? Math.max(0, nowNanos - lastNanos) : 0;
        swept = true;
        lastNanos = nowNanos;
        Tally tally = new Tally();
        Jams jams = Jams.among(first);
        for (Vigil vigil = first; vigil != null; vigil = vigil.next) {
            watch(vigil, vigil.isWaiting() || jams.has(vigil, shares), elapsed);
            tally.add(vigil);
            if (vigil.isInFrame()) {
                judge(vigil, tally, late);
            }
        }
        tally.leased = pools.leasedBytes();
        return tally;
    }

    private void judge(Vigil vigil, Tally tally, List<Vigil> late) {
        Suspect.Cause cause = deadlines.causeFor(vigil.waited, vigil.pending(), vigil.sinceLastByte, vigil.isInLane());
        if (cause != null && vigil.evicted == null) {
            Suspect suspect = new Suspect(vigil, cause);
            if (policy.evicts(suspect)) {
                vigil.evicted = suspect;
                tally.evicted.add(suspect);
                late.add(vigil);
            }
        }
    }

    /** What one sweep adds up. */
    static final class Tally {
        final List<Suspect> evicted = new ArrayList<>();
        private final PriorityQueue<Suspect> holders =
                new PriorityQueue<>(Comparator.comparingLong(Suspect::heldBytes));
        int connections;
        int framesInProgress;
        int paused;
        long promised;
        long held;
        long leased;
        long givenBack;

        void add(Vigil vigil) {
            connections++;
            held += vigil.held();
            paused += vigil.isPaused() ? 1 : 0;
            if (vigil.isInFrame()) {
                framesInProgress++;
                promised += Math.max(0, vigil.declared() - vigil.pending());
                rank(vigil, holders);
            }
        }

        List<Suspect> worstHolders() {
            List<Suspect> worst = new ArrayList<>(holders);
            worst.sort(Comparator.comparingLong(Suspect::heldBytes).reversed());
            return List.copyOf(worst);
        }
    }

    private static void rank(Vigil vigil, PriorityQueue<Suspect> holders) {
        long held = vigil.held();
        if (held == 0
                || (holders.size() == MOST_HOLDERS && held <= holders.element().heldBytes())) {
            return;
        }
        holders.add(new Suspect(vigil, null));
        if (holders.size() > MOST_HOLDERS) {
            holders.remove();
        }
    }

    /** Adds the time since the last sweep to a frame that was waited for all the while. */
    private static void watch(Vigil vigil, boolean waiting, long elapsed) {
        long frame = vigil.frames();
        long bytes = vigil.received();
        long pauses = vigil.pauses();
        if (frame != vigil.frame || !vigil.isInFrame()) {
            vigil.waited = 0;
            vigil.sinceLastByte = 0;
        } else if (waiting && vigil.waiting && pauses == vigil.pauses) {
            vigil.waited += elapsed;
            vigil.sinceLastByte = bytes == vigil.bytes ? vigil.sinceLastByte + elapsed : 0;
        }
        vigil.frame = frame;
        vigil.bytes = bytes;
        vigil.pauses = pauses;
        vigil.waiting = waiting;
    }
}
