package io.headroom.buffers.memory;

import static io.headroom.buffers.memory.PoolKind.leaseAll;
import static io.headroom.buffers.memory.PoolKind.releaseAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lease and release on one thread. */
class SlabPoolTest {
    private static final int SLAB = 64 << 10;
    private static final int CHUNK = 4 << 20;

    @ParameterizedTest
    @CsvSource({
        "1, 256",
        "255, 256",
        "256, 256",
        "257, 512",
        "512, 512",
        "513, 1024",
        "1000, 1024",
        "1025, 2048",
        "4096, 4096",
        "4097, 8192",
        "16385, 32768",
        "32768, 32768",
        "32769, 65536",
        "65535, 65536",
        "65536, 65536",
    })
    void leasesTheSmallestPowerOfTwoThatHoldsTheBytes(int bytes, int capacity) {
        for (PoolKind kind : PoolKind.values()) {
            try (SlabPool pool = kind.pool().build()) {
                Slab slab = pool.tryLease(bytes);
                assertThat(slab.capacity()).isEqualTo(capacity);
                assertThat(slab.buffer().capacity()).isEqualTo(capacity);
                assertThat(slab.buffer().isDirect()).isEqualTo(kind == PoolKind.DIRECT);
                assertThat(pool.leasedBytes()).isEqualTo(capacity);
                slab.release();
                assertThat(pool.leasedBytes()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void newPoolHasTakenNothing(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(1 << 20).build()) {
            assertThat(pool.committedBytes()).isZero();
            assertThat(pool.leasedBytes()).isZero();
            assertThat(pool.slabBytes()).isEqualTo(SlabPool.DEFAULT_SLAB);
            assertThat(pool.limitBytes()).isEqualTo(1 << 20);
            assertThat(pool.isDirect()).isEqualTo(kind == PoolKind.DIRECT);
            assertThat(pool.scattersFreely())
                    .isEqualTo(kind == PoolKind.HEAP || Runtime.version().feature() < 22);
            assertThat(pool.trim()).isZero();
            assertThat(pool)
                    .hasToString("SlabPool[" + (pool.isDirect() ? "direct" : "heap")
                            + ", slabs of 65536, committed 0 of 1048576 bytes]");
        }
    }

    /** Less than a chunk, a chunk, chunks and a rest; each with some bytes too few for a slab more. */
    @ParameterizedTest
    @ValueSource(longs = {SLAB, 2 * SLAB - 1, 5 * SLAB + 17, CHUNK, CHUNK + SLAB - 1, CHUNK + 3 * SLAB, 3 * CHUNK - 1})
    void leasesUpToTheLimitInWholeSlabsAndNoFurther(long limit) {
        for (PoolKind kind : PoolKind.values()) {
            try (SlabPool pool = kind.pool().limitBytes(limit).build()) {
                long whole = limit / SLAB * SLAB;
                assertThat(pool.limitBytes()).isEqualTo(whole);
                List<Slab> all = leaseAll(pool, SLAB);
                assertThat(all).hasSize((int) (limit / SLAB));
                assertThat(pool.leasedBytes()).isEqualTo(whole);
                assertThat(pool.committedBytes()).isEqualTo(whole);
                releaseAll(all);
                assertThat(pool.leasedBytes()).isZero();
                assertThat(leaseAll(pool, 256)).hasSize((int) (whole / 256));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusalIsNullAndChangesNothing(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(2 * SLAB).build()) {
            Slab whole = pool.tryLease(SLAB);
            Slab fraction = pool.tryLease(1000);
            assertThat(pool.tryLease(SLAB)).isNull();
            assertThat(pool.tryLease(32769)).isNull();
            assertThat(pool.leasedBytes()).isEqualTo(SLAB + 1024);
            assertThat(pool.committedBytes()).isEqualTo(2 * SLAB);
            List<Slab> rest = leaseAll(pool, 1000);
            assertThat(rest).hasSize(63);
            assertThat(pool.tryLease(1)).isNull();
            releaseAll(rest);
            whole.release();
            assertThat(pool.tryLease(1)).isNotNull();
            fraction.release();
        }
    }

    /** Public reports netty/netty#16068 and linkedin/ambry#2115: taken, leased and written are three numbers. */
    @ParameterizedTest
    @EnumSource
    void countsWhatIsTakenAndWhatIsLeasedApart(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(16 * SLAB).build()) {
            List<Slab> all = leaseAll(pool, SLAB);
            Slab kept = all.remove(0);
            releaseAll(all);
            kept.buffer().put(new byte[100]);
            assertThat(pool.committedBytes()).isEqualTo(16 * SLAB);
            assertThat(pool.leasedBytes()).isEqualTo(SLAB);
            kept.release();
        }
    }

    @ParameterizedTest
    @EnumSource
    void fractionsFindBackTogether(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(3 * SLAB).build()) {
            for (int bytes = 256; bytes < SLAB; bytes *= 2) {
                List<Slab> fractions = leaseAll(pool, bytes);
                assertThat(fractions).hasSize(3 * SLAB / bytes);
                assertThat(pool.tryLease(SLAB)).isNull();
                Slab last = fractions.remove(fractions.size() / 2);
                releaseAll(fractions);
                List<Slab> wholes = leaseAll(pool, SLAB);
                assertThat(wholes).hasSize(2);
                last.release();
                wholes.addAll(leaseAll(pool, SLAB));
                assertThat(wholes).hasSize(3);
                releaseAll(wholes);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void givesBackTheSlabThatWasReleasedLast(PoolKind kind) {
        try (SlabPool pool = kind.pool().build()) {
            for (int bytes : new int[] {256, 5000, SLAB}) {
                Slab first = pool.tryLease(bytes);
                Slab second = pool.tryLease(bytes);
                first.release();
                second.release();
                assertThat(pool.tryLease(bytes)).isSameAs(second);
                assertThat(pool.tryLease(bytes)).isSameAs(first);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void givesBackTheSameSlabsBeyondTheFewAtHand(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(20 * SLAB).build()) {
            List<Slab> all = leaseAll(pool, SLAB);
            List<Slab> expected = new ArrayList<>(all);
            releaseAll(all);
            assertThat(leaseAll(pool, SLAB)).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** Public report jetty/jetty.project#4937: a slab is never in the pool twice. */
    @ParameterizedTest
    @EnumSource
    void secondReleaseIsRefusedAndChangesNothing(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(2 * SLAB).build()) {
            for (int bytes : new int[] {1000, SLAB}) {
                Slab slab = pool.tryLease(bytes);
                Slab other = pool.tryLease(bytes);
                slab.release();
                assertThatIllegalStateException()
                        .isThrownBy(slab::release)
                        .withMessage("slab of " + slab.capacity() + " bytes was released twice");
                assertThat(pool.leasedBytes()).isEqualTo(other.capacity());
                Slab again = pool.tryLease(bytes);
                assertThat(again).isNotSameAs(other);
                again.release();
                other.release();
                assertThatIllegalStateException().isThrownBy(other::release);
                assertThat(pool.leasedBytes()).isZero();
                List<Slab> all = leaseAll(pool, bytes);
                assertThat(all).doesNotHaveDuplicates().hasSize(2 * SLAB / other.capacity());
                releaseAll(all);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void leaseBeginsWithAFreshBuffer(PoolKind kind) {
        try (SlabPool pool = kind.pool().build()) {
            Slab slab = pool.tryLease(256);
            ByteBuffer buffer = slab.buffer();
            buffer.order(ByteOrder.LITTLE_ENDIAN).position(7).limit(9);
            slab.release();
            Slab again = pool.tryLease(256);
            assertThat(again.buffer()).isSameAs(buffer);
            assertThat(buffer.position()).isZero();
            assertThat(buffer.limit()).isEqualTo(256);
            assertThat(buffer.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
            assertThat(again).hasToString("Slab[256 bytes, " + (kind == PoolKind.DIRECT ? "direct" : "heap") + "]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void trimGivesBackChunksThatAreWhollyFree(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(3 * CHUNK).build()) {
            List<Slab> all = leaseAll(pool, SLAB);
            Slab kept = all.remove(all.size() / 2);
            releaseAll(all);
            long stays = kind == PoolKind.DIRECT ? CHUNK : SLAB;
            assertThat(pool.trim()).isEqualTo(3 * CHUNK - stays);
            assertThat(pool.committedBytes()).isEqualTo(stays);
            assertThat(pool.leasedBytes()).isEqualTo(SLAB);
            assertThat(pool.trim()).isZero();
            kept.release();
            assertThat(pool.trim()).isEqualTo(stays);
            assertThat(pool.committedBytes()).isZero();
            assertThat(leaseAll(pool, SLAB)).hasSize(3 * CHUNK / SLAB);
        }
    }

    @ParameterizedTest
    @EnumSource
    void trimGivesBackWhatWasCutIntoFractions(PoolKind kind) {
        try (SlabPool pool = kind.pool().limitBytes(CHUNK).build()) {
            Slab fraction = pool.tryLease(300);
            long committed = pool.committedBytes();
            assertThat(pool.trim()).isZero();
            fraction.release();
            assertThat(pool.trim()).isEqualTo(committed);
            assertThat(pool.committedBytes()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void closedPoolLeasesNothingAndTakesBackWhatIsOut(PoolKind kind) {
        SlabPool pool = kind.pool().limitBytes(2 * CHUNK).build();
        List<Slab> all = leaseAll(pool, SLAB);
        Slab fraction = cutOneUp(all, pool);
        pool.close();
        assertThat(pool.isClosed()).isTrue();
        assertThat(pool.tryLease(1)).isNull();
        assertThat(pool.tryLease(SLAB)).isNull();
        assertThat(pool.leasedBytes()).isEqualTo(all.size() * (long) SLAB + 256);
        for (Slab slab : all) {
            slab.buffer().putLong(0, 42).putLong(SLAB - 8, 43);
        }
        fraction.buffer().put(255, (byte) 1);
        fraction.release();
        assertThatIllegalStateException().isThrownBy(fraction::release);
        releaseAll(all);
        assertThat(pool.leasedBytes()).isZero();
        assertThat(pool.committedBytes()).isZero();
        pool.close();
        assertThat(pool.tryLease(1)).isNull();
        assertThat(pool.committedBytes()).isZero();
        assertThat(pool.trim()).isZero();
    }

    private static Slab cutOneUp(List<Slab> all, SlabPool pool) {
        all.remove(all.size() - 1).release();
        return pool.tryLease(1);
    }

    @ParameterizedTest
    @EnumSource
    void closeGivesBackWhatIsFreeAtOnce(PoolKind kind) {
        SlabPool pool = kind.pool().limitBytes(2 * CHUNK).build();
        releaseAll(leaseAll(pool, SLAB));
        releaseAll(leaseAll(pool, 256));
        assertThat(pool.committedBytes()).isEqualTo(2 * CHUNK);
        pool.close();
        assertThat(pool.committedBytes()).isZero();
        assertThat(pool.leasedBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, SLAB + 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void refusesSizesThatNoSlabHas(int bytes) {
        try (SlabPool pool = SlabPool.heap().build()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pool.tryLease(bytes))
                    .withMessage("tryLease(" + bytes + "): expected 1 to slabBytes 65536");
            assertThat(pool.committedBytes()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -4096, 2048, 4095, 5000, 3 << 12, 512 << 10, Integer.MIN_VALUE})
    void refusesSlabSizesThatAreNoPowerOfTwoInRange(int bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlabPool.direct().slabBytes(bytes).build())
                .withMessage("slabBytes " + bytes + ": expected a power of two from 4096 to 262144");
    }

    @Test
    void refusesALimitUnderOneSlab() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlabPool.heap().limitBytes(SLAB - 1).build())
                .withMessage("limitBytes 65535: expected at least one slab, slabBytes 65536");
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 8192, 32768, 131072, 262144})
    void worksAtEverySlabSize(int slabBytes) {
        for (PoolKind kind : PoolKind.values()) {
            try (SlabPool pool = kind.pool()
                    .slabBytes(slabBytes)
                    .limitBytes(5L * slabBytes + 1)
                    .build()) {
                List<Slab> all = leaseAll(pool, slabBytes);
                assertThat(all).hasSize(5);
                releaseAll(all);
                all = leaseAll(pool, slabBytes / 2 + 1);
                assertThat(all).hasSize(5);
                releaseAll(all);
                assertThat(leaseAll(pool, 1)).hasSize(5 * slabBytes / 256);
            }
        }
    }
}
