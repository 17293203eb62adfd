package io.headroom.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Finds those open connections of a node whose peers are late. Any thread. */
final class Sweeper {
    /*
     * The hot path knows no clock. A connection shows, whenever it is left, which frame it is at and whether it waits for its peer; the sweep
     * adds up the time between two sweeps that both saw the same frame waiting, with no pause in between. So time begins a little late, never
     * early. Who was told that there is memory, and does nothing, waits for its peer: nothing is in the way of a read. Who waits for a share of
     * memory that frames in progress of its own key have used up waits for its peer too: nobody else is in the way.
     */
    private static final int MOST_HOLDERS = 10;

    private final Deadlines deadlines;
    private final EvictionPolicy policy;
    private final Pools pools;
    private final Shares shares;

    private final Registry registry;

    private long lastNanos;
    private boolean swept;
    private final AtomicLong evictions = new AtomicLong();
    private volatile long oldestPartialNanos;

    Sweeper(Registry registry, Deadlines deadlines, EvictionPolicy policy, Pools pools, Shares shares) {
        this.registry = registry;
        this.shares = shares;
        this.deadlines = deadlines;
        this.policy = policy;
        this.pools = pools;
    }

    /** Closes every connection. */
    void closeAll() {
        List<Vigil> open = new ArrayList<>();
        registry.forEach(open::add);
        open.forEach(vigil -> vigil.close.run());
    }

    SweepReport sweep(long nowNanos) {
        List<Vigil> late = new ArrayList<>();
        Tally tally = look(nowNanos, late);
        // Closing runs code of the users', which may open and close connections: not under the lock.
        for (Vigil vigil : late) {
            Callback.run(vigil.close);
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
        Jams jams = Jams.among(registry);
        List<Suspect> suspects = new ArrayList<>();
        List<Vigil> suspected = new ArrayList<>();
        registry.forEach(vigil -> {
            watch(vigil, vigil.isWaiting() || jams.has(vigil, shares), elapsed);
            tally.add(vigil);
            Suspect suspect = suspect(vigil);
            if (suspect != null) {
                suspects.add(suspect);
                suspected.add(vigil);
            }
        });
        // The policy is the user's code too: not under the locks of the registry.
        for (int i = 0; i < suspects.size(); i++) {
            judge(suspected.get(i), suspects.get(i), tally, late);
        }
        evictions.addAndGet(late.size());
        oldestPartialNanos = tally.oldest;
        tally.leased = pools.leasedBytes();
        return tally;
    }

    private @Nullable Suspect suspect(Vigil vigil) {
        if (!vigil.isInFrame() || vigil.evicted != null) {
            return null;
        }
        Suspect.Cause cause = deadlines.causeFor(vigil.waited, vigil.pending(), vigil.sinceLastByte, vigil.isInLane());
        return cause == null ? null : new Suspect(vigil, cause);
    }

    private void judge(Vigil vigil, Suspect suspect, Tally tally, List<Vigil> late) {
        Callback.run(() -> {
            // One that the policy has closed by its own hand, asked for another one, is no longer to be judged.
            if (vigil.segment != null && policy.evicts(suspect)) {
                vigil.evicted = suspect;
                tally.evicted.add(suspect);
                late.add(vigil);
            }
        });
    }

    /** Returns how many connections were closed by sweeps. */
    long evictions() {
        return evictions.get();
    }

    /** Returns for how long the frame had been seen that was in progress longest, when it was swept last. */
    long oldestPartialNanos() {
        return oldestPartialNanos;
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
        long oldest;
        long held;
        long leased;
        long givenBack;

        void add(Vigil vigil) {
            connections++;
            held += vigil.held();
            paused += vigil.isPaused() ? 1 : 0;
            if (vigil.isInFrame()) {
                framesInProgress++;
                promised += vigil.promised();
                oldest = Math.max(oldest, vigil.age);
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
        long frame = vigil.turn();
        long bytes = vigil.received();
        long stops = vigil.stops();
        boolean isNew = frame != vigil.frame || !vigil.isInFrame();
        vigil.age = isNew ? 0 : vigil.age + elapsed;
        if (isNew) {
            vigil.waited = 0;
            vigil.sinceLastByte = 0;
        } else if (waiting && vigil.waiting && stops == vigil.stopsSeen) {
            vigil.waited += elapsed;
            vigil.sinceLastByte = bytes == vigil.bytes ? vigil.sinceLastByte + elapsed : 0;
        }
        vigil.frame = frame;
        vigil.bytes = bytes;
        vigil.stopsSeen = stops;
        vigil.waiting = waiting;
    }
}
