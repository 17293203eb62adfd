package io.headroom.buffers.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong numbers change no account: neither the limit of a budget nor what a share has charged. */
class BudgetArgumentsTest {
    private static final int SLAB = 64 << 10;

    private final MemoryBudget budget = MemoryBudget.of(64 * SLAB);
    private final SlabPool pool = SlabPool.heap().budget(budget).build();

    @AfterEach
    void close() {
        pool.close();
        assertThat(budget.committedBytes()).isZero();
        assertThat(budget.newcomers().chargedBytes()).isZero();
    }

    private int slabsToBeHad() {
        List<Slab> leased = new ArrayList<>();
        for (Slab slab = pool.tryLease(SLAB); slab != null && leased.size() < 1000; slab = pool.tryLease(SLAB)) {
            leased.add(slab);
        }
        leased.forEach(Slab::release);
        return leased.size();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -SLAB, Long.MIN_VALUE})
    void nobodyReservesLessThanNothing(long bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> budget.reserve(bytes))
                .withMessage("reserve(" + bytes + "): expected 0 bytes or more");
        assertThatIllegalArgumentException().isThrownBy(() -> budget.unreserve(bytes));
        assertThat(slabsToBeHad()).isEqualTo(64);
    }

    @Test
    void nobodyGivesBackMoreThanIsReserved() {
        assertThat(budget.reserve(SLAB)).isTrue();
        budget.unreserve(SLAB);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> budget.unreserve(SLAB))
                .withMessage("unreserve(65536): expected 0 to what is reserved, 0");
        assertThat(slabsToBeHad()).isEqualTo(64);
        assertThat(budget.reserve(Long.MAX_VALUE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void aShareIsOfSomething(long bytes) {
        assertThatIllegalArgumentException().isThrownBy(() -> Share.of(bytes));
        assertThatIllegalArgumentException().isThrownBy(() -> Share.within(Share.of(1), bytes));
    }

    @Test
    void aLeaseThatThrowsIsNotCharged() {
        Share newcomers = budget.newcomers();
        assertThatIllegalArgumentException().isThrownBy(() -> newcomers.tryLeaseForNewcomer(pool, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> newcomers.tryLeaseForNewcomer(pool, -1));
        assertThatIllegalStateException()
                .as("runs of a heap pool")
                .isThrownBy(() -> newcomers.tryLeaseForNewcomer(pool, 2 * SLAB));
        assertThat(newcomers.chargedBytes()).isZero();
    }

    /** The charge would end with another budget's part, which would be below zero then. */
    @Test
    void newcomersLeaseOfTheirBudgetOnly() {
        try (SlabPool other = SlabPool.heap().build()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> budget.newcomers().tryLeaseForNewcomer(other, 1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Share.of(SLAB).tryLeaseForNewcomer(pool, 1))
                    .withMessageContaining("is not the newcomers' part of the budget of");
            assertThat(other.leasedBytes()).isZero();
        }
    }
}
