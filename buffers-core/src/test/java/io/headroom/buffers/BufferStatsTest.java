package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.Allocations;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is counted, by whom, and that no total ever falls. */
class BufferStatsTest {
    private static final int SLAB = 64 << 10;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final BufferStats stats = new BufferStats();
    private long now = 1_000;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private MessageBuffers node(MessageBuffers.Builder settings) {
        MessageBuffers node = settings.clock(() -> now).build();
        opened.add(node);
        return node;
    }

    private MessageBuffers node() {
        return node(MessageBuffers.builder().memoryLimit(64 * SLAB));
    }

    private static ReadBuffer open(MessageBuffers node) {
        return node.connection("peer").limits(ReadLimits.maxFrame(1 << 20)).open();
    }

    private static void feed(ReadBuffer in, byte[] bytes) throws FrameException {
        in.feed(ByteBuffer.wrap(bytes), IGNORE);
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void countsBytesAndFramesInEveryForm(Form form) throws IOException {
        MessageBuffers node = node();
        byte[] stream = NumberedFrames.stream(10, 300, 5, 100);
        try (ReadBuffer in = open(node)) {
            for (int at = 0; at < stream.length; at += 100) {
                form.push(in, stream, at, Math.min(stream.length, at + 100), IGNORE);
            }
            node.stats(stats);
            assertThat(stats.receivedBytes()).isEqualTo(415);
            assertThat(stats.frames()).isEqualTo(4);
            assertThat(stats.connections()).isEqualTo(1);
            assertThat(stats.copiedBytes()).isEqualTo(in.copiedBytes());
            assertThat(stats.sizeCount(FrameSizes.bucketOf(300))).isEqualTo(1);
            assertThat(stats.sizeAtPercentile(50)).isEqualTo(11);
            assertThat(stats.sizeAtPercentile(100)).isBetween(300L, 375L);
        }
        long copied = stats.copiedBytes();
        node.stats(stats);
        assertThat(stats.receivedBytes()).as("after the close").isEqualTo(415);
        assertThat(stats.frames()).isEqualTo(4);
        assertThat(stats.copiedBytes()).isEqualTo(copied);
        assertThat(stats.connections()).isZero();
        assertThat(stats.opened()).isEqualTo(1);
        assertThat(stats.closed()).isEqualTo(1);
    }

    @Test
    void countsAFrameThatIsKeptOnceItIsConsumed() throws FrameException {
        MessageBuffers node = node();
        ReadBuffer in = open(node);
        AtomicBoolean keep = new AtomicBoolean(true);
        ByteBuffer frames = ByteBuffer.wrap(NumberedFrames.stream(50, 60));
        FrameHandler<RuntimeException> keeper = frame -> keep.getAndSet(false) ? Next.KEEP : Next.CONTINUE;
        in.feed(frames, keeper);
        assertThat(node.stats(stats).frames()).isZero();
        assertThat(stats.sizeAtPercentile(100)).isZero();
        in.resume();
        in.feed(frames, keeper);
        assertThat(node.stats(stats).frames()).isEqualTo(2);
        assertThat(stats.sizeCount(FrameSizes.bucketOf(50))).isEqualTo(1);
        assertThat(stats.sizeCount(FrameSizes.bucketOf(60))).isEqualTo(1);
    }

    @Test
    void countsAFrameWhoseHandlerThrows() {
        MessageBuffers node = node();
        ReadBuffer in = open(node);
        assertThatThrownBy(() -> in.feed(ByteBuffer.wrap(NumberedFrames.frame(1, 50)), frame -> {
                    throw new IllegalStateException("of the handler");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(node.stats(stats).frames()).isEqualTo(1);
        assertThat(stats.sizeCount(FrameSizes.bucketOf(50))).isEqualTo(1);
        assertThat(stats.rejects()).isZero();
    }

    @Test
    void countsRejectsByKindOnceForEachConnection() {
        MessageBuffers node = node();
        ReadBuffer in = open(node);
        byte[] http = {'G', 'E', 'T', ' '};
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> feed(in, http)).isInstanceOf(FrameException.class);
        }
        assertThat(node.stats(stats).rejects(FrameException.Kind.FRAME_TOO_LARGE))
                .isEqualTo(1);
        in.close();
        assertThat(node.stats(stats).rejects(FrameException.Kind.FRAME_TOO_LARGE))
                .isEqualTo(1);
        ReadBuffer other = open(node);
        assertThatThrownBy(() -> {
                    feed(other, new byte[] {0, 0});
                    other.endOfStream(IGNORE);
                })
                .isInstanceOf(FrameException.class);
        assertThat(node.stats(stats).rejects(FrameException.Kind.TRUNCATED)).isEqualTo(1);
        assertThat(stats.rejects()).isEqualTo(2);
    }

    @Test
    void countsGrowthsParksAndFramesInProgress() throws FrameException {
        MessageBuffers node = node();
        ReadBuffer in = open(node);
        byte[] frame = NumberedFrames.frame(1, 3 * SLAB);
        in.feed(ByteBuffer.wrap(frame, 0, 100), IGNORE);
        node.stats(stats);
        assertThat(stats.parks()).isEqualTo(1);
        assertThat(stats.framesInProgress()).isEqualTo(1);
        assertThat(stats.declaredBytes()).isEqualTo(3 * SLAB - 100);
        assertThat(stats.heldBytes()).isEqualTo(256);
        in.feed(ByteBuffer.wrap(frame, 100, 2 * SLAB), IGNORE);
        node.stats(stats);
        assertThat(stats.growths()).isPositive();
        assertThat(stats.declaredBytes()).isEqualTo(SLAB - 100);
        assertThat(stats.leasedBytes()).isEqualTo(stats.heldBytes()).isPositive();
        assertThat(stats.idleBytes()).isEqualTo(stats.committedBytes() - stats.leasedBytes());
        assertThat(stats.limitBytes()).isEqualTo(64 * SLAB);
        assertThat(stats.reservedBytes()).isPositive().isLessThan(stats.limitBytes());
        in.close();
        node.stats(stats);
        assertThat(stats.framesInProgress()).isZero();
        assertThat(stats.declaredBytes()).isZero();
        assertThat(stats.heldBytes()).isZero();
    }

    @Test
    void namesWhatTheApplicationKeeps() throws FrameException {
        MessageBuffers node = node();
        List<ByteBuf> kept = new ArrayList<>();
        try (ReadBuffer in = open(node)) {
            FrameHandler<RuntimeException> keeper = frame -> {
                kept.add(frame.share());
                return Next.CONTINUE;
            };
            byte[] frame = NumberedFrames.frame(1, 3 * SLAB);
            in.feed(ByteBuffer.wrap(frame, 0, SLAB), keeper);
            in.feed(ByteBuffer.wrap(frame, SLAB, 2 * SLAB), keeper);
        }
        assertThat(node.stats(stats).keptBytes()).isEqualTo(3 * SLAB);
        kept.forEach(ByteBuf::release);
        assertThat(node.stats(stats).keptBytes()).isZero();
    }

    @Test
    void countsFramesThatAreLongerThanTheWarningWithoutAnObserver() throws FrameException {
        MessageBuffers node = node();
        ReadBuffer in = node.connection("peer")
                .limits(ReadLimits.maxFrame(1000).warnAbove(100))
                .open();
        feed(in, NumberedFrames.stream(100, 101, 1000));
        assertThat(node.stats(stats).longFrames()).isEqualTo(2);
    }

    @Test
    void countsPausesForMemoryAndTheirTimeOnceTheyHaveEnded() throws FrameException {
        MessageBuffers node =
                node(MessageBuffers.builder().memoryLimit(4 * SLAB).lanes(false));
        List<Slab> taken = new ArrayList<>();
        for (Slab slab = node.pool().tryLease(SLAB);
                slab != null;
                slab = node.pool().tryLease(SLAB)) {
            taken.add(slab);
        }
        ReadBuffer in =
                node.connection("peer").limits(ReadLimits.maxFrame(1000)).open();
        byte[] frame = NumberedFrames.frame(1, 500);
        ByteBuffer part = ByteBuffer.wrap(frame, 0, 100);
        for (int i = 0; i < 3; i++) {
            assertThat(in.feed(part, IGNORE)).isEqualTo(ReadStatus.PAUSED);
            now += 10;
        }
        node.stats(stats);
        assertThat(stats.pauses()).isEqualTo(1);
        assertThat(stats.pausedConnections()).isEqualTo(1);
        assertThat(stats.pausedNanos()).isZero();
        taken.forEach(Slab::release);
        now += 70;
        assertThat(in.feed(part, IGNORE)).isEqualTo(ReadStatus.DRAINED);
        node.stats(stats);
        assertThat(stats.pauses()).isEqualTo(1);
        assertThat(stats.pausedConnections()).isZero();
        assertThat(stats.pausedNanos()).isEqualTo(100);
    }

    @Test
    void endsThePauseOfAConnectionThatIsClosed() throws FrameException {
        MessageBuffers node =
                node(MessageBuffers.builder().memoryLimit(4 * SLAB).lanes(false));
        List<Slab> taken = new ArrayList<>();
        for (Slab slab = node.pool().tryLease(SLAB);
                slab != null;
                slab = node.pool().tryLease(SLAB)) {
            taken.add(slab);
        }
        ReadBuffer in =
                node.connection("peer").limits(ReadLimits.maxFrame(1000)).open();
        assertThat(in.feed(ByteBuffer.wrap(new byte[2]), IGNORE)).isEqualTo(ReadStatus.PAUSED);
        now += 42;
        in.close();
        assertThat(node.stats(stats).pausedNanos()).isEqualTo(42);
        taken.forEach(Slab::release);
    }

    @Test
    void tellsLeasesCreationsAndReusesApart() {
        try (SlabPool pool = SlabPool.direct().build()) {
            for (int i = 0; i < 50_000; i++) {
                Slab slab = pool.tryLease(1000);
                slab.release();
            }
            assertThat(pool.creationCount()).isEqualTo(1);
            assertThat(pool.reuseCount()).isEqualTo(49_999);
        }
    }

    @Test
    void theLeasedGaugeIsTheSumOfWhatIsLeased() {
        MessageBuffers node = node();
        List<Slab> live = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 1000; i++) {
            if (live.isEmpty() || (live.size() < 40 && random.nextBoolean())) {
                live.add(node.pool().tryLease(1 + random.nextInt(SLAB)));
            } else {
                live.remove(random.nextInt(live.size())).release();
            }
            assertThat(node.stats(stats).leasedBytes())
                    .isEqualTo(live.stream().mapToLong(Slab::capacity).sum());
        }
        live.forEach(Slab::release);
    }

    @Test
    void aSnapshotWithoutTrafficIsTheSameAndDeltasAddUp() throws FrameException {
        MessageBuffers node = node();
        ReadBuffer in = open(node);
        BufferStats first = node.stats(new BufferStats());
        feed(in, NumberedFrames.stream(50, 60, 70));
        BufferStats second = node.stats(new BufferStats());
        BufferStats again = node.stats(new BufferStats());
        assertThat(again).usingRecursiveComparison().isEqualTo(second);
        feed(in, NumberedFrames.stream(500, 600));
        in.close();
        BufferStats third = node.stats(new BufferStats());

        BufferStats sum = third.deltaTo(second, new BufferStats());
        sum.addTotals(totals(second.deltaTo(first, new BufferStats())));
        BufferStats whole = third.deltaTo(first, new BufferStats());
        assertThat(totals(sum)).isEqualTo(totals(whole));
        assertThat(whole.frames()).isEqualTo(5);
        assertThat(whole.sizeCount(FrameSizes.bucketOf(600))).isEqualTo(1);
    }

    private static long[] totals(BufferStats stats) {
        long[] totals = new long[BufferStats.TOTALS];
        for (int i = 0; i < totals.length; i++) {
            totals[i] = stats.total(i);
        }
        return totals;
    }

    @Test
    void aTotalThatFellIsARestartAndAllIsNew() throws FrameException {
        MessageBuffers before = node();
        feed(open(before), NumberedFrames.stream(50, 60, 70));
        BufferStats previous = before.stats(new BufferStats());
        MessageBuffers after = node();
        open(after);
        open(after);
        feed(open(after), NumberedFrames.frame(1, 50));
        BufferStats delta = after.stats(stats).deltaTo(previous, previous);
        assertThat(delta.frames()).isEqualTo(1);
        assertThat(delta.receivedBytes()).isEqualTo(50);
        assertThat(delta.opened()).isEqualTo(3);
        assertThat(delta.sizeCount(FrameSizes.bucketOf(70))).isZero();
    }

    @Test
    void countsEvictionsAndHowOldTheOldestFrameIs() throws FrameException {
        MessageBuffers node = node();
        ReadBuffer in = open(node);
        feed(in, new byte[] {0, 0, 1});
        node.sweep(now);
        assertThat(node.stats(stats).oldestPartialNanos()).isZero();
        node.sweep(now + 1_000_000_000L);
        assertThat(node.stats(stats).oldestPartialNanos()).isEqualTo(1_000_000_000L);
        node.sweep(now + 200_000_000_000L);
        assertThat(node.stats(stats).evictions()).isEqualTo(1);
        assertThat(stats.connections()).isZero();
        node.sweep(now + 201_000_000_000L);
        assertThat(node.stats(stats).oldestPartialNanos()).isZero();
    }

    /** Connections are opened, used and closed all the while; whoever asks meanwhile never sees a total fall, and nothing twice. */
    @Test
    void totalsNeverFallWhileConnectionsComeAndGo() throws Exception {
        MessageBuffers node = node();
        long rounds = 2_000;
        AtomicLong fed = new AtomicLong();
        List<Thread> peers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread peer = new Thread(() -> {
                for (int round = 0; round < rounds; round++) {
                    try (ReadBuffer in = open(node)) {
                        fed.addAndGet(100);
                        feed(in, NumberedFrames.frame(1, 100));
                    } catch (FrameException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            peers.add(peer);
            peer.start();
        }
        BufferStats before = new BufferStats();
        while (peers.stream().anyMatch(Thread::isAlive)) {
            node.stats(stats);
            for (int i = 0; i < BufferStats.TOTALS; i++) {
                assertThat(stats.total(i)).as("total " + i).isGreaterThanOrEqualTo(before.total(i));
            }
            assertThat(stats.receivedBytes()).isLessThanOrEqualTo(fed.get());
            assertThat(stats.connections()).isBetween(0L, 2L);
            stats.copyTo(before);
        }
        for (Thread peer : peers) {
            peer.join();
        }
        node.stats(stats);
        assertThat(stats.receivedBytes()).isEqualTo(2 * rounds * 100L);
        assertThat(stats.frames()).isEqualTo(2 * rounds);
        assertThat(stats.sizeCount(FrameSizes.bucketOf(100))).isEqualTo(2 * rounds);
        assertThat(stats.closed()).isEqualTo(2 * rounds);
    }

    @Test
    void allocatesNothingHoweverManyConnections() {
        MessageBuffers node = node();
        for (int i = 0; i < 1000; i++) {
            open(node);
        }
        assertThat(Allocations.perRun(() -> node.stats(stats))).isLessThan(1);
        assertThat(stats.connections()).isEqualTo(1000);
    }
}
