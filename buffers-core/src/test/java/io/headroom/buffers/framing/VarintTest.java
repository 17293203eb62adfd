package io.headroom.buffers.framing;

import static io.headroom.buffers.framing.Answer.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of a varint one by one: bytes in, answer out. */
class VarintTest {
    private static final Varint FIVE = Varint.ofBytes(5);
    private static final Varint TEN = Varint.ofBytes(10);

    @ParameterizedTest
    @CsvSource({
        "5, 00, frame 1",
        "5, 7f, frame 128",
        "5, 80, more 1",
        "5, 8001, frame 130",
        "5, ac02, frame 302",
        "5, ffffffff07, frame 2147483652",
        "5, ffffffff0f, frame 4294967300",
        "1, 7f, frame 128",
        "4, ffffff7f, frame 268435459",
        "8, ffffffffffffff7f, frame 72057594037927943",
        "9, ffffffffffffffff7f, frame 9223372036854775807",
        "10, ffffffffffffffff7f, frame 9223372036854775807",
        "10, ffffffffffffffffff00, frame 9223372036854775807",
        "10, ffffffffffffffffff01, frame 9223372036854775807",
        "10, f5ffffffffffffff7f, frame 9223372036854775806",
        "10, 80808080808080808001, frame 9223372036854775807",
    })
    void readsTheValueAndCountsItsOwnBytes(int maxBytes, String hex, String answer) {
        assertThat(Answer.of(Varint.ofBytes(maxBytes), hex)).isEqualTo(answer);
        assertThat(Varint.ofBytes(maxBytes).maxHeader()).isEqualTo(maxBytes);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 80, longer than 1 bytes",
        "2, 8080, longer than 2 bytes",
        "4, ffffffff, longer than 4 bytes",
        "5, 8080808080, longer than 5 bytes",
        "5, ffffffff10, more than 32 bits",
        "5, ffffffff7f, more than 32 bits",
        "5, 8080808010, more than 32 bits",
        "9, ffffffffffffffffff, longer than 9 bytes",
        "10, ffffffffffffffffff02, more than 64 bits",
        "10, 8080808080808080807f, more than 64 bits",
        "10, ffffffffffffffffffff, longer than 10 bytes",
    })
    void refusesMoreBytesOrBitsThanItMayHave(int maxBytes, String hex, String reason) {
        FrameException error = Answer.refusal(Varint.ofBytes(maxBytes), hex);
        assertThat(error.kind()).isEqualTo(FrameException.Kind.VARINT_MALFORMED);
        assertThat(error).hasMessageContaining("has a length varint " + reason);
        assertThat(error.received()).isEqualTo(maxBytes);
    }

    @ParameterizedTest
    @CsvSource({"6, ffffffffff0f, 37", "7, ffffffffff0f, 37"})
    void fiveByteRuleIsForFiveByteVarintsOnly(int maxBytes, String hex) {
        assertThat(Answer.of(Varint.ofBytes(maxBytes), hex)).startsWith("frame ");
        assertThat(Answer.of(Varint.ofBytes(maxBytes), "ffffffff7f")).isEqualTo("frame 34359738372");
    }

    @ParameterizedTest
    @ValueSource(strings = {"8000", "8100", "8080808000", "ff8000"})
    void acceptsPaddingUnlessItIsToBeCanonical(String hex) {
        assertThat(Answer.of(FIVE, hex)).startsWith("frame ");
        FrameException error = Answer.refusal(FIVE.canonical(), hex);
        assertThat(error.kind()).isEqualTo(FrameException.Kind.VARINT_NON_CANONICAL);
        assertThat(error).hasMessageContaining("padded to " + bytes(hex).length + " bytes");
    }

    @ParameterizedTest
    @CsvSource({"00, frame 1", "01, frame 2", "8001, frame 130", "ffffffff0f, frame 4294967300", "80, more 1"})
    void canonicalAcceptsTheShortestForm(String hex, String answer) {
        assertThat(Answer.of(FIVE.canonical(), hex)).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({
        "'', more 2",
        "30, more 1",
        "3000, frame 2",
        "300a, frame 12",
        "3080, more 1",
        "308001, frame 131",
        "308080808080, VARINT_MALFORMED",
        "80, more 1"
    })
    void prefixIsNotLookedAtAndCounts(String hex, String answer) {
        assertThat(Answer.of(FIVE.prefix(1), hex)).isEqualTo(answer);
        assertThat(FIVE.prefix(1).maxHeader()).isEqualTo(6);
    }

    @Test
    void longestPrefixIsAskedForAtOnce() {
        assertThat(Answer.of(FIVE.prefix(65536), "00")).isEqualTo("more 65536");
        assertThat(FIVE.prefix(65536).maxHeader()).isEqualTo(65541);
    }

    @Test
    void stripCutsPrefixAndVarintOfWhateverLength() {
        Varint framing = FIVE.prefix(2).strip();
        assertThat(framing.payloadStart(Bytes.of(bytes("0000 05")))).isEqualTo(3);
        assertThat(framing.payloadStart(Bytes.of(bytes("0000 8505")))).isEqualTo(4);
        assertThat(framing.payloadStart(Bytes.of(bytes("0000 8580808000 ffff"))))
                .isEqualTo(7);
        assertThat(FIVE.prefix(2).payloadStart(Bytes.of(bytes("0000 05")))).isZero();
    }

    @Test
    void limitIsComparedWithTheWholeFrameOrWithTheValue() throws FrameException {
        Bytes head = Bytes.of(bytes("0000 ac02"));
        Varint framing = FIVE.prefix(2);
        assertThat(framing.limited(head, framing.measure(head))).isEqualTo(304);
        assertThat(framing.limitsValue().limited(head, 304)).isEqualTo(300);
        Bytes largest = Bytes.of(bytes("ffffffffffffffffff01"));
        assertThat(TEN.limitsValue().limited(largest, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void settingsLeaveTheFramingTheyStartFromAsItWas() {
        FIVE.prefix(3).canonical().strip().limitsValue();
        assertThat(Answer.of(FIVE, "8000")).isEqualTo("frame 2");
        assertThat(FIVE.payloadStart(Bytes.of(bytes("05")))).isZero();
        assertThat(FIVE.limited(Bytes.of(bytes("05")), 6)).isEqualTo(6);
        assertThat(FIVE.canonical().strip().prefix(1))
                .hasToString("Varint[at most 5 bytes, prefix 1, canonical, stripped]");
        assertThat(FIVE.prefix(1).strip().canonical())
                .hasToString("Varint[at most 5 bytes, prefix 1, canonical, stripped]");
    }

    @Test
    void refusesSettingsOutOfRangeByNameValueAndExpectation() {
        for (int bytes : new int[] {0, -1, 11, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Varint.ofBytes(bytes))
                    .withMessage("Varint.ofBytes(" + bytes + "): expected 1 to 10 bytes");
        }
        for (int bytes : new int[] {-1, 65537, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FIVE.prefix(bytes))
                    .withMessage("Varint.prefix(" + bytes + "): expected 0 to 65536");
        }
    }
}
