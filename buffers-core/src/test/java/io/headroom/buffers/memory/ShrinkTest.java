package io.headroom.buffers.memory;

import static io.headroom.buffers.memory.PoolKind.releaseAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a pool gives back what it has not needed lately: by real demand, after quiet rounds, a little at a time. */
class ShrinkTest {
    private static final int SLAB = SlabPool.DEFAULT_SLAB;
    private static final int CHUNK = SlabPool.CHUNK;
    private static final int QUIET = SlabPool.QUIET_ROUNDS;

    private final StubMemory memory = StubMemory.direct();
    private final SlabPool pool =
            new SlabPool.Builder(memory).limitBytes(1L << 30).build();

    private List<Slab> lease(long bytes) {
        List<Slab> leased = new ArrayList<>();
        for (long sum = 0; sum < bytes; sum += SLAB) {
            leased.add(pool.tryLease(SLAB));
        }
        return leased;
    }

    /** A round in which so much was in use at once. */
    private long round(long bytes) {
        releaseAll(lease(bytes));
        return pool.shrink();
    }

    /** Public reports ghostdogpr/sage#185 and ghostdogpr/sage#190: what one large reply took stays for ever. */
    @Test
    void givesBackInTheLastOfTheQuietRoundsWhatABurstTook() {
        round(10 << 20);
        for (int quiet = 1; quiet < QUIET; quiet++) {
            assertThat(round(SLAB)).as("quiet round %s", quiet).isZero();
        }
        assertThat(pool.committedBytes()).isEqualTo(3 * CHUNK);
        assertThat(round(SLAB)).isEqualTo(2 * CHUNK);
        assertThat(memory.liveBytes()).isEqualTo(CHUNK);
        assertThat(pool.committedBytes()).isEqualTo(CHUNK);
        assertThat(pool.budget().committedBytes()).isEqualTo(CHUNK);
    }

    @Test
    void countsQuietRoundsAnewAfterEachBurst() {
        round(10 << 20);
        for (int i = 1; i < 5; i++) {
            round(SLAB);
        }
        round(10 << 20);
        for (int quiet = 1; quiet < QUIET; quiet++) {
            assertThat(round(SLAB)).as("quiet round %s", quiet).isZero();
        }
        assertThat(round(SLAB)).isEqualTo(2 * CHUNK);
    }

    @Test
    void keepsWhatWasWarmedUntilItIsTrimmed() throws Exception {
        assertThat(pool.warm(5L * CHUNK).await()).isEqualTo(WarmUp.State.WARM);
        round(20L * CHUNK);
        for (int i = 0; i < 5 * QUIET; i++) {
            pool.shrink();
        }
        assertThat(pool.committedBytes()).isEqualTo(5 * CHUNK);
        assertThat(pool.trim()).isEqualTo(5 * CHUNK);
        round(2L * CHUNK);
        for (int i = 0; i < 5 * QUIET; i++) {
            pool.shrink();
        }
        assertThat(pool.committedBytes()).isZero();
    }

    @Test
    void aSmallerWarmUpTakesNothingFromALargerOne() throws Exception {
        assertThat(pool.warm(5L * CHUNK).await()).isEqualTo(WarmUp.State.WARM);
        assertThat(pool.warm(CHUNK).await()).isEqualTo(WarmUp.State.WARM);
        for (int i = 0; i < 5 * QUIET; i++) {
            pool.shrink();
        }
        assertThat(pool.committedBytes()).isEqualTo(5 * CHUNK);
    }

    /** What it did not warm is not kept either, when a burst commits as much. */
    @Test
    void keepsOfAWarmUpThatWasCancelledWhatItHadWarmed() throws Exception {
        WarmUp[] warmUp = new WarmUp[1];
        List<Runnable> begun = new ArrayList<>();
        warmUp[0] = pool.warm(20L * CHUNK, Pace.defaults().pieceBytes(CHUNK).executor(begun::add));
        memory.refusing(number -> {
            if (number == 2) {
                warmUp[0].cancel();
            }
            return false;
        });
        begun.get(0).run();
        assertThat(warmUp[0].state()).isEqualTo(WarmUp.State.CANCELLED);
        assertThat(pool.committedBytes()).isEqualTo(2 * CHUNK);
        round(20L * CHUNK);
        for (int i = 0; i < 5 * QUIET; i++) {
            pool.shrink();
        }
        assertThat(pool.committedBytes()).isEqualTo(2 * CHUNK);
    }

    @Test
    void keepsWhatIsInUse() {
        List<Slab> held = lease(5 * CHUNK);
        releaseAll(lease(5 * CHUNK));
        for (int i = 0; i < 3 * QUIET; i++) {
            pool.shrink();
        }
        assertThat(pool.committedBytes()).isEqualTo(5 * CHUNK);
        for (int i = 0; i < held.size(); i += 2) {
            held.get(i).release();
        }
        for (int i = 0; i < 3 * QUIET; i++) {
            assertThat(pool.shrink()).as("every chunk has a slab in use").isZero();
        }
        for (int i = 1; i < held.size(); i += 2) {
            held.get(i).release();
        }
        for (int i = 0; i < 3 * QUIET; i++) {
            pool.shrink();
        }
        assertThat(memory.liveBytes()).isZero();
    }

    /** Loads that differ from round to round but come again within the quiet rounds. */
    @ParameterizedTest
    @ValueSource(longs = {SLAB, CHUNK, CHUNK + SLAB, 10 << 20, 100 << 20})
    void takesNothingAnewUnderALoadThatSwings(long most) {
        for (int i = 0; i < QUIET; i++) {
            round(i == 0 ? most : i % 2 * most / 3);
        }
        int allocations = memory.allocations();
        for (int i = 0; i < 10 * QUIET; i++) {
            assertThat(round(i % QUIET == 0 ? most : i % 2 * most / 3)).isZero();
        }
        assertThat(memory.allocations()).isEqualTo(allocations);
        assertThat(memory.frees()).isZero();
    }

    /** Two of these runs do not fit into one chunk, so that the bytes leased are far from those needed. */
    @Test
    void takesNothingAnewWhereRunsLeaveGaps() {
        for (int i = 0; i < 10 * QUIET; i++) {
            List<Slab> runs = new ArrayList<>();
            for (int run = 0; run < 4; run++) {
                runs.add(pool.tryLeaseContiguous((2 << 20) + SLAB));
            }
            releaseAll(runs);
            assertThat(pool.shrink()).isZero();
        }
        assertThat(memory.allocations()).isEqualTo(4);
    }

    @Test
    void keepsAChunkOfItsOwnForALongRunAsLongAsSuchRunsCome() {
        for (int i = 0; i < 3 * QUIET; i++) {
            if (i % QUIET == 0) {
                pool.tryLeaseContiguous(6 << 20).release();
            } else {
                releaseAll(lease(2 * CHUNK));
            }
            assertThat(pool.shrink()).as("round %s", i).isZero();
        }
        for (int quiet = 1; quiet < QUIET; quiet++) {
            round(SLAB);
        }
        assertThat(pool.committedBytes()).isLessThanOrEqualTo((6 << 20) + 2 * CHUNK);
        for (int i = 0; i < 2 * QUIET; i++) {
            round(SLAB);
        }
        assertThat(pool.committedBytes()).isEqualTo(CHUNK);
    }

    @Test
    void usesWhatItHasBeforeItTakesMoreThoughALongRunWasThere() {
        releaseAll(lease(2 * CHUNK));
        pool.tryLeaseContiguous(6 << 20).release();
        for (int i = 0; i < 5; i++) {
            releaseAll(lease(2 * CHUNK));
        }
        assertThat(memory.allocations()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 16, 64, 255})
    void isBackToItsNeedAfterTwiceTheQuietRoundsAndNeverInOne(int chunks) {
        round((long) chunks * CHUNK);
        long step = Math.max(2L * CHUNK, (chunks + 7) / 8 * (long) CHUNK);
        for (int i = 1; i < 2 * QUIET; i++) {
            int before = memory.frees();
            assertThat(round(SLAB)).isLessThanOrEqualTo(step);
            assertThat((memory.frees() - before) * (long) CHUNK).isLessThanOrEqualTo(step);
            assertThat(memory.frees() == 0 || i >= QUIET)
                    .as("nothing before the last of the quiet rounds")
                    .isTrue();
        }
        assertThat(pool.committedBytes()).isEqualTo(CHUNK);
        assertThat(pool.leasedBytes()).isZero();
    }

    @Test
    void givesEverythingBackWhenNothingIsUsed() {
        round(3 * CHUNK);
        for (int i = 0; i < 2 * QUIET; i++) {
            pool.shrink();
        }
        assertThat(pool.committedBytes()).isZero();
        assertThat(memory.liveBytes()).isZero();
        assertThat(pool.shrink()).isZero();
    }

    @Test
    void givesNothingBackThatIsStillReadInto() {
        round(4 * CHUNK);
        memory.inUse(true);
        for (int i = 0; i < 2 * QUIET; i++) {
            assertThat(pool.shrink()).isZero();
        }
        memory.inUse(false);
        pool.shrink();
        pool.shrink();
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void givesBackOnTheHeapAndOffIt(PoolKind kind) {
        try (SlabPool real = kind.pool().limitBytes(4 * CHUNK).build()) {
            releaseAll(PoolKind.leaseAll(real, SLAB));
            Slab fraction = real.tryLease(300);
            for (int i = 0; i <= QUIET; i++) {
                assertThat(real.committedBytes()).isEqualTo(4 * CHUNK);
                real.shrink();
            }
            assertThat(real.committedBytes()).isEqualTo(2 * CHUNK);
            for (int i = 0; i < QUIET; i++) {
                real.shrink();
            }
            assertThat(real.committedBytes()).isEqualTo(kind == PoolKind.DIRECT ? CHUNK : SLAB);
            fraction.release();
        }
    }

    /** Any order of leases, runs, releases, trims and rounds: what is committed is what was allocated and not freed, and never less than is leased. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void agreesWithTheMemoryItHas(long seed) {
        Random random = new Random(seed);
        List<Slab> leased = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            int what = random.nextInt(100);
            if (what == 0) {
                pool.shrink();
            } else if (what == 1) {
                pool.trim();
            } else if (what < 10) {
                leased.add(pool.tryLeaseContiguous(1 + random.nextInt(8 << 20)));
            } else if (what < 50) {
                leased.add(pool.tryLease(1 + random.nextInt(SLAB)));
            } else {
                for (int n = 0; n < 2 && !leased.isEmpty(); n++) {
                    leased.remove(random.nextInt(leased.size())).release();
                }
            }
            assertThat(pool.committedBytes()).as("seed %s", seed).isEqualTo(memory.liveBytes());
            assertThat(pool.leasedBytes()).isLessThanOrEqualTo(pool.committedBytes());
        }
        releaseAll(leased);
        for (int i = 0; i < 20 * QUIET; i++) {
            pool.shrink();
        }
        assertThat(memory.liveBytes()).isZero();
    }

    /** Called from anywhere while others lease and release. */
    @ParameterizedTest
    @EnumSource
    void trimsAndShrinksWhileOthersLeaseAndRelease(PoolKind kind) {
        SlabPool shared = kind.pool().limitBytes(8 * CHUNK).build();
        Team.run(4, (team, member) -> {
            Random random = new Random(member);
            List<Slab> mine = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                if (member == 0) {
                    long given = i % 4 == 0 ? shared.trim() : shared.shrink();
                    assertThat(given).isBetween(0L, shared.limitBytes());
                } else if (random.nextInt(3) > 0 && mine.size() < 40) {
                    Slab slab = shared.tryLease(1 + random.nextInt(SLAB));
                    slab.buffer().putInt(0, member).putInt(slab.capacity() - 4, i);
                    mine.add(slab);
                } else {
                    for (Slab slab : mine) {
                        assertThat(slab.buffer().getInt(0)).isEqualTo(member);
                    }
                    releaseAll(mine);
                }
            }
            releaseAll(mine);
        });
        assertThat(shared.leasedBytes()).isZero();
        shared.trim();
        assertThat(shared.committedBytes()).isZero();
        shared.close();
    }
}
