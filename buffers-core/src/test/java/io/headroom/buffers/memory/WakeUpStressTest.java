package io.headroom.buffers.memory;

import static io.headroom.buffers.memory.PoolKind.leaseAll;
import static io.headroom.buffers.memory.PoolKind.releaseAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** No wake-up is lost, however lease, release, wait and trim meet: looked at after each of many short rounds, when all threads have stopped. */
class WakeUpStressTest {
    private static final int SLAB = 4096;

    private final SlabPool pool =
            SlabPool.heap().slabBytes(SLAB).limitBytes(2 * SLAB).build();
    private final AtomicInteger waited = new AtomicInteger();
    private final AtomicInteger woken = new AtomicInteger();

    /** Two slabs are free; while one thread gets hold of one, the other begins to wait. */
    @Test
    void runsAWaiterThoughAnotherThreadIsJustCollectingWhatIsFree() {
        Team.run(2, (team, member) -> {
            SplittableRandom random = new SplittableRandom(member);
            for (int round = 1; round <= 10_000; round++) {
                if (member == 1) {
                    releaseAll(leaseAll(pool, SLAB));
                }
                team.meet();
                pause(random);
                Slab slab = null;
                if (member == 0) {
                    slab = pool.tryLease(SLAB);
                } else {
                    pool.whenAvailable(woken::incrementAndGet);
                }
                team.meet();
                if (member == 0) {
                    assertThat(slab)
                            .as("one of two free slabs, round %s", round)
                            .isNotNull();
                    assertThat(woken).as("woken while a slab is free").hasValue(round);
                    slab.release();
                }
                team.meet();
            }
        });
    }

    @Test
    void runsAWaiterThatBeginsJustWhenTheOnlySlabIsReleased() {
        SlabPool one = SlabPool.heap().slabBytes(SLAB).limitBytes(SLAB).build();
        Team.run(2, (team, member) -> {
            SplittableRandom random = new SplittableRandom(member);
            for (int round = 1; round <= 100_000; round++) {
                Slab slab = member == 0 ? one.tryLease(SLAB) : null;
                team.meet();
                pause(random);
                if (member == 0) {
                    slab.release();
                } else {
                    one.whenAvailable(woken::incrementAndGet);
                }
                team.meet();
                if (woken.get() != round) {
                    throw new AssertionError("not woken in round " + round);
                }
            }
        });
    }

    @Test
    void runsTwoWaitersForTwoFreeSlabsThatBeginAtOnce() {
        Team.run(2, (team, member) -> {
            SplittableRandom random = new SplittableRandom(member);
            for (int round = 1; round <= 10_000; round++) {
                if (member == 0) {
                    releaseAll(leaseAll(pool, SLAB));
                }
                team.meet();
                pause(random);
                pool.whenAvailable(woken::incrementAndGet);
                team.meet();
                assertThat(woken).as("woken while two slabs are free").hasValue(2 * round);
                team.meet();
            }
        });
    }

    /** Waiters that need nothing pass their turn on, so that at the end of a round, when all memory is free, everyone has run. */
    @Test
    void runsEveryWaiterWhateverElseGoesOn() {
        Team.run(3, (team, member) -> {
            SplittableRandom random = new SplittableRandom(member);
            for (int round = 0; round < 25_000; round++) {
                for (int i = 0; i < 10; i++) {
                    step(random.nextInt(8));
                }
                team.meet();
                if (member == 0) {
                    assertThat(woken).as("woken by round %s", round).hasValue(waited.get());
                    assertThat(pool.leasedBytes()).isZero();
                }
                team.meet();
            }
        });
        assertThat(waited.get()).isGreaterThan(200_000);
    }

    /** Those who come late to a meeting leave it first: some of the time, let the others catch up. */
    private static void pause(SplittableRandom random) {
        for (int i = random.nextInt(30); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    private void step(int what) {
        if (what < 3) {
            waited.incrementAndGet();
            pool.whenAvailable(() -> {
                woken.incrementAndGet();
                pool.wakeNextIfAvailable();
            });
        } else if (what == 7) {
            pool.trim();
        } else {
            Slab slab = pool.tryLease(what < 5 ? SLAB : SLAB / 2);
            if (slab != null) {
                slab.release();
            }
        }
    }
}
