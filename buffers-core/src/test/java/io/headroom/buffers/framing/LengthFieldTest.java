package io.headroom.buffers.framing;

import static io.headroom.buffers.framing.Answer.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of a length field one by one: bytes in, answer out. */
class LengthFieldTest {
    private static final LengthField FOUR = LengthField.ofBytes(4);
    private static final LengthField BITCOIN =
            FOUR.littleEndian().at(16).adjustment(4).magic(0xf9, 0xbe, 0xb4, 0xd9);

    @ParameterizedTest
    @CsvSource({
        "1, 05, frame 6",
        "1, ff, frame 256",
        "2, 0105, frame 263",
        "2, ffff, frame 65537",
        "3, 010203, frame 66054",
        "3, ffffff, frame 16777218",
        "4, 00000005, frame 9",
        "4, ffffffff, frame 4294967299",
        "5, 0100000005, frame 4294967306",
        "5, ffffffffff, frame 1099511627780",
        "6, 000000000005, frame 11",
        "7, ffffffffffffff, frame 72057594037927942",
        "8, 0000000000000005, frame 13",
        "8, 7ffffffffffffff7, frame 9223372036854775807",
        "8, 7ffffffffffffff6, frame 9223372036854775806",
        "8, 7fffffffffffffff, frame 9223372036854775807",
        "8, ffffffffffffffff, frame 9223372036854775807",
    })
    void readsEveryWidth(int width, String hex, String answer) {
        LengthField framing = LengthField.ofBytes(width);
        byte[] swapped = swapped(bytes(hex));
        assertThat(Answer.of(framing, hex)).isEqualTo(answer);
        assertThat(Answer.of(framing.littleEndian(), swapped)).isEqualTo(answer);
        assertThat(Answer.of(framing.order(ByteOrder.LITTLE_ENDIAN), swapped)).isEqualTo(answer);
        assertThat(Answer.of(framing.littleEndian().order(ByteOrder.BIG_ENDIAN), hex))
                .isEqualTo(answer);
        assertThat(framing.maxHeader()).isEqualTo(width);
    }

    private static byte[] swapped(byte[] bytes) {
        byte[] swapped = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            swapped[i] = bytes[bytes.length - 1 - i];
        }
        return swapped;
    }

    @ParameterizedTest
    @CsvSource({
        "1, ff, -1",
        "1, 80, -128",
        "2, fffc, -4",
        "2, 8000, -32768",
        "3, ffffff, -1",
        "4, fffffffc, -4",
        "4, 80000000, -2147483648",
        "5, fffffffffb, -5",
        "6, 800000000000, -140737488355328",
        "7, ffffffffffffff, -1",
        "8, 8000000000000000, -9223372036854775808",
    })
    void refusesNegativeLengthsWhereTheFieldIsSigned(int width, String hex, long declared) {
        LengthField framing = LengthField.ofBytes(width).signed();
        FrameException error = Answer.refusal(framing, hex);
        assertThat(error.kind()).isEqualTo(FrameException.Kind.NEGATIVE_LENGTH);
        assertThat(error.declared()).isEqualTo(declared);
        assertThat(error.received()).isEqualTo(width);
        assertThat(Answer.of(LengthField.ofBytes(width), hex)).startsWith("frame ");
        assertThat(Answer.of(framing, "7f" + "00".repeat(width - 1))).startsWith("frame ");
    }

    @ParameterizedTest
    @CsvSource({
        "0, '', more 4", "0, 00, more 3", "0, 000000, more 1", "0, 00000000, frame 4",
        "1, '', more 5", "1, 70, more 4", "1, 7000000005, frame 10", "1, 707fffffff, frame 2147483652",
        "65536, 00, more 65539",
    })
    void asksForWhatIsMissingUpToTheFieldsEnd(int offset, String hex, String answer) {
        assertThat(Answer.of(FOUR.at(offset), hex)).isEqualTo(answer);
        assertThat(FOUR.at(offset).maxHeader()).isEqualTo(offset + 4);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 00000005, frame 11",
        "-4, 00000005, frame 5",
        "-4, 00000004, frame 4",
        "-4, 00000003, LENGTH_UNDERFLOW",
        "-5, 00000005, frame 4",
        "-5, 00000004, LENGTH_UNDERFLOW",
        "2147483647, 00000000, frame 2147483651",
        "2147483647, ffffffff, frame 6442450946",
        "-2147483648, 80000000, frame 4",
        "-2147483648, 7fffffff, LENGTH_UNDERFLOW",
        "-2147483648, ffffffff, frame 2147483651",
    })
    void addsTheAdjustment(int adjustment, String hex, String answer) {
        assertThat(Answer.of(FOUR.adjustment(adjustment), hex)).isEqualTo(answer);
    }

    @Test
    void theLastAdjustmentCounts() {
        assertThat(Answer.of(FOUR.adjustment(7).adjustment(2), "00000005")).isEqualTo("frame 11");
    }

    @Test
    void saturatesWhateverIsAddedToTheLargestLength() {
        LengthField eight = LengthField.ofBytes(8).at(1);
        String largest = "00 7fffffffffffffff";
        assertThat(Answer.of(eight, largest)).isEqualTo("frame " + Long.MAX_VALUE);
        assertThat(Answer.of(eight.adjustment(Integer.MAX_VALUE), largest)).isEqualTo("frame " + Long.MAX_VALUE);
        assertThat(Answer.of(eight.inclusive(), largest)).isEqualTo("frame " + Long.MAX_VALUE);
        assertThat(Answer.of(eight.signed(), largest)).isEqualTo("frame " + Long.MAX_VALUE);
        assertThat(Answer.of(eight.signed().adjustment(Integer.MIN_VALUE), "00 8000000000000000"))
                .isEqualTo("NEGATIVE_LENGTH");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0000000e, frame 14",
        "0, 00000004, frame 4",
        "0, 00000003, LENGTH_UNDERFLOW",
        "0, 00000000, LENGTH_UNDERFLOW",
        "2, 000000000006, frame 6",
        "2, 000000000005, LENGTH_UNDERFLOW",
    })
    void inclusiveFieldCountsTheWholeFrame(int offset, String hex, String answer) {
        assertThat(Answer.of(FOUR.at(offset).inclusive(), hex)).isEqualTo(answer);
    }

    @Test
    void inclusiveFieldCountsWhatIsBeforeItWhereverItIsPutLater() {
        assertThat(Answer.of(FOUR.inclusive().at(2), "0000 0000000e")).isEqualTo("frame 14");
        assertThat(Answer.of(FOUR.inclusive().at(2), "0000 00000005")).isEqualTo("LENGTH_UNDERFLOW");
    }

    @Test
    void inclusiveFieldMayLeaveOutATrailer() {
        assertThat(Answer.of(FOUR.inclusive().adjustment(2), "0000000e")).isEqualTo("frame 16");
        assertThat(Answer.of(FOUR.adjustment(2).inclusive(), "0000000e")).isEqualTo("frame 16");
        assertThat(Answer.of(FOUR.adjustment(2).inclusive(), "00000001")).isEqualTo("LENGTH_UNDERFLOW");
        assertThat(Answer.of(FOUR.adjustment(2).inclusive(), "00000002")).isEqualTo("frame 4");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 00000000, frame 4",
        "4, 00000000, frame 4",
        "5, 00000000, STRIP_EXCEEDS_FRAME",
        "5, 00000001, frame 5",
        "2147483647, 00000000, STRIP_EXCEEDS_FRAME",
        "2147483647, 7fffffff, frame 2147483651"
    })
    void stripsNoMoreThanTheFrameHas(int strip, String hex, String answer) throws FrameException {
        LengthField framing = FOUR.strip(strip);
        assertThat(Answer.of(framing, hex)).isEqualTo(answer);
        assertThat(framing.payloadStart(Bytes.of(bytes(hex)))).isEqualTo(strip);
    }

    @Test
    void frameShorterThanWhatIsStrippedIsRefusedWithBothNumbers() {
        FrameException error = Answer.refusal(FOUR.strip(9), "00000002");
        assertThat(error.declared()).isEqualTo(6);
        assertThat(error.limit()).isEqualTo(9);
        assertThat(error).hasMessageContaining("has 6 bytes, less than the 9 to strip");
    }

    @ParameterizedTest
    @CsvSource({
        "f9, more 3",
        "f9be, more 2",
        "f9beb4, more 1",
        "f9beb4d9, more 16",
        "00, more 3",
        "0000, more 2",
        "000000, more 1",
        "00000000, BAD_MAGIC",
        "f9beb4d8, BAD_MAGIC",
        "47455420, BAD_MAGIC",
        "f900, more 2",
        "f9beb4d9 000000000000000000000000 02000000, frame 26",
    })
    void refusesWrongMagicOnceFourBytesAreThere(String hex, String answer) {
        assertThat(Answer.of(BITCOIN, hex)).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({
        "1, ab, more 3",
        "1, ac, BAD_MAGIC",
        "2, ab, more 1",
        "2, ac, more 1",
        "2, abac, BAD_MAGIC",
        "3, ac00, more 1",
        "8, abababab, more 1",
        "8, ababababab, more 1",
        "8, abababab00, BAD_MAGIC",
        "8, abababababababab, frame 2880154543",
        "8, abababababababac, BAD_MAGIC",
    })
    void refusesWrongMagicAtTheFirstDifferenceAfterFourBytesOrItsEnd(int length, String hex, String answer) {
        int[] magic = new int[length];
        Arrays.fill(magic, 0xab);
        assertThat(Answer.of(FOUR.magic(magic), hex)).isEqualTo(answer);
    }

    @Test
    void magicMayBeGivenAsSignedBytes() {
        assertThat(Answer.of(LengthField.ofBytes(1).at(2).magic(-1, -128), "ff8003"))
                .isEqualTo("frame 6");
        assertThat(Answer.of(LengthField.ofBytes(1).magic(1, 2, 3).magic(), "05"))
                .isEqualTo("frame 6");
    }

    @Test
    void magicLongerThanTheFieldsEndIsPartOfTheHeader() {
        LengthField framing = LengthField.ofBytes(1).magic(5, 6, 7);
        assertThat(framing.maxHeader()).isEqualTo(3);
        assertThat(Answer.of(framing, "050607")).isEqualTo("frame 6");
        assertThat(Answer.of(framing.adjustment(-4), "050607")).isEqualTo("LENGTH_UNDERFLOW");
    }

    @Test
    void longerHeaderIsWaitedForAndIsTheLeastLength() {
        LengthField framing = FOUR.header(10);
        assertThat(framing.maxHeader()).isEqualTo(10);
        assertThat(Answer.of(framing, "00000006")).isEqualTo("more 6");
        assertThat(Answer.of(framing, "00000006 000000000000")).isEqualTo("frame 10");
        assertThat(Answer.of(framing, "00000005")).isEqualTo("LENGTH_UNDERFLOW");
        assertThat(FOUR.header(3).maxHeader()).isEqualTo(4);
    }

    @Test
    void limitIsComparedWithTheWholeFrameOrWithTheField() {
        Bytes head = Bytes.of(bytes("00 0000000b"));
        LengthField framing = FOUR.at(1).adjustment(2);
        assertThat(framing.limited(head, 18)).isEqualTo(18);
        assertThat(framing.limitsField().limited(head, 18)).isEqualTo(11);
        assertThat(LengthField.ofBytes(8).limitsField().limited(Bytes.of(bytes("ff".repeat(8))), Long.MAX_VALUE))
                .isEqualTo(Long.MAX_VALUE);
    }

    /** Public report netty/netty#5154: the peer writes little-endian. */
    @Test
    void hintsAtTheOtherByteOrderWhereThatWouldBePlausible() {
        Bytes head = Bytes.of(bytes("05000000 68656c6c6f"));
        assertThat(FOUR.hint(head, 1 << 20)).isEqualTo("plausible if little-endian: 5");
        assertThat(FOUR.littleEndian().hint(Bytes.of(bytes("00000005")), 1 << 20))
                .isEqualTo("plausible if big-endian: 5");
        assertThat(Answer.of(FOUR, "05000000 68")).isEqualTo("frame 83886084");
        assertThat(FOUR.limitsField().limited(head, 83886084)).isEqualTo(83886080);
    }

    static Stream<Arguments> implausible() {
        return Stream.of(
                Arguments.of("one byte has no order", LengthField.ofBytes(1), "ff", 10),
                Arguments.of("no length at all", FOUR, "00000000", 10),
                Arguments.of("too long either way", FOUR, "47455420", 1 << 20),
                Arguments.of("just too long", FOUR, "07000000", 10),
                Arguments.of("negative", LengthField.ofBytes(2).signed(), "7fff", 1 << 20),
                Arguments.of("over the largest number", LengthField.ofBytes(8), "7fffffffffffffff", 1 << 20),
                Arguments.of("reaches back into its header", FOUR.inclusive(), "03000000", 1 << 20),
                Arguments.of("less than the header", FOUR.header(20), "0f000000", 1 << 20));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("implausible")
    void hintsAtNothingThatIsNotPlausible(String why, LengthField framing, String hex, long limit) {
        assertThat(framing.hint(Bytes.of(bytes(hex)), limit)).as(why).isEmpty();
    }

    @Test
    void hintGoesByWhatTheLimitIsComparedWith() {
        assertThat(FOUR.hint(Bytes.of(bytes("06000000")), 10)).isEqualTo("plausible if little-endian: 6");
        assertThat(FOUR.limitsField().hint(Bytes.of(bytes("0a000000")), 10))
                .isEqualTo("plausible if little-endian: 10");
        assertThat(FOUR.limitsField().hint(Bytes.of(bytes("0b000000")), 10)).isEmpty();
        assertThat(FOUR.limitsField().adjustment(-4).hint(Bytes.of(bytes("0b000000")), 10))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 9, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void refusesWidthsThatDoNotFitALong(int width) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LengthField.ofBytes(width))
                .withMessage("LengthField.ofBytes(" + width + "): expected 1 to 8 bytes");
    }

    @Test
    void refusesSettingsOutOfRangeByNameValueAndExpectation() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FOUR.at(-1))
                .withMessage("LengthField.at(-1): expected 0 to 65536");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FOUR.at(65537))
                .withMessage("LengthField.at(65537): expected 0 to 65536");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FOUR.header(65537))
                .withMessage("LengthField.header(65537): expected 0 to 65536");
        assertThatIllegalArgumentException().isThrownBy(() -> FOUR.header(-1)).withMessageContaining("header(-1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FOUR.strip(-1))
                .withMessage("LengthField.strip(-1): expected 0 to 2147483647");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FOUR.magic(1, 256))
                .withMessage("LengthField.magic(256): expected -128 to 255");
        assertThatIllegalArgumentException().isThrownBy(() -> FOUR.magic(-129)).withMessageContaining("magic(-129)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FOUR.magic(new int[65]))
                .withMessageContainingAll("magic", "65", "0 to 64");
    }

    @Test
    void settingsLeaveTheFramingTheyStartFromAsItWas() {
        int[] magic = {1, 2, 3, 4};
        LengthField withMagic = FOUR.magic(magic);
        magic[0] = 9;
        FOUR.at(3)
                .littleEndian()
                .signed()
                .adjustment(9)
                .inclusive()
                .strip(3)
                .limitsField()
                .magic(1)
                .header(40);
        assertThat(Answer.of(FOUR, "00000005")).isEqualTo("frame 9");
        assertThat(FOUR.maxHeader()).isEqualTo(4);
        assertThat(FOUR.payloadStart(Bytes.of((byte) 0))).isZero();
        assertThat(Answer.of(withMagic, "01020304")).isEqualTo("frame 16909064");
    }

    @Test
    void textNamesTheForm() {
        assertThat(BITCOIN)
                .hasToString("LengthField[4 bytes at 16, little-endian, adjustment 4, strip 0, magic of 4 bytes]");
        assertThat(FOUR.signed().inclusive().toString()).contains("big-endian", "signed");
    }
}
