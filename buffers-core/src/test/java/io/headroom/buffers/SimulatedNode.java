package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.memory.Lane;
import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A node of which everything is told: what peers send, when a connection that was woken goes on, the time. What must hold at any moment is looked
 * at after every step, and in the end everything must have been delivered and all memory be back.
 */
final class SimulatedNode {
    static final int SLAB = 4096;

    /** The longest frame; contiguous it needs up to {@link #WORST} slabs at once. */
    static final int LONGEST = 5 * SLAB;

    static final int WORST = 14;

    /** What a connection holds at most, in slabs, before it needs memory for a contiguous frame as a whole. */
    static final int HALFWAY = 7;

    /** Many more wake-ups than all frames of all connections together. */
    private static final int MOST_TURNS = 20_000;

    /** How a node is set up. */
    record Setup(
            int connections, boolean heap, boolean second, Guard guard, boolean contiguous, boolean shortDeadlines) {
        /** Returns a limit within which there is a way for every connection to finish, however they have begun. */
        int slabs() {
            if (guard == Guard.NEWCOMERS) {
                return contiguous ? 5 * WORST + 4 : 40;
            }
            return guard.lanes ? WORST + 12 : WORST + (connections - 1) * HALFWAY + 4;
        }

        boolean hasShares() {
            return guard.connectionShare || guard.keyShare;
        }
    }

    /** What keeps connections from each other's memory. */
    enum Guard {
        NOTHING(false, false, false),
        LANE(true, false, false),
        NEWCOMERS(true, false, false),
        CONNECTION_SHARE(true, true, false),
        KEY_SHARE(true, false, true),
        ALL(true, true, true),
        SHARES(false, true, true);

        private final boolean lanes;
        private final boolean connectionShare;
        private final boolean keyShare;

        Guard(boolean lanes, boolean connectionShare, boolean keyShare) {
            this.lanes = lanes;
            this.connectionShare = connectionShare;
            this.keyShare = keyShare;
        }
    }

    private final Setup setup;
    private final MemoryBudget budget;
    final List<MessageBuffers> networks = new ArrayList<>();
    private final List<SimulatedPeer> peers = new ArrayList<>();
    private final Deque<SimulatedPeer> ready = new ArrayDeque<>();
    private final List<SimulatedPeer.Kept> kept = new ArrayList<>();
    private final List<Slab> hoard = new ArrayList<>();
    private final SplittableRandom random;
    private long now;
    private boolean calm;

    SimulatedNode(Setup setup, long seed) {
        this.setup = setup;
        random = new SplittableRandom(seed);
        budget = MemoryBudget.of((long) setup.slabs() * SLAB);
        networks.add(network(setup.heap));
        if (setup.second) {
            networks.add(network(!setup.heap));
        }
        for (int i = 0; i < setup.connections; i++) {
            peers.add(open(i));
        }
    }

    private MessageBuffers network(boolean heap) {
        Duration time = setup.shortDeadlines ? Duration.ofSeconds(3) : Duration.ofHours(1);
        MessageBuffers.Builder settings = MessageBuffers.builder()
                .budget(budget)
                .slabBytes(SLAB)
                .readBudget(2 * SLAB)
                .lanes(setup.guard.lanes)
                .deadlines(Deadlines.defaults().frame(time).lane(time));
        if (setup.guard.connectionShare) {
            settings.connectionShare((WORST + 2L) * SLAB);
        }
        if (setup.guard.keyShare) {
            settings.keyShare((long) (WORST + (setup.connections / 2) * HALFWAY) * SLAB);
        }
        return (heap ? settings.heap() : settings).build();
    }

    private SimulatedPeer open(int index) {
        MessageBuffers network = networks.get(index % networks.size());
        ReadBufferBuilder settings = network.connection("peer " + index);
        if (setup.guard.keyShare) {
            settings.key(index % 2);
        }
        if (setup.contiguous && random.nextBoolean()) {
            settings.contiguous();
        }
        SimulatedPeer peer = new SimulatedPeer(this, index, settings, random.split());
        peer.in.trusted(random.nextInt(4) == 0);
        return peer;
    }

    boolean isCalm() {
        return calm;
    }

    void wakes(SimulatedPeer peer) {
        ready.add(peer);
    }

    void keeps(SimulatedPeer.Kept bytes) {
        kept.add(bytes);
    }

    private SimulatedPeer peer(int number) {
        return peers.get(number % peers.size());
    }

    void sends(int who, int bytes) throws IOException {
        if (peer(who).isOpen()) {
            peer(who).sends(bytes);
        }
    }

    /** So many of those that were woken, or that have more to read, go on. */
    void goOn(int most) throws IOException {
        for (int i = 0; i < most && !ready.isEmpty(); i++) {
            ready.remove().goOn();
            assertThatAllHolds();
        }
    }

    void resume(int who) {
        peer(who).in.resume();
    }

    void closeAndOpen(int who) {
        peer(who).in.close();
        assertThat(peer(who).in.heldBytes()).as("held after close").isZero();
        peers.set(who % peers.size(), open(who % peers.size()));
    }

    void trusts(int who) {
        peer(who).in.trusted(who % 2 == 0);
    }

    void release(int which) {
        if (!kept.isEmpty()) {
            kept.remove(which % kept.size()).release();
        }
    }

    void hoards(int slabs) {
        for (int i = 0; i < slabs; i++) {
            Slab slab = networks.get(0).pool().tryLease(i % 3 == 0 ? SLAB / 8 : SLAB);
            if (slab != null) {
                hoard.add(slab);
            }
        }
    }

    void spends(int slabs) {
        for (int i = 0; i < slabs && !hoard.isEmpty(); i++) {
            hoard.remove(hoard.size() / 2).release();
        }
    }

    void sweep(long millis) {
        now += Duration.ofMillis(millis).toNanos();
        networks.forEach(network -> network.sweep(now));
    }

    void trim() {
        networks.forEach(MessageBuffers::trim);
    }

    void assertThatAllHolds() {
        assertThat(budget.committedBytes()).as("committed").isLessThanOrEqualTo(budget.limitBytes());
        long held = peers.stream().mapToLong(peer -> peer.in.heldBytes()).sum();
        long hoarded = hoard.stream().mapToLong(Slab::capacity).sum();
        long pinned = kept.stream()
                .mapToLong(bytes -> bytes.expected().length + 2L * SLAB)
                .sum();
        long leased = networks.stream().mapToLong(MessageBuffers::leasedBytes).sum();
        assertThat(leased).as("leased").isBetween(held + hoarded, held + hoarded + pinned);
        if (ready.isEmpty() && !setup.hasShares() && !setup.contiguous) {
            assertThatNobodyWaitsForWhatIsFree();
        }
    }

    /** Whoever was woken has had its turn, so what is free now was passed on until nobody wanted it. */
    private void assertThatNobodyWaitsForWhatIsFree() {
        for (int i = 0; i < peers.size(); i++) {
            SlabPool pool = networks.get(i % networks.size()).pool();
            assertThat(peers.get(i).isPaused() && pool.canServe(SLAB, Lane.BARRED))
                    .as("peer %s waits for a slab that is free: %s", i, this)
                    .isFalse();
        }
    }

    /** What is kept comes back, the peers send the rest, whoever is woken goes on: then every connection gets all its frames. */
    void completes() throws IOException {
        calm = true;
        while (!kept.isEmpty()) {
            release(0);
        }
        spends(hoard.size());
        peers.forEach(peer -> peer.in.resume());
        int turns = 0;
        for (boolean goesOn = true; goesOn; ) {
            for (SimulatedPeer peer : peers) {
                if (peer.isOpen()) {
                    peer.sends(random.nextInt(1, 3 * SLAB));
                }
            }
            goesOn = peers.stream().anyMatch(peer -> !peer.isSent());
            while (!ready.isEmpty()) {
                assertThat(++turns).as("wake-ups: %s", this).isLessThan(MOST_TURNS);
                goOn(1);
            }
            assertThatAllHolds();
        }
        for (SimulatedPeer peer : peers) {
            assertThat(peer.isDone() || !peer.isOpen()).as("done: %s", this).isTrue();
        }
        assertThatAllHolds();
    }

    /** All is closed, and all comes back. */
    void ends() {
        peers.forEach(peer -> peer.in.close());
        assertThatAllHolds();
        kept.forEach(SimulatedPeer.Kept::release);
        hoard.forEach(Slab::release);
        for (MessageBuffers network : networks) {
            assertThat(network.leasedBytes()).as("leased after close").isZero();
            network.close();
            assertThat(network.committedBytes()).as("committed after close").isZero();
        }
        assertThat(budget.committedBytes())
                .as("committed of the budget after close")
                .isZero();
        assertThat(budget.newcomers().chargedBytes()).as("charged to newcomers").isZero();
    }

    @Override
    public String toString() {
        return setup + ", " + budget + ", lane " + budget.laneBytes() + ", " + peers;
    }
}
