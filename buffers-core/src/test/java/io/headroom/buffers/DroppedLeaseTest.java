package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.LeaseReport.Kind;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an application drops without a release is found, given back once, and reported. */
class DroppedLeaseTest {
    private static final int SLAB = 4096;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final List<LeaseReport> leaks = new CopyOnWriteArrayList<>();
    private MessageBuffers buffers = node(LeaseTracking.ALL, false);

    private MessageBuffers node(LeaseTracking tracking, boolean heap) {
        MessageBuffers.Builder settings = MessageBuffers.builder()
                .slabBytes(SLAB)
                .memoryLimit(1 << 20)
                .connectionShare(64 * SLAB)
                .leaseTracking(tracking)
                .onLeak(leaks::add);
        return (heap ? settings.heap() : settings).build();
    }

    @AfterEach
    void allComesBackOnce() {
        assertThat(buffers.leasedBytes()).isZero();
        assertThat(buffers.oldestLeases(10)).isEmpty();
        buffers.close();
        assertThat(buffers.committedBytes()).isZero();
        assertThat(buffers.budget().committedBytes()).isZero();
    }

    private ReadBuffer open() {
        return buffers.connection("peer")
                .framing(LengthField.ofBytes(4).strip(4))
                .limits(ReadLimits.maxFrame(16 * SLAB))
                .open();
    }

    /** Has the collector run until something is found, however long that takes. */
    private static void collectUntil(BooleanSupplier found) throws InterruptedException {
        for (int i = 0; i < 300 && !found.getAsBoolean(); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(found.getAsBoolean()).as("found").isTrue();
    }

    /** Has the collector find something else that is dropped after whatever was dropped before. */
    private void collect() throws InterruptedException, IOException {
        int before = leaks.size();
        try (ReadBuffer in = open()) {
            keepAndDrop(in, Frame::share, 50);
        }
        collectUntil(() -> leaks.size() > before);
    }

    private static void keepAndDrop(ReadBuffer in, Function<Frame, ByteBuf> keep, int length) throws IOException {
        keep(in, keep, length);
    }

    private static ByteBuf keep(ReadBuffer in, Function<Frame, ByteBuf> keep, int length) throws IOException {
        ByteBuf[] kept = new ByteBuf[1];
        Form.SCATTERING.push(in, NumberedFrames.stream(length), frame -> {
            kept[0] = keep.apply(frame);
            return Next.CONTINUE;
        });
        return kept[0];
    }

    @ParameterizedTest
    @ValueSource(ints = {100, SLAB, 5 * SLAB})
    void findsADroppedHandleAndGivesItsChargeBack(int length) throws Exception {
        for (boolean heap : new boolean[] {false, true}) {
            buffers.close();
            buffers = node(LeaseTracking.ALL, heap);
            leaks.clear();
            try (ReadBuffer in = open()) {
                keepAndDrop(in, Frame::share, length);
                collectUntil(() -> leaks.size() == 1);
                assertThat(buffers.leasedBytes()).isZero();
                assertThat(buffers.leakCount()).isEqualTo(1);
                LeaseReport leak = leaks.get(0);
                assertThat(leak.kind()).isEqualTo(Kind.KEPT);
                assertThat(leak.peer()).isEqualTo("peer");
                assertThat(leak.bytes()).isGreaterThanOrEqualTo(length);
                assertThat(leak.stack())
                        .extracting(StackTraceElement::getMethodName)
                        .startsWith("share")
                        .contains("keepAndDrop", "findsADroppedHandleAndGivesItsChargeBack");
                // The connection may have all of its share again.
                for (int i = 0; i < 2 * 64; i++) {
                    keep(in, Frame::share, SLAB).release();
                }
            }
        }
    }

    @Test
    void findsDetachedFramesThatKeepMemory() throws Exception {
        try (ReadBuffer in = open()) {
            keepAndDrop(in, Frame::detach, 5 * SLAB);
            keepAndDrop(in, Frame::detach, 50); // copied: holds nothing
            collectUntil(() -> leaks.size() == 1);
        }
        collect();
        assertThat(leaks).hasSize(2);
    }

    @Test
    void aDerivedViewKeepsAHandleFromBeingFound() throws Exception {
        try (ReadBuffer in = open()) {
            for (int length : new int[] {100, 5 * SLAB}) {
                ByteBuf slice =
                        keep(in, Frame::share, length).slice(1, length - 10).duplicate();
                int before = leaks.size();
                collect();
                assertThat(leaks).hasSize(before + 1);
                assertThat(slice.getByte(0)).isEqualTo((byte) 2);
                slice.release();
                assertThat(buffers.leasedBytes()).isZero();
            }
        }
    }

    @Test
    void aReleasedHandleIsNotReported() throws Exception {
        try (ReadBuffer in = open()) {
            for (int i = 0; i < 100; i++) {
                keep(in, Frame::share, i % 2 == 0 ? 100 : 3 * SLAB).release();
            }
        }
        collect();
        assertThat(leaks).hasSize(1);
    }

    /** Public report infinidysk/infinidysk#1042: whoever comes second, the release or the collector, changes nothing. */
    @Test
    void eachHoldEndsOnceWhoeverEndsIt() throws Exception {
        try (ReadBuffer in = open()) {
            Form.SCATTERING.push(in, NumberedFrames.stream(100), frame -> {
                Trail trail = new Trail(new Tracker(true, System::nanoTime, leaks::add), "peer", null);
                Slab slab = buffers.pool().tryLease(SLAB);
                for (boolean releasedFirst : new boolean[] {true, false}) {
                    KeptBytes kept = new KeptBytes(trail);
                    KeptBytes.Anchor anchor = new KeptBytes.Anchor(kept);
                    slab.retain();
                    KeptBytes.Hold hold = anchor.hold(slab);
                    anchor.isComplete();
                    if (releasedFirst) {
                        hold.release();
                        kept.run();
                    } else {
                        kept.run();
                        hold.release();
                    }
                    assertThat(slab.isShared()).isFalse();
                }
                assertThat(leaks).hasSize(1);
                assertThat(trail.tracker.leakCount()).isEqualTo(1);
                assertThat(trail.tracker.oldest(10)).isEmpty();
                slab.release();
                return Next.CONTINUE;
            });
        }
    }

    private enum State {
        PARKED {
            @Override
            void reach(ReadBuffer in) throws IOException {
                Form.SCATTERING.push(in, NumberedFrames.stream(100), 0, 50, IGNORE);
            }
        },
        CHAIN {
            @Override
            void reach(ReadBuffer in) throws IOException {
                Form.SCATTERING.push(in, NumberedFrames.stream(6 * SLAB), 0, 4 * SLAB, IGNORE);
            }
        },
        HELD {
            @Override
            void reach(ReadBuffer in) throws IOException {
                Form.SCATTERING.push(in, NumberedFrames.stream(100), frame -> Next.KEEP);
                in.whenReadable(() -> assertThat(in.isOpen()).isTrue());
            }
        },
        PULLING {
            @Override
            void reach(ReadBuffer in) throws IOException {
                in.read(new ChunkChannel().has(NumberedFrames.stream(100, 100)));
                assertThat(in.poll()).isNotNull();
            }
        },
        LENT {
            @Override
            void reach(ReadBuffer in) throws IOException {
                assertThat(in.writable(100)).isNotNull();
            }
        };

        abstract void reach(ReadBuffer in) throws IOException;
    }

    private static void reachAndDrop(ReadBuffer in, State state) throws IOException {
        state.reach(in);
        assertThat(in.heldBytes()).isPositive();
    }

    @Test
    void findsReadBuffersThatWereNeverClosedInWhateverState() throws Exception {
        for (State state : State.values()) {
            leaks.clear();
            reachAndDrop(open(), state);
            collectUntil(() -> leaks.size() == 1);
            LeaseReport leak = leaks.get(0);
            assertThat(leak.kind()).as(state.name()).isEqualTo(Kind.READ_BUFFER);
            assertThat(leak.bytes()).as(state.name()).isPositive();
            assertThat(leak.stack())
                    .extracting(StackTraceElement::getMethodName)
                    .contains("open");
            assertThat(buffers.leasedBytes()).as(state.name()).isZero();
            assertThat(buffers.sweep(0).connections()).isZero();
        }
    }

    @Test
    void aFrameThatWasPulledFromADroppedBufferIsGoneWithIt() throws Exception {
        Frame pulled = pullAndDrop();
        collectUntil(() -> leaks.size() == 1);
        assertThat(pulled).hasToString("Frame[gone]");
    }

    private Frame pullAndDrop() throws IOException {
        ReadBuffer in = open();
        in.read(new ChunkChannel().has(NumberedFrames.stream(100)));
        return in.poll();
    }

    @Test
    void aClosedReadBufferIsNotReported() throws Exception {
        for (State state : State.values()) {
            ReadBuffer in = open();
            state.reach(in);
            in.resume();
            in.close();
            while (state == State.PULLING && in.poll() != null) {
                assertThat(buffers.leasedBytes()).isPositive();
            }
            if (state == State.LENT) {
                in.received(0, IGNORE);
            }
            assertThat(in.heldBytes()).isZero();
        }
        collect();
        assertThat(leaks).hasSize(1);
    }

    @Test
    void sweepsCloseTrackedConnectionsThatAreLate() throws Exception {
        ReadBuffer in = open();
        Form.SCATTERING.push(in, NumberedFrames.stream(100), 0, 50, IGNORE);
        buffers.sweep(0);
        assertThat(buffers.sweep(Long.MAX_VALUE / 2).evicted()).hasSize(1);
        assertThat(in.isOpen()).isFalse();
        collect();
        assertThat(leaks).hasSize(1);
    }

    @Test
    void findsSomeOfManyInSamples() throws Exception {
        buffers.close();
        buffers = node(LeaseTracking.SAMPLED, false);
        for (int i = 0; i < 2 * Tracker.SAMPLE; i++) {
            try (ReadBuffer in =
                    open()) { // a connection, a landing, a handle: each of them is the one picked in its turn
                releaseUnlessTracked(in);
            }
            collectUntil(() -> buffers.leasedBytes() == 0);
        }
        assertThat(buffers.leakCount()).isEqualTo(2);
    }

    private void releaseUnlessTracked(ReadBuffer in) throws IOException {
        ByteBuf kept = keep(in, Frame::share, 100);
        if (buffers.oldestLeases(1).stream().noneMatch(lease -> lease.kind() == Kind.KEPT)) {
            kept.release();
        }
    }

    @Test
    void whatTheOneWhoIsToldThrowsGoesToTheHandlerForThatAndTheSearchGoesOn() throws Exception {
        List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        MessageBuffers failing = MessageBuffers.builder()
                .slabBytes(SLAB)
                .memoryLimit(1 << 20)
                .leaseTracking(LeaseTracking.ALL)
                .onLeak(leak -> {
                    throw new IllegalArgumentException("of the application");
                })
                .build();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        try {
            for (int i = 1; i <= 2; i++) {
                int count = i;
                try (ReadBuffer in = failing.connection("peer")
                        .limits(ReadLimits.maxFrame(SLAB))
                        .open()) {
                    keepAndDrop(in, Frame::share, 100);
                }
                collectUntil(() -> uncaught.size() == count);
            }
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(failing.leakCount()).isEqualTo(2);
        assertThat(failing.leasedBytes()).isZero();
        failing.close();
    }

    @Test
    void aHandleOutlivesItsConnectionAndIsFoundAfterTheNodeClosed() throws Exception {
        try (ReadBuffer in = open()) {
            keepAndDrop(in, Frame::share, 100);
        }
        buffers.close();
        collectUntil(() -> leaks.size() == 1);
        assertThat(buffers.committedBytes()).isZero();
    }
}
