package io.headroom.buffers.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers that a framing can give, and the simplest framing. */
class FramingTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 65536, Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
    void answersCarryTheirCount(int count) {
        assertThat(Framing.moreOf(Framing.more(count))).isEqualTo(count);
        assertThat(Framing.discardOf(Framing.discard(count))).isEqualTo(count);
        assertThat(Framing.discardOf(Framing.more(count))).isZero();
        assertThat(Framing.moreOf(Framing.discard(count))).isZero();
        assertThat(Framing.more(count)).isNegative();
        assertThat(Framing.discard(count)).isNegative();
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                Integer.MIN_VALUE,
                Integer.MIN_VALUE - 1L,
                Long.MIN_VALUE / 2,
                Long.MIN_VALUE + (1L << 31)
            })
    void lengthsAndNumbersThatAreNoAnswerCarryNoCount(long answer) {
        assertThat(Framing.moreOf(answer)).isZero();
        assertThat(Framing.discardOf(answer)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void refusesCountsBelowOne(int count) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Framing.more(count))
                .withMessage("more(" + count + "): expected at least 1 byte");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Framing.discard(count))
                .withMessage("discard(" + count + "): expected at least 1 byte");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FixedLength.of(count))
                .withMessage("FixedLength.of(" + count + "): expected at least 1 byte");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 68, Integer.MAX_VALUE})
    void fixedLengthNeedsOneByteToSaySo(int length) {
        FixedLength framing = FixedLength.of(length);
        assertThat(Answer.of(framing, (byte) 0)).isEqualTo("frame " + length);
        assertThat(framing.maxHeader()).isOne();
        assertThat(framing).hasToString("FixedLength[" + length + "]");
    }

    @Test
    void framingThatSetsNothingStripsNothingAndStaysAndHintsAtNothing() {
        Framing framing = FixedLength.of(3);
        Bytes head = Bytes.of((byte) 1);
        assertThat(framing.payloadStart(head)).isZero();
        assertThat(framing.limited(head, 3)).isEqualTo(3);
        assertThat(framing.next(head)).isSameAs(framing);
        assertThat(framing.hint(head, 1)).isEmpty();
    }
}
