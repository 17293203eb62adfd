package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Peers that never complete their frames: when they are late, what is known of them, and what becomes of the others. Time is told, not taken. */
class SweepTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final List<MessageBuffers> nodes = new ArrayList<>();
    private final List<ReadBuffer> opened = new ArrayList<>();
    private long now = 77 * SECOND;

    @AfterEach
    void allComesBack() {
        opened.forEach(ReadBuffer::close);
        for (MessageBuffers node : nodes) {
            assertThat(node.leasedBytes()).isZero();
            node.close();
            assertThat(node.committedBytes()).isZero();
            assertThat(node.sweep(now).connections()).isZero();
        }
    }

    private MessageBuffers node(MessageBuffers.Builder settings) {
        MessageBuffers node = settings.build();
        nodes.add(node);
        return node;
    }

    private static MessageBuffers.Builder settings(Deadlines deadlines) {
        return MessageBuffers.builder().memoryLimit(64 * SLAB).deadlines(deadlines);
    }

    private ReadBuffer open(MessageBuffers node, Object peer) {
        ReadBuffer in =
                node.connection(peer).limits(ReadLimits.maxFrame(2 * MIB)).open();
        opened.add(in);
        return in;
    }

    private static byte[] frame(int length) {
        byte[] frame = new byte[length];
        ByteBuffer.wrap(frame).putInt(length - 4);
        return frame;
    }

    private SweepReport after(MessageBuffers node, double seconds) {
        now += (long) (seconds * SECOND);
        return node.sweep(now);
    }

    private static Deadlines tenSeconds() {
        return Deadlines.defaults().frame(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "LENT_LARGE")
    void evictsAtTheDeadlineHoweverBytesTrickle(Form form) throws IOException {
        MessageBuffers node = node(settings(tenSeconds()));
        ReadBuffer in = open(node, "slow");
        byte[] frame = frame(1000);
        form.push(in, frame, 0, 9, IGNORE);
        assertThat(after(node, 1).evicted()).isEmpty();
        int at = 9;
        for (int second = 1; second < 10; second++) {
            form.push(in, frame, at, ++at, IGNORE);
            assertThat(after(node, 1).evicted()).as("after second %s", second).isEmpty();
        }
        SweepReport report = after(node, 1);
        assertThat(report.evicted()).hasSize(1);
        Suspect late = report.evicted().get(0);
        assertThat(late.peer()).isEqualTo("slow");
        assertThat(late.key()).isNull();
        assertThat(late.cause()).isEqualTo(Suspect.Cause.DEADLINE);
        assertThat(late.declared()).isEqualTo(1000);
        assertThat(late.received()).isEqualTo(at);
        assertThat(late.heldBytes()).isEqualTo(256);
        assertThat(late.age()).isEqualTo(Duration.ofSeconds(10));
        assertThat(late.bytesPerSecond()).isEqualTo(at / 10.0);
        assertThat(late).hasToString(late.toString()).asString().contains("slow", "DEADLINE", "1000", "PT10S");
        assertThat(in.evicted()).isSameAs(late);
        assertThat(in.isOpen()).isFalse();
        assertThat(in.heldBytes()).isZero();
        assertThat(form.push(in, frame, at, at + 1, IGNORE)).isIn(ReadStatus.CLOSED, ReadStatus.PAUSED);
        assertThat(after(node, 100).evicted()).as("once").isEmpty();
    }

    @Test
    void countsFromTheSweepThatSawTheFrameFirst() throws IOException {
        MessageBuffers node = node(settings(tenSeconds()));
        after(node, 0);
        ReadBuffer in = open(node, "peer");
        Form.FED.push(in, frame(100), 0, 50, IGNORE);
        assertThat(after(node, 3600).evicted())
                .as("an hour since the sweep before")
                .isEmpty();
        assertThat(after(node, 9.9).evicted()).isEmpty();
        Form.FED.push(in, frame(100), 50, 100, IGNORE);
        Form.FED.push(in, frame(100), 0, 50, IGNORE);
        assertThat(after(node, 9.9).evicted())
                .as("the next frame has its own time")
                .isEmpty();
        assertThat(after(node, 9.9).evicted()).isEmpty();
        assertThat(after(node, 0.1).evicted()).hasSize(1);
    }

    @Test
    void doesNotCountWhileThisSideIsInTheWay() throws IOException {
        MessageBuffers node = node(settings(tenSeconds()));
        ReadBuffer held = open(node, "held");
        ReadBuffer more = open(node, "more");
        ReadBuffer idle = open(node, "idle");
        byte[] two =
                ByteBuffer.allocate(60).put(frame(40)).put(frame(40), 0, 20).array();
        assertThat(Form.FED.push(held, two, frame -> Next.PAUSE)).isEqualTo(ReadStatus.HELD);
        ChunkChannel channel = new ChunkChannel().has(frame(2 * MIB));
        assertThat(more.drain(channel, IGNORE)).isEqualTo(ReadStatus.MORE);
        Form.FED.push(idle, frame(40), IGNORE);
        for (int i = 0; i < 10; i++) {
            assertThat(after(node, 100).evicted()).isEmpty();
        }
        held.resume();
        assertThat(Form.FED.push(held, two, 40, 60, IGNORE)).isEqualTo(ReadStatus.DRAINED);
        while (more.drain(channel, IGNORE) != ReadStatus.DRAINED) {
            assertThat(more.isOpen()).isTrue();
        }
        after(node, 100);
        assertThat(after(node, 9.9).evicted()).isEmpty();
        assertThat(after(node, 0.2).evicted()).extracting(Suspect::peer).containsExactly("held");
    }

    @Test
    void evictsWhatIsSlowerThanTheLeastRate() throws IOException {
        MessageBuffers node = node(settings(Deadlines.defaults().leastRate(1000, Duration.ofSeconds(5))));
        ReadBuffer slow = open(node, "slow");
        ReadBuffer fast = open(node, "fast");
        byte[] frame = frame(MIB);
        int slowAt = 0;
        int fastAt = 0;
        for (int second = 0; second <= 5; second++) {
            Form.SCATTERING.push(slow, frame, slowAt, slowAt += 800, IGNORE);
            Form.SCATTERING.push(fast, frame, fastAt, fastAt += 1200, IGNORE);
            SweepReport report = after(node, 1);
            assertThat(report.evicted())
                    .extracting(Suspect::cause)
                    .isEqualTo(second < 5 ? List.of() : List.of(Suspect.Cause.TOO_SLOW));
        }
        assertThat(slow.isOpen()).isFalse();
        assertThat(fast.isOpen()).isTrue();
    }

    @Test
    void limitsFramesThatAreSkippedOrStreamedToo() throws IOException {
        MessageBuffers node = node(settings(tenSeconds()));
        ReadBuffer skipping = node.connection("skipping")
                .limits(ReadLimits.maxFrame(100).skipTooLong())
                .open();
        opened.add(skipping);
        byte[] endless = frame(64);
        ByteBuffer.wrap(endless).putInt(Integer.MAX_VALUE - 8);
        assertThat(Form.SCATTERING.push(skipping, endless, IGNORE)).isEqualTo(ReadStatus.DRAINED);
        after(node, 1);
        for (int i = 0; i < 9; i++) {
            Form.SCATTERING.push(skipping, new byte[100_000], IGNORE);
            assertThat(after(node, 1).evicted()).isEmpty();
        }
        SweepReport report = after(node, 1);
        assertThat(report.evicted()).hasSize(1);
        assertThat(report.evicted().get(0).received()).isEqualTo(64 + 900_000);
        assertThat(report.evicted().get(0).heldBytes()).isZero();
    }

    @Test
    void asksThePolicyAndAsksAgain() throws IOException {
        List<Suspect> asked = new ArrayList<>();
        AtomicInteger refusals = new AtomicInteger(2);
        MessageBuffers node = node(settings(tenSeconds()).evictionPolicy(suspect -> {
            asked.add(suspect);
            return refusals.getAndDecrement() == 0;
        }));
        ReadBuffer in = node.connection("peer").key("10.0.0.0/8").open();
        opened.add(in);
        Form.FED.push(in, frame(100), 0, 50, IGNORE);
        after(node, 0);
        assertThat(after(node, 10).evicted()).isEmpty();
        assertThat(after(node, 1).evicted()).isEmpty();
        assertThat(in.isOpen()).isTrue();
        assertThat(after(node, 1).evicted()).hasSize(1);
        assertThat(asked)
                .hasSize(3)
                .allSatisfy(suspect -> assertThat(suspect.key()).isEqualTo("10.0.0.0/8"));
    }

    @Test
    void evictsTheOthersThoughThePolicyThrowsForOne() throws IOException {
        MessageBuffers node = node(settings(tenSeconds()).evictionPolicy(suspect -> {
            if (suspect.peer().equals("second")) {
                throw new IllegalStateException("policy");
            }
            return true;
        }));
        for (String peer : List.of("first", "second", "third")) {
            Form.FED.push(open(node, peer), frame(100), 0, 50, IGNORE);
        }
        after(node, 0);
        List<Throwable> thrown = new ArrayList<>();
        Thread thread = Thread.currentThread();
        Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
        thread.setUncaughtExceptionHandler((of, failure) -> thrown.add(failure));
        try {
            assertThat(after(node, 10).evicted()).extracting(Suspect::peer).containsExactlyInAnyOrder("first", "third");
        } finally {
            thread.setUncaughtExceptionHandler(before);
        }
        assertThat(thrown).singleElement().asString().contains("policy");
        assertThat(opened).extracting(ReadBuffer::isOpen).containsExactly(false, true, false);
    }

    @Test
    void callsAPeerLateThatSendsNothingMoreWhenItMayReadOn() throws IOException {
        MessageBuffers node = node(settings(tenSeconds()).lanes(false));
        ReadBuffer silent = open(node, "silent");
        byte[] frame = frame(2 * MIB);
        Form.FED.push(silent, frame, 0, SLAB, IGNORE);
        List<Slab> hoard = new ArrayList<>();
        for (Slab slab = node.pool().tryLease(SLAB);
                slab != null;
                slab = node.pool().tryLease(SLAB)) {
            hoard.add(slab);
        }
        assertThat(Form.FED.push(silent, frame, SLAB, 4 * SLAB, IGNORE)).isEqualTo(ReadStatus.PAUSED);
        AtomicInteger woken = new AtomicInteger();
        silent.whenReadable(woken::incrementAndGet);
        after(node, 0);
        assertThat(after(node, 100).evicted()).as("this side has no memory").isEmpty();
        hoard.forEach(Slab::release);
        assertThat(woken).hasValue(1);
        assertThat(after(node, 100).evicted()).as("seen for the first time").isEmpty();
        assertThat(after(node, 9.9).evicted()).isEmpty();
        assertThat(after(node, 0.1).evicted()).extracting(Suspect::peer).containsExactly("silent");
    }

    @Test
    void obeysAnEvictionDuringADrainOnItsWayOut() throws IOException {
        MessageBuffers node = node(settings(tenSeconds()));
        ReadBuffer in = open(node, "peer");
        byte[] frame = frame(100);
        Form.FED.push(in, frame, 0, 50, IGNORE);
        after(node, 0);
        List<Integer> lengths = new ArrayList<>();
        ReadStatus status = Form.FED.push(in, frame, 50, 100, shown -> {
            assertThat(after(node, 10).evicted()).hasSize(1);
            lengths.add(shown.payload().toByteArray().length);
            return Next.CONTINUE;
        });
        assertThat(status).isEqualTo(ReadStatus.CLOSED);
        assertThat(lengths).containsExactly(100);
        assertThat(in.heldBytes()).isZero();
    }

    @Test
    void namesWhoHoldsMostAndWhatIsPromised() throws IOException {
        MessageBuffers node = node(settings(Deadlines.defaults()));
        for (int i = 1; i <= 15; i++) {
            Form.SCATTERING.push(open(node, "peer " + i), frame(MIB), 0, i * 1000, IGNORE);
        }
        open(node, "idle");
        SweepReport report = after(node, 1);
        assertThat(report.connections()).isEqualTo(16);
        assertThat(report.framesInProgress()).isEqualTo(15);
        assertThat(report.promisedBytes()).isEqualTo(15L * MIB - 120_000);
        assertThat(report.evicted()).isEmpty();
        assertThat(report.worstHolders())
                .hasSize(10)
                .isSortedAccordingTo((a, b) -> Long.compare(b.heldBytes(), a.heldBytes()));
        assertThat(report.worstHolders().get(0).heldBytes())
                .isEqualTo(
                        opened.stream().mapToLong(ReadBuffer::heldBytes).max().orElseThrow());
        assertThat(report).asString().contains("16 connections", "15 frames");
    }

    @Test
    void tenThousandLiarsHoldLittleAndAnHonestPeerNeverPauses() throws IOException {
        MessageBuffers node =
                node(MessageBuffers.builder().memoryLimit(16 * MIB).deadlines(tenSeconds()));
        for (int i = 0; i < 10_000; i++) {
            ReadBuffer liar = open(node, i);
            assertThat(Form.SCATTERING.push(liar, frame(2 * MIB), 0, 9, IGNORE)).isEqualTo(ReadStatus.DRAINED);
        }
        assertThat(node.leasedBytes()).isLessThan(6_000_000);
        ReadBuffer honest = open(node, "honest");
        byte[] frame = frame(2 * MIB);
        for (int from = 0; from < frame.length; from += 1460) {
            int to = Math.min(frame.length, from + 1460);
            assertThat(Form.SCATTERING.push(honest, frame, from, to, IGNORE)).isEqualTo(ReadStatus.DRAINED);
        }
        assertThat(honest.frameCount()).isEqualTo(1);
        SweepReport report = after(node, 1);
        assertThat(report.promisedBytes()).isEqualTo(10_000L * (2 * MIB - 9));
        assertThat(after(node, 10).evicted()).hasSize(10_000);
        assertThat(node.leasedBytes()).isZero();
        assertThat(honest.isOpen()).isTrue();
    }

    @Test
    void letsTheNextOneGoOnWhereAWokenOneDoesNot() throws IOException {
        MessageBuffers node = node(settings(Deadlines.defaults()).lanes(false));
        ReadBuffer lazy = open(node, "lazy");
        ReadBuffer eager = open(node, "eager");
        List<Slab> hoard = new ArrayList<>();
        for (Slab slab = node.pool().tryLease(SLAB);
                slab != null;
                slab = node.pool().tryLease(SLAB)) {
            hoard.add(slab);
        }
        byte[] frame = frame(MIB);
        AtomicInteger lazyWoken = new AtomicInteger();
        AtomicInteger eagerWoken = new AtomicInteger();
        Form.SCATTERING.push(lazy, frame, 0, 100_000, IGNORE);
        Form.SCATTERING.push(eager, frame, 0, 100_000, IGNORE);
        lazy.whenReadable(lazyWoken::incrementAndGet);
        eager.whenReadable(eagerWoken::incrementAndGet);
        hoard.remove(0).release();
        assertThat(lazyWoken).hasValue(1);
        assertThat(eagerWoken).hasValue(0);
        after(node, 1);
        assertThat(eagerWoken).hasValue(1);
        hoard.forEach(Slab::release);
    }

    @Test
    void limitsAreSmallerUntilThePeerIsTrusted() throws IOException {
        MessageBuffers node = node(settings(Deadlines.defaults()));
        ReadBuffer in = node.connection("peer")
                .limits(ReadLimits.maxFrame(1000))
                .limitsUntilTrusted(ReadLimits.maxFrame(100).skipTooLong())
                .open();
        opened.add(in);
        AtomicInteger frames = new AtomicInteger();
        FrameHandler<RuntimeException> counting = frame -> {
            frames.incrementAndGet();
            return Next.CONTINUE;
        };
        Form.FED.push(in, frame(500), counting);
        assertThat(frames).hasValue(0);
        in.trusted(true);
        Form.FED.push(in, frame(500), counting);
        assertThat(frames).hasValue(1);
        in.trusted(false);
        Form.FED.push(in, frame(500), counting);
        assertThat(frames).hasValue(1);
        in.trusted(true);
        FrameException refused =
                catchThrowableOfType(FrameException.class, () -> Form.FED.push(in, frame(1001), counting));
        assertThat(refused.limit()).isEqualTo(1000);
    }

    @Test
    void refusesDeadlinesThatCannotBe() {
        MessageBuffers node = node(MessageBuffers.builder());
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.sweepEvery(Duration.ZERO, scheduler, report -> {}))
                .withMessageContaining("sweepEvery(PT0S)");
        scheduler.shutdown();
        Deadlines deadlines = Deadlines.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> deadlines.frame(Duration.ZERO))
                .withMessageContaining("frame");
        assertThatIllegalArgumentException().isThrownBy(() -> deadlines.lane(Duration.ofNanos(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> deadlines.leastRate(0, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> deadlines.leastRate(1, Duration.ZERO));
        assertThat(deadlines.frame(Duration.ofDays(1_000_000))).asString().contains("frame=");
    }
}
