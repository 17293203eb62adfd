package io.headroom.buffers.memory;

import static io.headroom.buffers.memory.PoolKind.leaseAll;
import static io.headroom.buffers.memory.PoolKind.releaseAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One pool, many threads. */
class SlabPoolThreadsTest {
    private static final int SLAB = 4096;
    private static final int SLABS = 24;
    private static final int THREADS = 4;

    private static SlabPool pool(PoolKind kind) {
        return kind.pool().slabBytes(SLAB).limitBytes(SLABS * SLAB).build();
    }

    private static void assertThatAllOfItCanBeLeased(SlabPool pool) {
        assertThat(pool.leasedBytes()).isZero();
        List<Slab> all = leaseAll(pool, SLAB);
        assertThat(all).hasSize(SLABS).doesNotHaveDuplicates();
        assertThat(pool.leasedBytes()).isEqualTo(pool.limitBytes());
        releaseAll(all);
        List<Slab> fractions = leaseAll(pool, 256);
        assertThat(fractions).hasSize(SLABS * SLAB / 256);
        releaseAll(fractions);
        pool.close();
        assertThat(pool.committedBytes()).isZero();
    }

    /** Public reports datastax/cassandra#435 and elastic/elasticsearch#5254: a slab may go back on another thread than it came from. */
    @ParameterizedTest
    @EnumSource
    void slabsAreReleasedByAnotherThread(PoolKind kind) {
        SlabPool pool = pool(kind);
        BlockingQueue<Slab> passed = new ArrayBlockingQueue<>(SLABS);
        int rounds = 25_000;
        Team.run(2, (team, member) -> {
            for (int i = 0; i < rounds; i++) {
                if (member == 0) {
                    Slab slab = pool.tryLease(1 + i % SLAB);
                    while (slab == null) {
                        Thread.onSpinWait();
                        slab = pool.tryLease(1 + i % SLAB);
                    }
                    slab.buffer().putInt(0, i);
                    passed.put(slab);
                } else {
                    Slab slab = passed.take();
                    assertThat(slab.buffer().getInt(0)).isEqualTo(i);
                    slab.release();
                }
            }
        });
        assertThatAllOfItCanBeLeased(pool);
    }

    @ParameterizedTest
    @EnumSource
    void oneThreadGetsAllThatOthersHaveAtHand(PoolKind kind) {
        SlabPool pool = pool(kind);
        Team.run(2 * THREADS, (team, member) -> {
            for (int bytes = 256; bytes <= SLAB; bytes *= 2) {
                List<Slab> some = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    some.add(pool.tryLease(bytes));
                }
                team.meet();
                assertThat(some).doesNotContainNull();
                releaseAll(some);
                team.meet();
            }
        });
        assertThatAllOfItCanBeLeased(pool);
    }

    @ParameterizedTest
    @EnumSource
    void keepsItsBooksWhileThreadsLeaseReleaseAndHandOver(PoolKind kind) {
        SlabPool pool = pool(kind);
        ConcurrentLinkedQueue<Slab> passed = new ConcurrentLinkedQueue<>();
        AtomicInteger ids = new AtomicInteger();
        Team.run(THREADS, (team, member) -> {
            SplittableRandom random = new SplittableRandom(member);
            List<Slab> mine = new ArrayList<>();
            for (int i = 0; i < 50_000; i++) {
                int what = random.nextInt(16);
                if (what < 7) {
                    Slab slab = pool.tryLease(1 + random.nextInt(SLAB >> random.nextInt(5)));
                    if (slab != null) {
                        mine.add(mark(slab, ids.incrementAndGet()));
                    }
                } else if (what < 14 && !mine.isEmpty()) {
                    unmark(mine.remove(random.nextInt(mine.size()))).release();
                } else if (what == 14 && !mine.isEmpty()) {
                    passed.add(mine.remove(mine.size() - 1));
                } else {
                    releaseOneOf(passed);
                }
            }
            mine.forEach(SlabPoolThreadsTest::unmark);
            releaseAll(mine);
        });
        while (!passed.isEmpty()) {
            releaseOneOf(passed);
        }
        assertThatAllOfItCanBeLeased(pool);
    }

    private static void releaseOneOf(ConcurrentLinkedQueue<Slab> passed) {
        Slab slab = passed.poll();
        if (slab != null) {
            unmark(slab).release();
        }
    }

    /** Writes the same number at both ends and in the middle, so that an overlap shows. */
    private static Slab mark(Slab slab, int id) {
        for (int at = 0; at < slab.capacity(); at += 128) {
            slab.buffer().putInt(at, id);
        }
        return slab;
    }

    private static Slab unmark(Slab slab) {
        int id = slab.buffer().getInt(0);
        for (int at = 0; at < slab.capacity(); at += 128) {
            assertThat(slab.buffer().getInt(at)).isEqualTo(id);
        }
        return slab;
    }

    @ParameterizedTest
    @EnumSource
    void countsStayWithinTheLimitWhileOthersLeaseAndRelease(PoolKind kind) {
        SlabPool pool = pool(kind);
        AtomicBoolean ended = new AtomicBoolean();
        Team.run(3, (team, member) -> {
            if (member == 0) {
                while (!ended.get()) {
                    assertThat(pool.leasedBytes()).isBetween(0L, pool.limitBytes());
                    assertThat(pool.committedBytes()).isBetween(0L, pool.limitBytes());
                }
                return;
            }
            try {
                for (int i = 0; i < 5_000; i++) {
                    releaseAll(leaseAll(pool, i % 2 == 0 ? SLAB : SLAB / 2));
                    if (i % 16 == 0) {
                        pool.trim();
                    }
                }
            } finally {
                ended.set(true);
            }
        });
    }

    /** Whoever comes second, the release or the close, gives the memory back. */
    @ParameterizedTest
    @EnumSource
    void closeMeetsReleases(PoolKind kind) {
        int rounds = kind == PoolKind.DIRECT ? 500 : 8_000;
        SlabPool[] pools = new SlabPool[1];
        List<Slab> leased = new ArrayList<>();
        Team.run(2, (team, member) -> {
            for (int round = 0; round < rounds; round++) {
                if (member == 0) {
                    pools[0] = pool(kind);
                    for (int i = 0; i < 6; i++) {
                        leased.add(pools[0].tryLease(SLAB));
                    }
                }
                team.meet();
                if (member == 0) {
                    releaseAll(leased);
                } else {
                    pools[0].close();
                }
                team.meet();
                if (member == 0) {
                    assertThat(pools[0].committedBytes())
                            .as("after round %s", round)
                            .isZero();
                }
            }
        });
    }
}
