package io.headroom.buffers.memory;

import static io.headroom.buffers.memory.PoolKind.leaseAll;
import static io.headroom.buffers.memory.PoolKind.releaseAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The system has no memory to give, or does not take it back. */
class SlabPoolFailureTest {
    private static final int SLAB = 64 << 10;
    private static final int CHUNK = 4 << 20;
    private static final int CHUNKS = 5;

    private final StubMemory memory = StubMemory.direct();
    private final SlabPool pool = pool(memory, (long) CHUNKS * CHUNK);

    private static SlabPool pool(StubMemory memory, long limit) {
        return new SlabPool.Builder(memory).limitBytes(limit).build();
    }

    @Test
    void asksTheSystemForChunksAndForWhatIsLeftOfTheLimit() {
        StubMemory counted = StubMemory.direct();
        SlabPool uneven = pool(counted, 2L * CHUNK + 3 * SLAB);
        leaseAll(uneven, SLAB);
        assertThat(counted.allocations()).isEqualTo(3);
        assertThat(counted.liveBytes()).isEqualTo(2L * CHUNK + 3 * SLAB);
        StubMemory arrays = StubMemory.heap();
        leaseAll(pool(arrays, 10 * SLAB), SLAB);
        assertThat(arrays.allocations()).isEqualTo(10);
    }

    /** Of the tries of a chunk and of one slab, the n-th fails and every one after it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void leaseIsRefusedFromTheNthAllocationOn(int n) {
        memory.refusing(number -> number >= n);
        List<Slab> all = leaseAll(pool, SLAB);
        assertThat(all).hasSize((n - 1) * CHUNK / SLAB);
        assertThat(pool.tryLease(1)).isNull();
        assertThat(pool.leasedBytes()).isEqualTo((n - 1L) * CHUNK);
        assertThat(pool.committedBytes()).isEqualTo(memory.liveBytes()).isEqualTo((n - 1L) * CHUNK);
        worksOnWhenTheSystemHasMemoryAgain(all);
    }

    /** A refused chunk is followed by the try of a single slab. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void leaseSucceedsThoughTheNthAllocationFails(int n) {
        memory.refusing(number -> number == n);
        List<Slab> all = new ArrayList<>();
        for (int i = 0; i < n * CHUNK / SLAB; i++) {
            Slab slab = pool.tryLease(SLAB);
            assertThat(slab).as("lease %s", i).isNotNull();
            all.add(slab);
            assertThat(pool.committedBytes()).isEqualTo(memory.liveBytes());
        }
        worksOnWhenTheSystemHasMemoryAgain(all);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 13})
    void fractionIsRefusedFromTheNthAllocationOn(int n) {
        StubMemory slabs = StubMemory.heap().refusing(number -> number >= n);
        SlabPool heap = pool(slabs, 20 * SLAB);
        List<Slab> all = leaseAll(heap, 4096);
        assertThat(all).hasSize((n - 1) * SLAB / 4096);
        assertThat(heap.leasedBytes()).isEqualTo((n - 1L) * SLAB);
        assertThat(heap.committedBytes()).isEqualTo((n - 1L) * SLAB);
        releaseAll(all);
        assertThat(heap.leasedBytes()).isZero();
        assertThat(leaseAll(heap, SLAB)).hasSize(n - 1);
        slabs.refusing(number -> false);
        heap.close();
    }

    private void worksOnWhenTheSystemHasMemoryAgain(List<Slab> all) {
        if (!all.isEmpty()) {
            Slab last = all.remove(all.size() - 1);
            last.release();
            assertThat(pool.tryLease(SLAB)).isSameAs(last);
            last.release();
        }
        releaseAll(all);
        assertThat(pool.leasedBytes()).isZero();
        pool.trim();
        assertThat(pool.committedBytes()).isZero();
        assertThat(memory.liveBytes()).isZero();
        memory.refusing(number -> false);
        assertThat(leaseAll(pool, SLAB)).hasSize(CHUNKS * CHUNK / SLAB);
        assertThat(pool.committedBytes()).isEqualTo(memory.liveBytes()).isEqualTo((long) CHUNKS * CHUNK);
        assertThat(memory.largestBytes()).isEqualTo((long) CHUNKS * CHUNK);
    }

    /** The JDK sleeps before it says no. */
    @Test
    void doesNotAskARefusingSystemAgainOnEveryLease() {
        memory.refusing(number -> number > 1);
        List<Slab> all = leaseAll(pool, SLAB);
        int asked = memory.allocations();
        for (int i = 0; i < 1000; i++) {
            assertThat(pool.tryLease(SLAB)).isNull();
        }
        assertThat(memory.allocations()).isLessThan(asked + 10);
        releaseAll(all);
    }

    /** Close to the JVM's own limit of direct memory a slab may still be had where a chunk is not: without half a second's wait for each. */
    @Test
    void doesNotAskForAChunkAgainOnEveryLeaseWhereOnlySlabsAreToBeHad() {
        memory.refusingOver(CHUNK - 1);
        List<Slab> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(pool.tryLease(SLAB));
        }
        assertThat(all).doesNotContainNull();
        assertThat(memory.allocations()).isLessThan(50 + 10);
        assertThat(pool.committedBytes()).isEqualTo(memory.liveBytes()).isEqualTo(50L * SLAB);
        releaseAll(all);
        pool.trim();
        memory.refusingOver(Integer.MAX_VALUE);
        pool.tryLease(SLAB).release();
        assertThat(pool.committedBytes()).isEqualTo(CHUNK);
    }

    @Test
    void asksAgainWhereThereIsNoReleaseToWaitFor() {
        memory.refusing(number -> true);
        assertThat(pool.tryLease(SLAB)).isNull();
        memory.refusing(number -> false);
        assertThat(pool.tryLease(SLAB)).isNotNull();
    }

    @Test
    void waiterWaitsForAReleaseWhereTheSystemRefuses() {
        memory.refusing(number -> number > 1);
        List<Slab> all = leaseAll(pool, SLAB);
        List<String> woken = new ArrayList<>();
        pool.whenAvailable(() -> woken.add("first"));
        assertThat(woken).isEmpty();
        all.remove(0).release();
        assertThat(woken).containsExactly("first");
        releaseAll(all);
    }

    @Test
    void chunkThatIsBeingReadIntoStaysUntilTheNextTrim() {
        List<Slab> all = leaseAll(pool, SLAB);
        releaseAll(all);
        memory.inUse(true);
        assertThat(pool.trim()).isZero();
        assertThat(pool.committedBytes()).isEqualTo((long) CHUNKS * CHUNK);
        all = leaseAll(pool, SLAB);
        assertThat(all).hasSize(CHUNKS * CHUNK / SLAB);
        releaseAll(all);
        memory.inUse(false);
        assertThat(pool.trim()).isEqualTo((long) CHUNKS * CHUNK);
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void everyChunkIsFreedOnce() {
        List<Slab> all = leaseAll(pool, SLAB);
        List<Slab> half = new ArrayList<>(all.subList(0, all.size() / 2));
        all.removeAll(half);
        releaseAll(half);
        pool.trim();
        pool.close();
        releaseAll(all);
        assertThat(memory.liveBytes()).isZero();
        assertThat(memory.frees()).isEqualTo(CHUNKS);
    }
}
