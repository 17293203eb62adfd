package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.SlabPool;
import io.headroom.buffers.telemetry.Figure;
import io.headroom.buffers.telemetry.LatestStats;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that are zero, negative or absurdly large: what is wrong is said at once, by its name, and what is right takes no time. */
class SettingsOutOfRangeTest {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1, 3, 2048, -4096, 65_537, 512 << 10, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void saysWhatASlabMayBe(int slabBytes) {
        MessageBuffers.Builder settings = MessageBuffers.builder().slabBytes(slabBytes);
        String expected = "slabBytes " + slabBytes + ": expected a power of two from 4096 to 262144";
        assertThatIllegalArgumentException().isThrownBy(settings::build).withMessage(expected);
        settings.memoryLimit(1 << 20);
        assertThatIllegalArgumentException().isThrownBy(settings::build).withMessage(expected);
        settings.budget(MemoryBudget.of(1 << 20));
        assertThatIllegalArgumentException().isThrownBy(settings::build).withMessage(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE / 2, 1L << 60, 1L << 50})
    @Timeout(20)
    void buildsAtOnceHoweverLargeTheLimit(long limit) {
        for (boolean lanes : new boolean[] {false, true}) {
            try (MessageBuffers node = MessageBuffers.builder()
                    .heap()
                    .lanes(lanes)
                    .memoryLimit(limit)
                    .build()) {
                node.connection("peer")
                        .limits(ReadLimits.maxFrame(1 << 30))
                        .contiguous()
                        .open()
                        .close();
            }
        }
    }

    /** What fits beside what is moved, found by looking at every number of chunks. */
    private static long mostByTrying(long limit, long slabBytes) {
        long beside = (2 + Long.numberOfTrailingZeros(slabBytes / SlabPool.SMALLEST_FRACTION)) * slabBytes;
        long most = (Math.min(limit, SlabPool.CHUNK) - beside) / 3 * 2;
        for (long chunks = SlabPool.CHUNK; chunks < limit; chunks += SlabPool.CHUNK) {
            most = Math.max(most, Math.min(limit - chunks, 2 * (chunks - beside)));
        }
        return Math.max(slabBytes, most / slabBytes * slabBytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {4 << 10, 64 << 10, 256 << 10})
    void findsTheLongestContiguousFrameOfAnyLimit(int slabBytes) {
        SplittableRandom random = new SplittableRandom(7);
        Shares none = new Shares(Shares.UNLIMITED, Shares.UNLIMITED);
        for (int i = 0; i < 3000; i++) {
            long limit = i < 1000 ? (4L + i) * slabBytes : random.nextLong(4L * slabBytes, 1L << 31);
            Capacity capacity = new Capacity(MemoryBudget.of(limit), none, slabBytes, false);
            long linked = Math.min((long) (1 << 15) * slabBytes, Integer.MAX_VALUE) / slabBytes * slabBytes;
            assertThat(capacity.mostInMemory(Delivery.CONTIGUOUS))
                    .as("limit %s", limit)
                    .isEqualTo(Math.min(linked, mostByTrying(limit, slabBytes)));
        }
    }

    @Test
    void sweepsAtIntervalsThatAreSome() {
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        try (MessageBuffers node = MessageBuffers.builder().build()) {
            for (Duration none : new Duration[] {Duration.ZERO, Duration.ofNanos(-1), FOR_EVER.negated()}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> node.sweepEvery(none, scheduler, report -> {}))
                        .withMessage("sweepEvery(" + none + "): expected a positive duration");
            }
            assertThatNullPointerException()
                    .isThrownBy(() -> node.sweepEvery(Duration.ofSeconds(1), scheduler, null))
                    .withMessage("seen");
            node.sweepEvery(FOR_EVER, scheduler, report -> {});
        } finally {
            scheduler.shutdownNow();
        }
    }

    @Test
    void aSnapshotMayAnswerForEver() {
        try (MessageBuffers node = MessageBuffers.builder().build()) {
            LatestStats stats = LatestStats.of(node, FOR_EVER, System::nanoTime);
            assertThat(stats.value(Figure.OPENED)).isZero();
            node.connection("peer").open().close();
            assertThat(stats.value(Figure.OPENED)).isZero();
        }
    }
}
