package io.headroom.buffers.memory;

import static io.headroom.buffers.memory.PoolKind.leaseAll;
import static io.headroom.buffers.memory.PoolKind.releaseAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a pool takes from the heap. */
class SlabPoolFootprintTest {
    private static final int SLAB = SlabPool.DEFAULT_SLAB;

    @ParameterizedTest
    @EnumSource
    void leaseAndReleaseAllocateNothing(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(16 * SLAB).build()) {
            for (int bytes : new int[] {1, 256, 300, 4096, 32768, 40000, SLAB}) {
                assertThat(Allocations.perRun(() -> pool.tryLease(bytes).release()))
                        .as("bytes allocated for each lease of %s", bytes)
                        .isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void leasingMoreThanIsAtHandAllocatesNothingEither(PoolKind kind) {
        Slab[] held = new Slab[16];
        try (SlabPool pool = kind.pool().limitBytes(16 * SLAB).build()) {
            assertThat(Allocations.perRun(() -> {
                        for (int i = 0; i < held.length; i++) {
                            held[i] = pool.tryLease(SLAB);
                        }
                        for (Slab slab : held) {
                            slab.release();
                        }
                    }))
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusalAllocatesNothing(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(2 * SLAB).build()) {
            List<Slab> all = leaseAll(pool, SLAB);
            assertThat(Allocations.perRun(() -> assertRefused(pool))).isZero();
            releaseAll(all);
        }
    }

    private static void assertRefused(SlabPool pool) {
        if (pool.tryLease(SLAB) != null || pool.tryLease(1) != null) {
            throw new AssertionError("leased beyond the limit");
        }
    }

    @ParameterizedTest
    @EnumSource
    void snapshotAllocatesNothing(PoolKind kind) {
        try (SlabPool pool = kind.pool().build()) {
            Slab slab = pool.tryLease(1);
            assertThat(Allocations.perRun(() -> {
                        if (pool.leasedBytes() > pool.committedBytes()) {
                            throw new AssertionError();
                        }
                    }))
                    .isZero();
            slab.release();
        }
    }

    /** A heap slab is one array, and never longer than G1 takes for ordinary in its smallest regions. */
    @Test
    void noArrayIsLongerThanTheLargestSlab() {
        assertThat(SlabPool.LARGEST_SLAB).isEqualTo(256 << 10);
        try (SlabPool pool = SlabPool.heap()
                .slabBytes(SlabPool.LARGEST_SLAB)
                .limitBytes(3 * SlabPool.LARGEST_SLAB)
                .build()) {
            List<Slab> slabs = leaseAll(pool, SlabPool.LARGEST_SLAB);
            slabs.remove(0).release();
            slabs.addAll(leaseAll(pool, 256));
            for (Slab slab : slabs) {
                assertThat(slab.buffer().array()).hasSize(SlabPool.LARGEST_SLAB);
            }
        }
    }

    @Test
    void bookkeepingOfManySlabsComesInSmallPieces() {
        mostAllocatedFor(100_000); // the first trim of as much starts the JVM's MBean server
        assertThat(mostAllocatedFor(100_000)).isLessThan(SlabPool.LARGEST_SLAB);
    }

    /** Returns the most that is allocated for one lease, or for giving everything back. */
    private static long mostAllocatedFor(int count) {
        StubMemory memory = StubMemory.direct();
        SlabPool pool = new SlabPool.Builder(memory).limitBytes(1L << 40).build();
        List<Slab> slabs = new ArrayList<>(count);
        long most = 0;
        for (int i = 0; i < count; i++) {
            long before = Allocations.soFar();
            slabs.add(pool.tryLease(i % 2 == 0 ? SLAB : 20_000));
            most = Math.max(most, Allocations.soFar() - before);
        }
        long before = Allocations.soFar();
        slabs.forEach(Slab::release);
        pool.trim();
        assertThat(memory.liveBytes()).isZero();
        return Math.max(most, Allocations.soFar() - before);
    }
}
