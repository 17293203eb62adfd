package io.headroom.buffers.memory;

import static io.headroom.buffers.memory.PoolKind.leaseAll;
import static io.headroom.buffers.memory.PoolKind.releaseAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A pool that is warmed while others use it. */
class WarmUpThreadsTest {
    private static final int SLAB = 64 << 10;
    private static final int CHUNK = 4 << 20;

    private static final Pace PACE = Pace.defaults().pieceBytes(CHUNK).pause(Duration.ZERO);

    private final StubMemory memory = StubMemory.direct();

    /** The system takes as long as the test likes; the I/O thread must not notice. */
    @Test
    void noLeaseReleaseOrReportWaitsWhileTheSystemGivesMemory() throws InterruptedException {
        SlabPool pool = new SlabPool.Builder(memory).limitBytes(8L * CHUNK).build();
        pool.tryLease(SLAB).release();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch given = new CountDownLatch(1);
        memory.refusing(number -> {
            asked.countDown();
            awaitQuietly(given);
            return false;
        });
        WarmUp warmUp = pool.warm(4L * CHUNK, PACE);
        AtomicInteger served = new AtomicInteger();
        try {
            asked.await();
            Team.run(1, (team, member) -> {
                List<Slab> slabs = new ArrayList<>();
                for (int i = 0; i < CHUNK / SLAB / 2; i++) {
                    slabs.add(pool.tryLease(SLAB));
                    slabs.add(pool.tryLease(300));
                }
                assertThat(slabs).doesNotContainNull();
                pool.whenAvailable(served::incrementAndGet);
                assertThat(pool.committedBytes()).isEqualTo(CHUNK);
                assertThat(pool.leasedBytes()).isPositive();
                assertThat(warmUp.warmedBytes()).isEqualTo(CHUNK);
                Slab run = pool.tryLeaseContiguous(2 * SLAB);
                assertThat(run).isNotNull();
                run.release();
                releaseAll(slabs);
                assertThat(pool.leasedBytes()).isZero();
            });
            assertThat(warmUp.isDone()).isFalse();
        } finally {
            given.countDown();
        }
        assertThat(warmUp.await()).isEqualTo(WarmUp.State.WARM);
        assertThat(served).hasValue(1);
        assertThat(pool.committedBytes()).isEqualTo(4L * CHUNK).isEqualTo(memory.liveBytes());
    }

    /** Sixty-four slabs, as a node would warm before it opens. */
    @Test
    void interruptingTheExecutorLeavesAPartialAndConsistentPool() throws InterruptedException {
        SlabPool pool =
                new SlabPool.Builder(StubMemory.heap()).limitBytes(100L * SLAB).build();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        WarmUp warmUp = pool.warm(
                64L * SLAB,
                Pace.defaults().pieceBytes(10 * SLAB).bytesPerSecond(1).executor(executor));
        while (warmUp.warmedBytes() < 10 * SLAB) {
            warmUp.await(Duration.ofMillis(1));
        }
        executor.shutdownNow();
        assertThat(warmUp.await()).isEqualTo(WarmUp.State.INTERRUPTED);
        assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(pool.committedBytes()).isEqualTo(10L * SLAB);
        List<Slab> all = leaseAll(pool, SLAB);
        assertThat(all).hasSize(100);
        releaseAll(all);
    }

    @Test
    void twoWarmUpsTogetherCommitNoMoreThanTheLargerOne() {
        SlabPool pool = new SlabPool.Builder(memory).limitBytes(100L * CHUNK).build();
        Team.run(4, (team, member) -> {
            team.meet();
            assertThat(pool.warm((10L + member) * CHUNK, PACE).await()).isEqualTo(WarmUp.State.WARM);
        });
        assertThat(pool.committedBytes()).isEqualTo(13L * CHUNK).isEqualTo(memory.liveBytes());
        assertThat(memory.allocations()).isEqualTo(13);
    }

    /** Two use it, one warms it, one trims it; then it is closed under all of them. */
    @Test
    void nothingIsLostBetweenWarmUpsLeasesTrimsAndTheClose() {
        for (int round = 0; round < 50; round++) {
            StubMemory counted = StubMemory.direct();
            MemoryBudget budget = MemoryBudget.of(6L * CHUNK + 3 * SLAB);
            SlabPool pool = new SlabPool.Builder(counted).budget(budget).build();
            Team.run(5, (team, member) -> {
                team.meet();
                for (int i = 0; i < 40; i++) {
                    play(pool, member, i);
                }
            });
            assertThat(pool.isClosed()).isTrue();
            assertThat(pool.committedBytes()).as("round %s", round).isZero();
            assertThat(budget.committedBytes()).isZero();
            assertThat(counted.liveBytes()).isZero();
            assertThat(counted.largestBytes()).isLessThanOrEqualTo(budget.limitBytes());
        }
    }

    private static void play(SlabPool pool, int member, int turn) throws InterruptedException {
        switch (member) {
            case 0, 1 -> leaseAndRelease(pool);
            case 2 ->
                assertThat(pool.warm((1L + turn % 8) * CHUNK, PACE).await())
                        .isIn(WarmUp.State.WARM, WarmUp.State.LIMIT_REACHED, WarmUp.State.CLOSED);
            case 3 -> pool.trim();
            default -> {
                leaseAndRelease(pool);
                if (turn == 30) {
                    pool.close();
                }
            }
        }
    }

    private static void leaseAndRelease(SlabPool pool) {
        List<Slab> slabs = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Slab slab = pool.tryLease(i % 3 == 0 ? 5_000 : SLAB);
            if (slab != null) {
                slabs.add(slab);
            }
        }
        releaseAll(slabs);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
