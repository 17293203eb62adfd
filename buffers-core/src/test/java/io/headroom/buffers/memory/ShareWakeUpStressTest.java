package io.headroom.buffers.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever waits for a share or for the completion lane is woken, however that meets the release; in each of many rounds. */
class ShareWakeUpStressTest {
    private static final int SLAB = 4096;
    private static final int ROUNDS = 100_000;

    /** What is waited for. */
    enum What {
        /** A share that a slab uses up. */
        SHARE,
        /** The newcomers' part of a budget, used up by a slab. */
        NEWCOMERS,
        /** The completion lane, by one to whom the newcomers' part refuses memory. */
        LANE_FOR_NEWCOMERS,
        /** The completion lane, by one to whom the pool refuses memory. */
        LANE
    }

    private final AtomicInteger woken = new AtomicInteger();

    @ParameterizedTest
    @EnumSource
    void wakesWhoBeginsToWaitJustWhenItIsGivenBack(What what) {
        MemoryBudget budget = MemoryBudget.of(8 * SLAB);
        SlabPool pool = SlabPool.heap().slabBytes(SLAB).budget(budget).build();
        Share share = Share.of(SLAB);
        boolean isLane = what == What.LANE || what == What.LANE_FOR_NEWCOMERS;
        Slab[] hoard = new Slab[8];
        if (isLane) {
            budget.widenLane(SLAB);
            for (int i = 0; i < 7; i++) {
                hoard[i] = pool.tryLease(SLAB);
            }
        }
        if (what == What.NEWCOMERS) {
            for (int i = 0; i < 5; i++) {
                hoard[i] = budget.newcomers().tryLeaseForNewcomer(pool, SLAB);
            }
        } else if (what == What.LANE_FOR_NEWCOMERS) {
            budget.newcomers().charge(8 * SLAB);
        }
        MemorySource source = what == What.SHARE ? share : what == What.LANE ? pool : budget.newcomers();
        Object holder = new Object();
        Team.run(2, (team, member) -> {
            SplittableRandom random = new SplittableRandom(member);
            for (int round = 1; round <= ROUNDS; round++) {
                Slab slab = null;
                if (member == 0 && isLane) {
                    assertThat(budget.tryEnterLane(holder)).isTrue();
                } else if (member == 0 && what == What.SHARE) {
                    slab = pool.tryLease(SLAB);
                    assertThat(share.charge(slab)).isNull();
                } else if (member == 0) {
                    slab = budget.newcomers().tryLeaseForNewcomer(pool, SLAB);
                    assertThat(slab).isNotNull();
                }
                team.meet();
                for (int i = random.nextInt(30); i > 0; i--) {
                    Thread.onSpinWait();
                }
                if (member == 1) {
                    source.whenAvailable(woken::incrementAndGet, SLAB, isLane ? Lane.WANTED : Lane.BARRED);
                } else if (isLane) {
                    budget.leaveLane(holder);
                } else {
                    slab.release();
                }
                team.meet();
                if (woken.get() != round) {
                    throw new AssertionError("not woken in round " + round);
                }
            }
        });
        for (Slab slab : hoard) {
            if (slab != null) {
                slab.release();
            }
        }
        assertThat(pool.leasedBytes()).isZero();
    }
}
