package io.headroom.buffers.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A waiter that throws does so on the thread of whoever releases or closes: that one, and those who wait behind, must not suffer from it. */
class ThrowingWaiterTest {
    private static final int SLAB = 64 << 10;

    private final SlabPool pool = SlabPool.heap().limitBytes(4 * SLAB).build();
    private final Share share = Share.of(64 * SLAB);
    private final List<Slab> all = new ArrayList<>();
    private final AtomicInteger woken = new AtomicInteger();
    private final List<Throwable> uncaught = new ArrayList<>();
    private final Thread.UncaughtExceptionHandler before =
            Thread.currentThread().getUncaughtExceptionHandler();

    @BeforeEach
    void leaseAll() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        for (Slab slab = pool.tryLease(SLAB); slab != null; slab = pool.tryLease(SLAB)) {
            assertThat(share.charge(slab)).isNull();
            all.add(slab);
        }
    }

    @AfterEach
    void allComesBack() {
        Thread.currentThread().setUncaughtExceptionHandler(before);
        all.forEach(Slab::release);
        pool.close();
        assertThat(pool.committedBytes()).isZero();
        assertThat(share.chargedBytes()).isZero();
    }

    private Throwable waitAndThrow(boolean isError) {
        Throwable thrown = isError ? new AssertionError("waiter") : new IllegalStateException("waiter");
        pool.whenAvailable(() -> {
            woken.incrementAndGet();
            if (isError) {
                throw (Error) thrown;
            }
            throw (RuntimeException) thrown;
        });
        return thrown;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoReleasesEndsTheWholeChargeAndNobodyLosesAWakeUp(boolean isError) {
        Throwable thrown = waitAndThrow(isError);
        pool.whenAvailable(woken::incrementAndGet);
        all.remove(0).release();
        assertThat(share.chargedBytes()).isEqualTo(3 * SLAB);
        assertThat(uncaught).containsExactly(thrown);
        pool.wakeNextIfAvailable();
        assertThat(woken.get()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyWaiterLearnsOfAClose(boolean isError) {
        Throwable thrown = waitAndThrow(isError);
        pool.whenAvailable(woken::incrementAndGet);
        pool.whenAvailable(woken::incrementAndGet);
        pool.close();
        assertThat(woken.get()).isEqualTo(3);
        assertThat(uncaught).containsExactly(thrown);
    }
}
