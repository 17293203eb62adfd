package io.headroom.buffers.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs of adjacent slabs, chunks of their own for long ones, and one budget over several pools. */
class ContiguousLeaseTest {
    private static final int SLAB = 64 << 10;
    private static final int CHUNK = SlabPool.CHUNK;

    private final SlabPool pool = SlabPool.direct().limitBytes(3L * CHUNK).build();
    private final List<Slab> leased = new ArrayList<>();

    @AfterEach
    void allComesBack() {
        PoolKind.releaseAll(leased);
        assertThat(pool.leasedBytes()).isZero();
        pool.close();
        assertThat(pool.committedBytes()).isZero();
    }

    private Slab run(int bytes) {
        Slab run = pool.tryLeaseContiguous(bytes);
        if (run != null) {
            leased.add(run);
        }
        return run;
    }

    private Slab slab() {
        Slab slab = pool.tryLease(SLAB);
        if (slab != null) {
            leased.add(slab);
        }
        return slab;
    }

    @Test
    void isRoundedUpToWholeSlabs() {
        assertThat(run(1).capacity()).isEqualTo(SLAB);
        assertThat(run(SLAB).capacity()).isEqualTo(SLAB);
        assertThat(run(SLAB + 1).capacity()).isEqualTo(2 * SLAB);
        assertThat(run(CHUNK).capacity()).isEqualTo(CHUNK);
        assertThat(pool.committedBytes()).isEqualTo(2L * CHUNK);
        assertThat(pool.leasedBytes()).isEqualTo(CHUNK + 4L * SLAB);
    }

    @Test
    void keepsClearOfSingleSlabs() {
        for (int i = 0; i < 20; i++) {
            slab();
        }
        assertThat(run(44 * SLAB)).isNotNull();
        assertThat(pool.committedBytes()).isEqualTo(CHUNK);
        assertThat(slab()).isNotNull();
        assertThat(pool.committedBytes())
                .as("the chunk was full to the last slab")
                .isEqualTo(2L * CHUNK);
    }

    @Test
    void isOfferedAgainAsTheSameObject() {
        Slab first = pool.tryLeaseContiguous(5 * SLAB);
        first.release();
        Slab second = pool.tryLeaseContiguous(5 * SLAB);
        assertThat(second).isSameAs(first);
        second.release();
        assertThatIllegalStateException().isThrownBy(second::release);
    }

    @Test
    void hasAChunkOfItsOwnAboveFourMebibytes() {
        Slab run = run(CHUNK + 1);
        assertThat(run.capacity()).isEqualTo(CHUNK + SLAB);
        assertThat(pool.committedBytes()).isEqualTo(CHUNK + SLAB);
        leased.remove(run);
        run.release();
        assertThat(run(CHUNK + SLAB)).as("used again").isSameAs(run);
        assertThat(pool.committedBytes()).isEqualTo(CHUNK + SLAB);
    }

    @Test
    void takesWhatUnusedChunksHold() {
        Slab a = pool.tryLeaseContiguous(CHUNK);
        Slab b = pool.tryLeaseContiguous(CHUNK);
        a.release();
        b.release();
        assertThat(pool.committedBytes()).isEqualTo(2L * CHUNK);
        assertThat(run(3 * CHUNK).capacity()).isEqualTo(3 * CHUNK);
        assertThat(pool.committedBytes()).isEqualTo(3L * CHUNK);
        assertThat(slab()).isNull();
    }

    @Test
    void servesSingleSlabsFromALongChunkWhenThereIsNothingElse() {
        Slab large = pool.tryLeaseContiguous(2 * CHUNK);
        large.release();
        List<Slab> all = PoolKind.leaseAll(pool, SLAB);
        assertThat(all).hasSize(3 * CHUNK / SLAB);
        PoolKind.releaseAll(all);
    }

    @Test
    void isRefusedForWantOfAdjacentSlabsOnly() {
        List<Slab> all = PoolKind.leaseAll(pool, SLAB);
        List<Slab> kept = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (i % 2 == 0) {
                kept.add(all.get(i));
            } else {
                all.get(i).release();
            }
        }
        assertThat(pool.tryLeaseContiguous(2 * SLAB)).isNull();
        assertThat(slab()).isNotNull();
        PoolKind.releaseAll(kept);
        assertThat(run(2 * SLAB)).isNotNull();
    }

    @Test
    void refusesSizesThatCannotBe() {
        assertThatIllegalArgumentException().isThrownBy(() -> pool.tryLeaseContiguous(0));
        assertThatIllegalArgumentException().isThrownBy(() -> pool.tryLeaseContiguous(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> pool.tryLeaseContiguous(Integer.MAX_VALUE));
        assertThat(pool.tryLeaseContiguous(Integer.MAX_VALUE / SLAB * SLAB)).isNull();
        try (SlabPool heap = SlabPool.heap().build()) {
            assertThatIllegalStateException().isThrownBy(() -> heap.tryLeaseContiguous(2 * SLAB));
        }
    }

    @Test
    void waitsUntilEnoughSlabsLieTogetherWithoutHoldingUpOthers() {
        List<Slab> all = PoolKind.leaseAll(pool, SLAB);
        AtomicInteger wokenForRun = new AtomicInteger();
        AtomicInteger wokenForSlab = new AtomicInteger();
        pool.whenAvailable(wokenForRun::incrementAndGet, 3 * SLAB, Lane.BARRED);
        pool.whenAvailable(wokenForSlab::incrementAndGet);
        assertThat(wokenForRun).hasValue(0);
        all.remove(10).release();
        assertThat(wokenForSlab).hasValue(1);
        assertThat(wokenForRun).hasValue(0);
        all.remove(10).release();
        assertThat(wokenForRun).hasValue(0);
        all.remove(10).release();
        assertThat(wokenForRun).hasValue(1);
        PoolKind.releaseAll(all);
        assertThat(wokenForRun).hasValue(1);
    }

    @Test
    void waitsForeverForMoreThanThereCanBeWithoutSpinning() {
        AtomicInteger woken = new AtomicInteger();
        pool.whenAvailable(woken::incrementAndGet, Integer.MAX_VALUE, Lane.BARRED);
        assertThat(woken).hasValue(0);
        assertThatIllegalArgumentException().isThrownBy(() -> pool.whenAvailable(() -> {}, 0, Lane.BARRED));
        assertThatIllegalArgumentException().isThrownBy(() -> pool.whenAvailable(() -> {}, -1, Lane.BARRED));
    }

    @Test
    void wakesAsManyAsAChunkServesThatAnotherPoolHasFreed() {
        MemoryBudget budget = MemoryBudget.of(CHUNK);
        try (SlabPool one = SlabPool.direct().budget(budget).build();
                SlabPool other = SlabPool.direct().budget(budget).build()) {
            List<Slab> all = PoolKind.leaseAll(one, SLAB);
            AtomicInteger woken = new AtomicInteger();
            for (int i = 0; i < 64; i++) {
                other.whenAvailable(woken::incrementAndGet);
            }
            PoolKind.releaseAll(all);
            assertThat(woken).hasValue(64);
        }
    }

    @Test
    void doesNotWaitForWhatIsThereOnceUnusedChunksAreGivenBack() {
        Slab a = pool.tryLeaseContiguous(CHUNK);
        Slab b = pool.tryLeaseContiguous(2 * CHUNK);
        AtomicInteger woken = new AtomicInteger();
        pool.whenAvailable(woken::incrementAndGet, 3 * CHUNK, Lane.BARRED);
        a.release();
        assertThat(woken).hasValue(0);
        b.release();
        assertThat(woken).hasValue(1);
        assertThat(run(3 * CHUNK)).isNotNull();
    }

    @Test
    void givesToOnePoolOfABudgetWhatAnotherHoldsUnused() {
        MemoryBudget budget = MemoryBudget.of(4L * SLAB);
        try (SlabPool heap = SlabPool.heap().budget(budget).build();
                SlabPool direct = SlabPool.direct().budget(budget).build()) {
            List<Slab> arrays = PoolKind.leaseAll(heap, SLAB);
            assertThat(arrays).hasSize(4);
            assertThat(direct.tryLease(SLAB)).isNull();
            AtomicInteger woken = new AtomicInteger();
            direct.whenAvailable(woken::incrementAndGet, 2 * SLAB, Lane.BARRED);
            arrays.remove(0).release();
            assertThat(woken).hasValue(0);
            arrays.remove(0).release();
            assertThat(woken).hasValue(1);
            Slab run = direct.tryLeaseContiguous(2 * SLAB);
            assertThat(run).isNotNull();
            assertThat(budget.committedBytes()).isEqualTo(4L * SLAB);
            assertThat(heap.tryLease(SLAB)).isNull();
            run.release();
            Slab back = heap.tryLease(SLAB);
            assertThat(back).isNotNull();
            back.release();
            PoolKind.releaseAll(arrays);
        }
        assertThat(budget.committedBytes()).isZero();
    }

    @Test
    void leavesABudgetToTheOthersWhenAPoolIsClosed() {
        MemoryBudget budget = MemoryBudget.of(2L * SLAB);
        SlabPool closing = SlabPool.heap().budget(budget).build();
        Slab kept = closing.tryLease(SLAB);
        Slab other = closing.tryLease(SLAB);
        try (SlabPool direct = SlabPool.direct().budget(budget).build()) {
            AtomicInteger woken = new AtomicInteger();
            direct.whenAvailable(woken::incrementAndGet, 2 * SLAB, Lane.BARRED);
            closing.close();
            other.release();
            assertThat(woken).hasValue(0);
            kept.release();
            assertThat(woken).hasValue(1);
            Slab run = direct.tryLeaseContiguous(2 * SLAB);
            assertThat(run).isNotNull();
            run.release();
        }
        assertThat(budget.committedBytes()).isZero();
    }
}
