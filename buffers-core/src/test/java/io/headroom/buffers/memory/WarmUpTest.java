package io.headroom.buffers.memory;

import static io.headroom.buffers.memory.PoolKind.leaseAll;
import static io.headroom.buffers.memory.PoolKind.releaseAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool that is warmed, as far as one thread sees it. */
class WarmUpTest {
    private static final int SLAB = 64 << 10;
    private static final int CHUNK = 4 << 20;
    private static final int CHUNKS = 5;

    /** On the test's own thread, and without pauses. */
    private static final Pace HERE = Pace.defaults().pause(Duration.ZERO).executor(Runnable::run);

    /** Longer than any test waits. */
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final StubMemory memory = StubMemory.direct();
    private final MemoryBudget budget = MemoryBudget.of((long) CHUNKS * CHUNK);
    private final SlabPool pool = new SlabPool.Builder(memory).budget(budget).build();

    private void assertConsistent(long committedBytes) {
        assertThat(pool.committedBytes())
                .isEqualTo(committedBytes)
                .isEqualTo(memory.liveBytes())
                .isEqualTo(budget.committedBytes());
        assertThat(pool.leasedBytes()).isZero();
        memory.refusing(number -> false);
        List<Slab> all = leaseAll(pool, SLAB);
        assertThat(all).hasSize(CHUNKS * CHUNK / SLAB);
        releaseAll(all);
        assertThat(pool.trim()).isEqualTo((long) CHUNKS * CHUNK);
        assertThat(memory.liveBytes()).isZero();
        assertThat(budget.committedBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void commitsAtLeastWhatIsAskedForInRealMemory(PoolKind kind) throws InterruptedException {
        try (SlabPool real = kind.pool().limitBytes(3L * CHUNK).build()) {
            WarmUp warmUp = real.warm(CHUNK + 1);
            assertThat(warmUp.await()).isEqualTo(WarmUp.State.WARM);
            assertThat(warmUp.warmedBytes()).isEqualTo(warmUp.wantedBytes()).isEqualTo(CHUNK + 1);
            assertThat(real.committedBytes()).isEqualTo(kind == PoolKind.DIRECT ? 2 * CHUNK : CHUNK + SLAB);
            assertThat(real.leasedBytes()).isZero();
            List<Slab> all = leaseAll(real, SLAB);
            assertThat(all).hasSize(3 * CHUNK / SLAB);
            releaseAll(all);
        }
    }

    @Test
    void commitsNothingMoreTheSecondTime() {
        pool.warm(2 * CHUNK, HERE);
        pool.warm(2 * CHUNK, HERE);
        pool.warm(0, HERE);
        assertThat(pool.warm(CHUNK, HERE).state()).isEqualTo(WarmUp.State.WARM);
        assertThat(memory.allocations()).isEqualTo(2);
        assertConsistent(2 * CHUNK);
    }

    @Test
    void countsWhatIsLeasedToo() {
        Slab slab = pool.tryLease(SLAB);
        WarmUp warmUp = pool.warm(CHUNK, HERE);
        assertThat(warmUp.state()).isEqualTo(WarmUp.State.WARM);
        assertThat(memory.allocations()).isEqualTo(1);
        slab.release();
        assertConsistent(CHUNK);
    }

    @Test
    void leasesUseWhatIsWarmBeforeTheyCommitMore() {
        try (SlabPool real = SlabPool.direct().limitBytes(10L * CHUNK).build()) {
            Slab large = real.tryLeaseContiguous(CHUNK + SLAB);
            Slab first = real.tryLease(SLAB);
            real.warm(4 * CHUNK, HERE);
            long committed = real.committedBytes();
            List<Slab> slabs = new ArrayList<>(List.of(large, first));
            while (real.leasedBytes() < committed) {
                slabs.add(real.tryLease(SLAB));
            }
            assertThat(real.committedBytes()).isEqualTo(committed);
            releaseAll(slabs);
        }
    }

    @Test
    void stopsAtTheLimitAndSaysSo() {
        WarmUp warmUp = pool.warm(Long.MAX_VALUE, HERE);
        assertThat(warmUp.state()).isEqualTo(WarmUp.State.LIMIT_REACHED);
        assertThat(warmUp.warmedBytes()).isEqualTo((long) CHUNKS * CHUNK);
        assertThat(warmUp.toString()).contains("LIMIT_REACHED", budget.toString());
        assertConsistent((long) CHUNKS * CHUNK);
    }

    @Test
    void leavesTheCompletionLaneAlone() {
        budget.widenLane(CHUNK + SLAB);
        assertThat(pool.warm(Long.MAX_VALUE, HERE).state()).isEqualTo(WarmUp.State.LIMIT_REACHED);
        assertThat(pool.committedBytes()).isEqualTo((CHUNKS - 1L) * CHUNK - SLAB);
        assertThat(budget.committedBytes()).isEqualTo(pool.committedBytes());
    }

    @Test
    void takesNothingFromOtherPoolsOfTheBudget() {
        SlabPool other =
                new SlabPool.Builder(StubMemory.direct()).budget(budget).build();
        other.warm(2 * CHUNK, HERE);
        assertThat(pool.warm(Long.MAX_VALUE, HERE).state()).isEqualTo(WarmUp.State.LIMIT_REACHED);
        assertThat(other.committedBytes()).isEqualTo(2 * CHUNK);
        assertThat(pool.committedBytes()).isEqualTo((CHUNKS - 2L) * CHUNK);
    }

    /** The system gives n - 1 chunks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void keepsWhatItHasWhereTheSystemRefuses(int n) {
        memory.refusing(number -> number >= n);
        WarmUp warmUp = pool.warm((long) CHUNKS * CHUNK, HERE);
        assertThat(warmUp.state()).isEqualTo(WarmUp.State.REFUSED);
        assertThat(warmUp.warmedBytes()).isEqualTo((n - 1L) * CHUNK);
        assertThat(memory.allocations()).isEqualTo(n);
        assertConsistent((n - 1L) * CHUNK);
    }

    /** The JDK sleeps before it says no: the warm-up has done that for the leases to come. */
    @Test
    void leaseDoesNotAskAgainForWhatWasRefusedToTheWarmUp() {
        pool.warm(CHUNK, HERE);
        memory.refusing(number -> true);
        pool.warm(2 * CHUNK, HERE);
        List<Slab> all = leaseAll(pool, SLAB);
        assertThat(all).hasSize(CHUNK / SLAB);
        assertThat(memory.allocations())
                .as("a chunk by the warm-up, a slab by a lease")
                .isEqualTo(2);
        releaseAll(all);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void endsPartialAndConsistentWhenInterrupted(int n) {
        memory.refusing(number -> {
            if (number == n) {
                Thread.currentThread().interrupt();
            }
            return false;
        });
        WarmUp warmUp = pool.warm(Long.MAX_VALUE, HERE);
        assertThat(Thread.interrupted()).as("the interruption is passed on").isTrue();
        assertThat(warmUp.state()).isEqualTo(WarmUp.State.INTERRUPTED);
        assertThat(warmUp.warmedBytes()).isEqualTo((long) n * CHUNK);
        assertConsistent((long) n * CHUNK);
    }

    @Test
    void pausesAfterEachPieceAndIsCancelledWhileItPauses() throws InterruptedException {
        WarmUp warmUp = pool.warm(
                (long) CHUNKS * CHUNK, Pace.defaults().pieceBytes(CHUNK + 1).pause(FOR_EVER));
        while (warmUp.warmedBytes() < 2 * CHUNK) {
            assertThat(warmUp.await(Duration.ofMillis(1))).isFalse();
        }
        assertThat(warmUp.isDone()).isFalse();
        warmUp.cancel();
        warmUp.cancel();
        assertThat(warmUp.await()).isEqualTo(WarmUp.State.CANCELLED);
        assertThat(warmUp.await(Duration.ZERO)).isTrue();
        assertThat(warmUp.warmedBytes()).isEqualTo(2 * CHUNK);
        assertConsistent(2 * CHUNK);
    }

    @Test
    void isCancelledBeforeItsThreadComesToIt() throws InterruptedException {
        List<Runnable> queued = new ArrayList<>();
        WarmUp warmUp = pool.warm(CHUNK, Pace.defaults().executor(queued::add));
        warmUp.cancel();
        assertThat(warmUp.await()).isEqualTo(WarmUp.State.CANCELLED);
        queued.forEach(Runnable::run);
        assertThat(warmUp.state()).isEqualTo(WarmUp.State.CANCELLED);
        assertConsistent(0);
    }

    @Test
    void doesNotPauseWhenAllIsDoneOrNothingMoreIsToBeHad() {
        Pace slow = HERE.pieceBytes(3 * CHUNK).pause(FOR_EVER);
        assertThat(pool.warm(2 * CHUNK, slow).state()).isEqualTo(WarmUp.State.WARM);
        memory.refusing(number -> true);
        assertThat(pool.warm(3 * CHUNK, slow).state()).isEqualTo(WarmUp.State.REFUSED);
    }

    @Test
    void runsOffTheCallersThreadUnlessToldOtherwise() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        memory.refusing(number -> !threads.add(Thread.currentThread()));
        pool.warm(CHUNK).await();
        pool.warm(2 * CHUNK, HERE);
        assertThat(threads).hasSize(2).doesNotHaveDuplicates();
        assertThat(threads.get(0).isDaemon()).isTrue();
        assertThat(threads.get(1)).isSameAs(Thread.currentThread());
    }

    @Test
    void endsWithTheClosedPoolAndLeavesItNothing() {
        pool.close();
        assertThat(pool.warm(CHUNK, HERE).state()).isEqualTo(WarmUp.State.CLOSED);
        assertThat(memory.allocations()).isZero();
    }

    @Test
    void freesTheChunkThatComesWhenThePoolHasBeenClosed() {
        memory.refusing(number -> {
            if (number == 2) {
                pool.close();
            }
            return false;
        });
        WarmUp warmUp = pool.warm(Long.MAX_VALUE, HERE);
        assertThat(warmUp.state()).isEqualTo(WarmUp.State.CLOSED);
        assertThat(memory.allocations()).isEqualTo(memory.frees()).isEqualTo(2);
        assertThat(pool.committedBytes()).isZero();
        assertThat(budget.committedBytes()).isZero();
    }

    @Test
    void whoeverIsRefusedMeanwhileAndWaitsIsWoken() {
        SlabPool small = new SlabPool.Builder(memory).limitBytes(CHUNK).build();
        List<Slab> served = new ArrayList<>();
        memory.refusing(number -> {
            assertThat(small.tryLease(SLAB)).as("the budget is committed").isNull();
            small.whenAvailable(() -> served.add(small.tryLease(SLAB)));
            assertThat(served).isEmpty();
            return false;
        });
        assertThat(small.warm(CHUNK, HERE).state()).isEqualTo(WarmUp.State.WARM);
        assertThat(served).hasSize(1).doesNotContainNull();
    }

    @Test
    void whoeverIsRefusedMeanwhileIsWokenThoughTheSystemRefusesToo() {
        SlabPool small = new SlabPool.Builder(memory).limitBytes(CHUNK).build();
        List<Slab> served = new ArrayList<>();
        memory.refusing(number -> {
            if (number == 1) {
                small.whenAvailable(() -> served.add(small.tryLease(SLAB)));
            }
            return number == 1;
        });
        assertThat(small.warm(CHUNK, HERE).state()).isEqualTo(WarmUp.State.REFUSED);
        assertThat(served).hasSize(1).doesNotContainNull();
    }

    @Test
    void tellsWhatWasThrownAndStaysConsistent() {
        RuntimeException fault = new IllegalArgumentException("fault");
        memory.refusing(number -> {
            throw fault;
        });
        WarmUp warmUp = pool.warm(CHUNK, HERE);
        assertThat(warmUp.state()).isEqualTo(WarmUp.State.FAILED);
        assertThat(warmUp.failure()).isSameAs(fault);
        assertThat(warmUp.reason()).isEqualTo(fault.toString());
        assertConsistent(0);
    }

    @Test
    void refusesNegativeBytesAndPassesOnWhatTheExecutorThrows() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pool.warm(-1))
                .withMessage("warm(-1): expected 0 bytes or more");
        RejectedExecutionException rejection = new RejectedExecutionException();
        assertThatThrownBy(() -> pool.warm(CHUNK, HERE.executor(work -> {
                    throw rejection;
                })))
                .isSameAs(rejection);
        assertConsistent(0);
    }

    @ParameterizedTest
    @CsvSource({
        // bytes a second, pause ms, warmed, elapsed ms -> pause ms
        "0, 10, 1000, 0, 10",
        "0, 0, 1000, 0, 0",
        "1000, 10, 1000, 0, 1000",
        "1000, 10, 1000, 400, 600",
        "1000, 10, 1000, 995, 10",
        "1000, 10, 1000, 5000, 10",
        "1, 0, 9223372036854775807, 0, 9223372036854"
    })
    void pausesAreAsLongAsTheRateAsks(long rate, long pause, long warmed, long elapsed, long expected) {
        Pace pace = Pace.defaults().pause(Duration.ofMillis(pause));
        pace = rate == 0 ? pace : pace.bytesPerSecond(rate);
        assertThat(pace.pauseNanos(warmed, elapsed * 1_000_000) / 1_000_000).isEqualTo(expected);
    }

    @Test
    void paceRefusesWhatMakesNoSense() {
        Pace pace = Pace.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pace.pieceBytes(0))
                .withMessageContaining("pieceBytes(0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pace.bytesPerSecond(0))
                .withMessageContaining("bytesPerSecond(0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pace.pause(Duration.ofNanos(-1)))
                .withMessageContaining("pause(PT-0.000000001S)");
        assertThat(pace).hasToString("Pace[pieces of 67108864 bytes, pauses of PT0.01S]");
    }
}
