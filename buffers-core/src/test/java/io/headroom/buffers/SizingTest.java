package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lengths in, pieces out. */
class SizingTest {
    private static final int SLAB = 65_536;

    @ParameterizedTest
    @CsvSource({
        // held, needed, piece asked for
        "1,     4,       4",
        "9,     2000000, 256",
        "64,    300,     256",
        "65,    300,     256",
        "100,   300,     256",
        "128,   300,     300",
        "128,   2000000, 512",
        "200,   2000000, 512",
        "256,   2000000, 1024",
        "1000,  1500,    1500",
        "1000,  5000,    2048",
        "16383, 2000000, 32768",
        "16384, 2000000, 65536",
        "40000, 50000,   50000",
        "65536, 2000000, 65536",
        "300,   300,     300",
    })
    void leasesEnoughForTheFrameButAtMostFourTimesWhatIsHeld(int held, long needed, int piece) {
        assertThat(Sizing.piece(held, needed, SLAB)).isEqualTo(piece);
    }

    @ParameterizedTest
    @CsvSource({"256, 1, true", "512, 127, false", "512, 128, true", "65536, 16383, false", "65536, 16384, true"})
    void mayHoldFourTimesAsMuchOrTheSmallestPiece(int capacity, int held, boolean allowed) {
        assertThat(Sizing.mayHold(capacity, held)).isEqualTo(allowed);
    }

    @Test
    void neverOverflowsAndNeverAsksForMoreThanASlab() {
        for (int held = 1; held <= SLAB; held++) {
            int piece = Sizing.piece(held, Long.MAX_VALUE, SLAB);
            assertThat(piece).isBetween(held, SLAB);
            int capacity = Math.max(256, Integer.highestOneBit(2 * piece - 1));
            assertThat(Sizing.mayHold(capacity, held)).as("held " + held).isTrue();
        }
    }
}
