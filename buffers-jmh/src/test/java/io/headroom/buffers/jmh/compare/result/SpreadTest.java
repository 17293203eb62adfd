package io.headroom.buffers.jmh.compare.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void hasTheMiddleOneAsMedianOrTheMeanOfTheMiddleTwo() {
        assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7));
        assertThat(Spread.of(9, 1, 2)).isEqualTo(new Spread(2, 1, 9));
        assertThat(Spread.of(4, 1, 100, 2)).isEqualTo(new Spread(3, 1, 100));
    }

    @Test
    void refusesToSpeakOfNothing() {
        assertThatIllegalArgumentException().isThrownBy(Spread::of);
    }
}
