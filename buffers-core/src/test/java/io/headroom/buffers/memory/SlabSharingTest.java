package io.headroom.buffers.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lease that several hold. */
class SlabSharingTest {
    private static final int SLAB = 4096;

    @ParameterizedTest
    @EnumSource
    void goesBackWhenTheLastHolderReleasesIt(PoolKind kind) {
        try (SlabPool pool = kind.pool().slabBytes(SLAB).limitBytes(SLAB).build()) {
            for (int bytes : new int[] {300, SLAB}) {
                Slab slab = pool.tryLease(bytes);
                assertThat(slab.isShared()).isFalse();
                slab.retain();
                slab.retain();
                assertThat(slab.isShared()).isTrue();
                slab.release();
                slab.release();
                assertThat(slab.isShared()).isFalse();
                assertThat(pool.leasedBytes()).isEqualTo(slab.capacity());
                assertThat(pool.tryLease(SLAB)).isNull();
                slab.release();
                assertThat(pool.leasedBytes()).isZero();
                assertThatIllegalStateException().isThrownBy(slab::release).withMessageContaining("released twice");
                assertThat(pool.leasedBytes()).isZero();
            }
        }
    }

    @Test
    void cannotBeRetainedAfterItsRelease() {
        try (SlabPool pool = SlabPool.heap().build()) {
            Slab slab = pool.tryLease(300);
            slab.release();
            assertThatIllegalStateException()
                    .isThrownBy(slab::retain)
                    .withMessage("slab of 512 bytes was retained after its release");
            assertThat(pool.tryLease(300)).isSameAs(slab);
            assertThat(slab.isShared()).isFalse();
        }
    }

    @Test
    void outlivesTheCloseOfItsPoolForAsLongAsSomebodyHoldsIt() {
        SlabPool pool = SlabPool.direct().slabBytes(SLAB).limitBytes(SLAB).build();
        Slab slab = pool.tryLease(SLAB);
        slab.retain();
        pool.close();
        slab.release();
        slab.buffer().putLong(0, 42);
        assertThat(pool.committedBytes()).isEqualTo(SLAB);
        slab.release();
        assertThat(pool.committedBytes()).isZero();
    }

    /** One of the holders is the last, whichever it is. */
    @Test
    void goesBackOnceWhenAllReleaseAtTheSameTime() {
        SlabPool pool = SlabPool.heap().slabBytes(SLAB).limitBytes(SLAB).build();
        Slab[] shared = new Slab[1];
        AtomicInteger tooMany = new AtomicInteger();
        Team.run(3, (team, member) -> {
            for (int round = 0; round < 2_000; round++) {
                if (member == 0) {
                    shared[0] = pool.tryLease(SLAB);
                    shared[0].retain();
                }
                team.meet();
                try {
                    shared[0].release();
                } catch (IllegalStateException e) {
                    tooMany.incrementAndGet();
                }
                team.meet();
            }
        });
        assertThat(tooMany).hasValue(2_000);
        assertThat(pool.leasedBytes()).isZero();
        assertThat(PoolKind.leaseAll(pool, SLAB)).hasSize(1);
    }
}
