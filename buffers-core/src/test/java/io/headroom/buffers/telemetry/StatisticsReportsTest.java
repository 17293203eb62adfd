package io.headroom.buffers.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.BufferStats;
import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import javax.management.JMX;
import org.junit.jupiter.api.Test;

/** Public reports of figures that misled those who watched, each as a test of what is said here. */
class StatisticsReportsTest {
    private static final int SLAB = 64 << 10;
    private static final List<Figure> TOTALS =
            Arrays.stream(Figure.values()).filter(Figure::isTotal).toList();

    private final AtomicLong now = new AtomicLong();

    private static ReadBuffer open(MessageBuffers buffers) {
        return buffers.connection("peer").open();
    }

    private static void feed(ReadBuffer in, int length) throws FrameException {
        in.feed(ByteBuffer.allocate(length).putInt(0, length - 4), frame -> Next.CONTINUE);
    }

    private LatestStats always(MessageBuffers buffers) {
        return LatestStats.of(buffers, Duration.ZERO, now::incrementAndGet);
    }

    private static long[] totals(LatestStats stats) {
        return TOTALS.stream().mapToLong(stats::value).toArray();
    }

    private static List<Long> figures(BufferStats stats) {
        List<Long> figures = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            figures.add(figure.of(stats));
        }
        for (int i = 0; i < BufferStats.sizeBuckets(); i++) {
            figures.add(stats.sizeCount(i));
        }
        return figures;
    }

    private static void assertNoneFell(long[] before, long[] after) {
        for (int i = 0; i < before.length; i++) {
            assertThat(after[i]).as(TOTALS.get(i).name()).isGreaterThanOrEqualTo(before[i]);
        }
    }

    /** Public reports micrometer-metrics/micrometer#2489 and #7736: totals fell when what was counted was replaced. */
    @Test
    void totalsStayWhenAConnectionIsClosedAndReplaced() throws FrameException {
        try (MessageBuffers buffers = MessageBuffers.builder().build()) {
            LatestStats stats = always(buffers);
            List<ReadBuffer> three = new ArrayList<>(List.of(open(buffers), open(buffers), open(buffers)));
            long[] before = totals(stats);
            for (int sample = 0; sample < 100; sample++) {
                feed(three.get(sample % 3), 100 + sample);
                three.get(sample % 3).close();
                three.set(sample % 3, open(buffers));
                long[] after = totals(stats);
                assertNoneFell(before, after);
                before = after;
            }
            assertThat(stats.value(Figure.RECEIVED_BYTES))
                    .isEqualTo(LongStream.range(100, 200).sum());
            assertThat(stats.value(Figure.CONNECTIONS)).isEqualTo(3);
        }
    }

    /** The same reports: an exception turned a total into 0. */
    @Test
    void totalsStayWhenASnapshotFails() throws FrameException {
        try (MessageBuffers buffers = MessageBuffers.builder().build();
                ReadBuffer in = open(buffers)) {
            AtomicInteger asked = new AtomicInteger();
            LatestStats stats = new LatestStats(
                    into -> {
                        buffers.stats(into);
                        if (asked.getAndIncrement() % 2 == 1) {
                            throw new IllegalStateException("halfway");
                        }
                        return true;
                    },
                    Duration.ofNanos(1),
                    now::get);
            for (int frame = 1; frame <= 10; frame++) {
                feed(in, 100);
                now.incrementAndGet();
                assertThat(stats.value(Figure.FRAMES)).isEqualTo((frame - 1) / 2 * 2 + 1);
                assertThat(stats.value(Figure.FRAMES)).as("again").isEqualTo((frame - 1) / 2 * 2 + 1);
            }
            assertThat(asked).as("one try in a while, not one for each figure").hasValue(10);
        }
    }

    /** Public report apache/cassandra#2206 (CASSANDRA-18311): what was given back counted by what had been asked for. */
    @Test
    void theLeasedGaugeIsThePoolsOwn() throws FrameException {
        try (MessageBuffers buffers = MessageBuffers.builder().build()) {
            LatestStats stats = always(buffers);
            Slab slab = buffers.pool().tryLease(SLAB);
            assertThat(stats.value(Figure.LEASED_BYTES)).isEqualTo(slab.capacity());
            Slab part = buffers.pool().tryLease(10 << 10);
            assertThat(stats.value(Figure.LEASED_BYTES)).isEqualTo(slab.capacity() + part.capacity());
            slab.release();
            assertThat(stats.value(Figure.LEASED_BYTES)).isEqualTo(part.capacity());
            assertThat(stats.value(Figure.IDLE_BYTES)).isEqualTo(stats.value(Figure.COMMITTED_BYTES) - part.capacity());
            part.release();

            ByteBuf[] kept = new ByteBuf[1];
            try (ReadBuffer in = open(buffers)) {
                ByteBuffer frame = ByteBuffer.allocate(3 * SLAB).putInt(0, 3 * SLAB - 4);
                FrameHandler<RuntimeException> keeper = whole -> {
                    kept[0] = whole.share();
                    return Next.CONTINUE;
                };
                in.feed(frame.limit(SLAB), keeper);
                in.feed(frame.limit(3 * SLAB), keeper);
            }
            assertThat(stats.value(Figure.LEASED_BYTES)).isEqualTo(3 * SLAB).isEqualTo(stats.value(Figure.KEPT_BYTES));
            kept[0].release();
            assertThat(stats.value(Figure.LEASED_BYTES)).isZero();
        }
    }

    /** Public reports micrometer-metrics/micrometer#364 and jupp0r/prometheus-cpp#299: who asks for what is new resets it for all others. */
    @Test
    void readingChangesNothingAndWhatIsNewIsADifference() throws FrameException {
        try (MessageBuffers buffers = MessageBuffers.builder().build();
                ReadBuffer in = open(buffers)) {
            LatestStats one = always(buffers);
            LatestStats other = always(buffers);
            BufferStats first = one.copyTo(new BufferStats());
            feed(in, 100);
            BufferStats second = one.copyTo(new BufferStats());
            assertThat(figures(other.copyTo(new BufferStats()))).isEqualTo(figures(second));
            assertThat(figures(one.copyTo(new BufferStats()))).isEqualTo(figures(second));
            feed(in, 1000);
            BufferStats third = one.copyTo(new BufferStats());
            BufferStats late = third.deltaTo(second, new BufferStats());
            BufferStats early = second.deltaTo(first, new BufferStats());
            BufferStats whole = third.deltaTo(first, new BufferStats());
            for (Figure total : TOTALS) {
                assertThat(total.of(late) + total.of(early)).as(total.name()).isEqualTo(total.of(whole));
            }
            assertThat(whole.receivedBytes()).isEqualTo(1100);
        }
    }

    /** Public report netty/netty#5275: 50,000 allocations were counted as one, because a cache had served the others. */
    @Test
    void leasesCreationsAndReusesAreToldApart() {
        try (MessageBuffers buffers = MessageBuffers.builder().build()) {
            for (int i = 0; i < 50_000; i++) {
                buffers.pool().tryLease(1000).release();
            }
            LatestStats stats = always(buffers);
            assertThat(stats.value(Figure.LEASES)).isEqualTo(50_000);
            assertThat(stats.value(Figure.CREATIONS)).isEqualTo(1);
            assertThat(stats.value(Figure.REUSES)).isEqualTo(49_999);
        }
    }

    /** Public report micrometer-metrics/micrometer#6641: whoever watched kept what was closed alive. */
    @Test
    void aBeanKeepsNoBuffersAliveAndItsTotalsStay() throws Exception {
        MessageBuffers buffers = MessageBuffers.builder().build();
        WeakReference<MessageBuffers> weak = new WeakReference<>(buffers);
        try (BufferStatsBean bean = BufferStatsBean.register(buffers, "short-lived")) {
            BufferStatsMXBean view = JMX.newMXBeanProxy(
                    ManagementFactory.getPlatformMBeanServer(), bean.objectName(), BufferStatsMXBean.class);
            ReadBuffer in = open(buffers);
            feed(in, 100);
            assertThat(view.getFrames()).isEqualTo(1);
            assertThat(view.getConnections()).isEqualTo(1);
            buffers.close();
            in = null;
            buffers = null;
            collect(weak);
            assertThat(view.getFrames()).isEqualTo(1);
        }
    }

    /** The same report. */
    @Test
    void whatIsGoneHasItsTotalsAndNoGauges() throws FrameException {
        MessageBuffers buffers = MessageBuffers.builder().build();
        WeakReference<MessageBuffers> weak = new WeakReference<>(buffers);
        LatestStats stats = always(buffers);
        ReadBuffer in = open(buffers);
        feed(in, 100);
        long[] before = totals(stats);
        assertThat(stats.value(Figure.CONNECTIONS)).isEqualTo(1);
        in = null;
        buffers = null;
        collect(weak);
        assertThat(totals(stats)).isEqualTo(before);
        for (Figure figure : Figure.values()) {
            assertThat(figure.isTotal() || stats.value(figure) == 0)
                    .as(figure.name())
                    .isTrue();
        }
        assertThat(stats.copyTo(new BufferStats()).receivedBytes()).isEqualTo(100);
    }

    private static void collect(WeakReference<?> weak) {
        for (int i = 0; i < 100 && weak.get() != null; i++) {
            System.gc();
        }
        assertThat(weak.get()).isNull();
    }

    /** One who asks for all figures is answered from one snapshot. */
    @Test
    void aSnapshotAnswersUntilItIsOld() throws FrameException {
        try (MessageBuffers buffers = MessageBuffers.builder().build();
                ReadBuffer in = open(buffers)) {
            LatestStats stats = LatestStats.of(buffers, LatestStats.DEFAULT_MAX_AGE, now::get);
            assertThat(stats.value(Figure.FRAMES)).isZero();
            feed(in, 100);
            now.set(LatestStats.DEFAULT_MAX_AGE.toNanos() - 1);
            assertThat(stats.value(Figure.FRAMES)).isZero();
            assertThat(stats.total(latest -> latest.rejects(FrameException.Kind.TRUNCATED)))
                    .isZero();
            now.incrementAndGet();
            assertThat(stats.value(Figure.FRAMES)).isEqualTo(1);
            assertThatThrownBy(() -> LatestStats.of(buffers, Duration.ofNanos(-1), now::get))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("maxAge");
        }
    }
}
