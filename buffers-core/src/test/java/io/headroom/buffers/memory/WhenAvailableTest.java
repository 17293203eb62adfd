package io.headroom.buffers.memory;

import static io.headroom.buffers.memory.PoolKind.leaseAll;
import static io.headroom.buffers.memory.PoolKind.releaseAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiting for a slab at the limit. */
class WhenAvailableTest {
    private static final int SLAB = 64 << 10;
    private static final int SLABS = 4;

    private final SlabPool pool = SlabPool.heap().limitBytes(SLABS * SLAB).build();
    private final List<String> woken = new ArrayList<>();
    private final List<Slab> leased = new ArrayList<>();

    private Runnable waiter(String name) {
        return () -> woken.add(name);
    }

    private void fill() {
        leased.addAll(leaseAll(pool, SLAB));
    }

    private void releaseOne() {
        leased.remove(0).release();
    }

    @Test
    void runsAtOnceWhileTheLimitIsNotReached() {
        pool.whenAvailable(waiter("a"));
        assertThat(woken).containsExactly("a");
        leased.add(pool.tryLease(SLAB));
        pool.whenAvailable(waiter("b"));
        assertThat(woken).containsExactly("a", "b");
    }

    @Test
    void runsAtOnceWhenAllIsTakenButOneSlabIsFree() {
        fill();
        releaseOne();
        pool.whenAvailable(waiter("a"));
        assertThat(woken).containsExactly("a");
    }

    @Test
    void runsAtOnceWhenTheOnlyFreeSlabLiesInFractionsOnTheShelf() {
        fill();
        releaseOne();
        List<Slab> fractions = leaseAll(pool, 16384);
        releaseAll(fractions);
        pool.whenAvailable(waiter("a"));
        assertThat(woken).containsExactly("a");
        assertThat(pool.tryLease(SLAB)).isNotNull();
    }

    @Test
    void waitsAtTheLimitAndRunsOnTheThreadThatReleases() {
        fill();
        List<Thread> threads = new ArrayList<>();
        pool.whenAvailable(() -> threads.add(Thread.currentThread()));
        assertThat(threads).isEmpty();
        Team.run(1, (team, member) -> {
            releaseOne();
            assertThat(threads).containsExactly(Thread.currentThread());
        });
    }

    @Test
    void isServedFirstInFirstOutOneForEachSlab() {
        fill();
        for (String name : List.of("a", "b", "c", "d", "e")) {
            pool.whenAvailable(waiter(name));
        }
        releaseOne();
        assertThat(woken).containsExactly("a");
        releaseOne();
        assertThat(woken).containsExactly("a", "b");
        releaseOne();
        releaseOne();
        assertThat(woken).containsExactly("a", "b", "c", "d");
    }

    @Test
    void findsTheSlabItWasWokenFor() {
        fill();
        List<Slab> got = new ArrayList<>();
        for (int i = 0; i < SLABS; i++) {
            pool.whenAvailable(() -> got.add(pool.tryLease(SLAB)));
        }
        releaseAll(leased);
        assertThat(got).hasSize(SLABS).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(pool.leasedBytes()).isEqualTo(pool.limitBytes());
    }

    @Test
    void runsOnceOnly() {
        fill();
        pool.whenAvailable(waiter("a"));
        releaseAll(leased);
        fill();
        releaseAll(leased);
        pool.wakeNextIfAvailable();
        assertThat(woken).containsExactly("a");
    }

    @Test
    void mayWaitAgainAndThenStandsLast() {
        fill();
        pool.whenAvailable(() -> {
            leased.add(pool.tryLease(SLAB));
            woken.add("a");
            pool.whenAvailable(waiter("a again"));
        });
        pool.whenAvailable(waiter("b"));
        releaseOne();
        assertThat(woken).containsExactly("a");
        releaseOne();
        releaseOne();
        assertThat(woken).containsExactly("a", "b", "a again");
    }

    @Test
    void fractionsDoNotWakeAnyoneUntilTheyAreAWholeSlab() {
        fill();
        releaseOne();
        List<Slab> fractions = leaseAll(pool, 16384);
        assertThat(fractions).hasSize(4);
        List<Slab> got = new ArrayList<>();
        pool.whenAvailable(() -> got.add(pool.tryLease(SLAB)));
        for (int i = 0; i < 3; i++) {
            fractions.remove(0).release();
            assertThat(got).isEmpty();
        }
        fractions.remove(0).release();
        assertThat(got).hasSize(1).doesNotContainNull();
    }

    @ParameterizedTest
    @EnumSource
    void waiterAmongFractionsOnlyGetsItsWholeSlab(PoolKind kind) {
        SlabPool small = kind.pool().slabBytes(4096).limitBytes(3 * 4096).build();
        for (int bytes = 256; bytes < 4096; bytes *= 2) {
            List<Slab> fractions = leaseAll(small, bytes);
            List<Slab> got = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                small.whenAvailable(() -> got.add(small.tryLease(4096)));
            }
            releaseAll(fractions);
            assertThat(got).as("among fractions of %s", bytes).hasSize(3).doesNotContainNull();
            releaseAll(got);
        }
        small.close();
        assertThat(small.committedBytes()).isZero();
    }

    @Test
    void cancelledWaiterDoesNotRunAndTheNextDoes() {
        fill();
        Runnable first = waiter("a");
        pool.whenAvailable(first);
        pool.whenAvailable(waiter("b"));
        assertThat(pool.cancel(first)).isTrue();
        assertThat(pool.cancel(first)).isFalse();
        releaseOne();
        assertThat(woken).containsExactly("b");
        assertThat(pool.cancel(waiter("b"))).isFalse();
    }

    @Test
    void waiterCanBeCancelledWhereverItStands() {
        fill();
        List<Runnable> waiters = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d", "e")) {
            waiters.add(waiter(name));
            pool.whenAvailable(waiters.get(waiters.size() - 1));
        }
        assertThat(pool.cancel(waiters.get(2))).isTrue();
        assertThat(pool.cancel(waiters.get(4))).isTrue();
        assertThat(pool.cancel(waiters.get(0))).isTrue();
        pool.whenAvailable(waiter("f"));
        releaseAll(leased);
        assertThat(woken).containsExactly("b", "d", "f");
        pool.whenAvailable(waiter("g"));
        assertThat(woken).endsWith("g");
    }

    @Test
    void waiterThatWaitsTwiceRunsTwiceAndIsCancelledOnceAtATime() {
        fill();
        Runnable twice = waiter("a");
        pool.whenAvailable(twice);
        pool.whenAvailable(twice);
        pool.whenAvailable(twice);
        assertThat(pool.cancel(twice)).isTrue();
        releaseAll(leased);
        assertThat(woken).containsExactly("a", "a");
    }

    @Test
    void wakesTheNextForOneWhoNeedsNothingAnyMore() {
        fill();
        pool.whenAvailable(pool::wakeNextIfAvailable);
        pool.whenAvailable(waiter("b"));
        pool.whenAvailable(waiter("c"));
        releaseOne();
        assertThat(woken).containsExactly("b");
    }

    @Test
    void wakesNobodyWhileNothingIsAvailable() {
        fill();
        pool.whenAvailable(waiter("a"));
        pool.wakeNextIfAvailable();
        assertThat(woken).isEmpty();
    }

    @Test
    void closeRunsAllWhoWait() {
        fill();
        pool.whenAvailable(waiter("a"));
        pool.whenAvailable(waiter("b"));
        pool.close();
        assertThat(woken).containsExactly("a", "b");
        pool.whenAvailable(waiter("c"));
        assertThat(woken).containsExactly("a", "b", "c");
        releaseAll(leased);
        assertThat(woken).hasSize(3);
    }

    @Test
    void trimWakesNobodyWhoWouldFindNothing() {
        fill();
        pool.whenAvailable(waiter("a"));
        pool.trim();
        assertThat(woken).isEmpty();
    }

    /** A connection that is woken, reads what there is and gives its slab back wakes the next: ten thousand of them are no recursion. */
    @Test
    void manyWaitersThatLeaseAndReleaseDoNotExhaustTheStack() {
        fill();
        AtomicInteger served = new AtomicInteger();
        AtomicInteger depth = new AtomicInteger();
        AtomicInteger deepest = new AtomicInteger();
        for (int i = 0; i < 10_000; i++) {
            pool.whenAvailable(() -> {
                deepest.accumulateAndGet(depth.incrementAndGet(), Math::max);
                pool.tryLease(SLAB).release();
                served.incrementAndGet();
                depth.decrementAndGet();
            });
        }
        releaseOne();
        assertThat(served).hasValue(10_000);
        assertThat(deepest).hasValue(1);
    }

    /** Waiting is rare but many may wait, and what keeps them is no humongous array. */
    @Test
    void bookkeepingOfManyWaitersComesInSmallPieces() {
        fill();
        Runnable waiter = () -> {};
        long most = 0;
        for (int i = 0; i < 200_000; i++) {
            long before = Allocations.soFar();
            pool.whenAvailable(waiter);
            most = Math.max(most, Allocations.soFar() - before);
        }
        assertThat(most).isLessThan(SlabPool.LARGEST_SLAB);
    }

    @Test
    void refusesNobody() {
        assertThatNullPointerException()
                .isThrownBy(() -> pool.whenAvailable(null))
                .withMessage("waiter");
    }
}
