package io.headroom.buffers.framing;

import static io.headroom.buffers.framing.Answer.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.FrameException.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each error says. */
class FrameExceptionTest {
    private static final byte[] HEAD = bytes("0000303a");

    private static Bytes head() {
        return Bytes.of(HEAD);
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                Arguments.of(
                        FrameException.tooLarge(12346, 8192, head()),
                        Kind.FRAME_TOO_LARGE,
                        12346,
                        8192,
                        "declares 12346 bytes, limit 8192 (setting: ReadLimits.maxFrame)"),
                Arguments.of(
                        FrameException.negativeLength(-4, head()),
                        Kind.NEGATIVE_LENGTH,
                        -4,
                        0,
                        "declares a length of -4"),
                Arguments.of(
                        FrameException.lengthUnderflow(3, head()),
                        Kind.LENGTH_UNDERFLOW,
                        3,
                        0,
                        "declares a length of 3, less than its own header"),
                Arguments.of(
                        FrameException.stripExceedsFrame(4, 9, head()),
                        Kind.STRIP_EXCEEDS_FRAME,
                        4,
                        9,
                        "has 4 bytes, less than the 9 to strip"),
                Arguments.of(
                        FrameException.varintMalformed("longer than 5 bytes", head()),
                        Kind.VARINT_MALFORMED,
                        0,
                        0,
                        "has a length varint longer than 5 bytes"),
                Arguments.of(
                        FrameException.varintNonCanonical(4, head()),
                        Kind.VARINT_NON_CANONICAL,
                        0,
                        0,
                        "has a length varint padded to 4 bytes"),
                Arguments.of(
                        FrameException.badMagic(bytes("f9beb4d9"), head()),
                        Kind.BAD_MAGIC,
                        0,
                        0,
                        "does not start with magic bytes f9 be b4 d9"),
                Arguments.of(
                        FrameException.malformed("has an unknown type", head()),
                        Kind.MALFORMED,
                        0,
                        0,
                        "has an unknown type"));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void saysWhatIsWrongInNumbersAndWords(FrameException error, Kind kind, long declared, long limit, String words) {
        assertThat(error.kind()).isEqualTo(kind);
        assertThat(error.declared()).isEqualTo(declared);
        assertThat(error.limit()).isEqualTo(limit);
        assertThat(error.received()).isEqualTo(4);
        assertThat(error.firstBytes()).isEqualTo(HEAD);
        assertThat(error).hasMessage(kind + ": frame " + words + "; first bytes 00 00 30 3a \"..0:\"");
    }

    @Test
    void truncationSaysHowMuchCameAndHowMuchShouldHave() {
        FrameException error = FrameException.truncated(70_000, 100_000, Bytes.of(new byte[3]));
        assertThat(error.kind()).isEqualTo(Kind.TRUNCATED);
        assertThat(error.received()).isEqualTo(70_000);
        assertThat(error.declared()).isEqualTo(100_000);
        assertThat(error.limit()).isZero();
        assertThat(error).hasMessageContaining("got 70000 of 100000 bytes");
    }

    @Test
    void truncationBeforeTheFirstByteShowsNone() {
        assertThat(FrameException.truncated(0, 4, Bytes.of()))
                .hasMessage("TRUNCATED: frame is cut short by the end of the stream: got 0 of 4 bytes");
    }

    /** Public reports 31z4/zookeeper-docker#138 and apache/zookeeper#1580: a probe on a port with another protocol. */
    @Test
    void namesNumbersSettingPeerBytesAndProtocolAtOnce() {
        FrameException error = FrameException.tooLarge(1_212_498_244L, 1_048_575, Bytes.of(bytes("48454144")))
                .from("/203.0.113.7:4711");
        assertThat(error)
                .hasMessage("FRAME_TOO_LARGE: frame from /203.0.113.7:4711 declares 1212498244 bytes, limit 1048575"
                        + " (setting: ReadLimits.maxFrame); first bytes 48 45 41 44 \"HEAD\"; looks like HTTP");
    }

    @Test
    void hintAndPeerMayComeInAnyOrderAndChangeNothingElse() {
        FrameException plain = FrameException.tooLarge(83_886_084, 1 << 20, Bytes.of(bytes("05000000")));
        FrameException one = plain.withHint("plausible if little-endian: 5").from("peer");
        FrameException other = plain.from("peer").withHint("plausible if little-endian: 5");
        assertThat(one).hasMessage(other.getMessage());
        assertThat(one.getMessage()).contains("from peer ").endsWith("; plausible if little-endian: 5");
        for (FrameException error : new FrameException[] {one, other}) {
            assertThat(error.kind()).isEqualTo(plain.kind());
            assertThat(error.declared()).isEqualTo(plain.declared());
            assertThat(error.limit()).isEqualTo(plain.limit());
            assertThat(error.received()).isEqualTo(plain.received());
            assertThat(error.firstBytes()).isEqualTo(plain.firstBytes());
            assertThat(error.getStackTrace()).isEqualTo(plain.getStackTrace());
        }
        assertThat(plain.getMessage()).doesNotContain("peer", "plausible");
    }

    @Test
    void hintAndPeerKeepWhatATruncationHadReceived() {
        FrameException error = FrameException.truncated(70_000, 100_000, Bytes.of(new byte[3]))
                .from("peer")
                .withHint("hint");
        assertThat(error.received()).isEqualTo(70_000);
        assertThat(error.declared()).isEqualTo(100_000);
    }

    @Test
    void keepsAtMostTwentyFourBytesOfTheHead() {
        byte[] head = new byte[100];
        for (int i = 0; i < head.length; i++) {
            head[i] = (byte) i;
        }
        FrameException error = FrameException.malformed("is odd", Bytes.of(head));
        assertThat(error.firstBytes()).hasSize(24).startsWith(0, 1, 2).endsWith(22, 23);
        assertThat(error.received()).isEqualTo(100);
    }

    @Test
    void firstBytesAreACopyEachTime() {
        byte[] memory = HEAD.clone();
        FrameException error = FrameException.malformed("is odd", Bytes.of(memory));
        memory[2] = 9;
        error.firstBytes()[3] = 9;
        assertThat(error.firstBytes()).isEqualTo(HEAD);
    }

    @Test
    void quotesBytesAcrossThePartsOfAChain() {
        ByteBuffer[] parts = {ByteBuffer.wrap(bytes("00112233")), ByteBuffer.wrap(bytes("44556677"))};
        FrameException error = FrameException.malformed("is odd", new BytesWindow().wrap(parts, 2, 1, 6));
        assertThat(error.firstBytes()).isEqualTo(bytes("112233445566"));
        assertThat(error).hasMessageContaining("first bytes 11 22 33 44 55 66");
    }

    @Test
    void cutsALongPeerNameRatherThanNumbersAndHints() {
        String peer = "p".repeat(10_000);
        FrameException error = FrameException.tooLarge(
                        Long.MAX_VALUE, Long.MAX_VALUE - 1, Bytes.of("PROXY TCP4 ".getBytes(StandardCharsets.US_ASCII)))
                .from(peer)
                .withHint("plausible if little-endian: 1234567890123456789");
        assertThat(error.getMessage())
                .hasSizeLessThan(300)
                .contains("from ppppppppppppppppppppppppppppppppppp")
                .contains(
                        " declares 9223372036854775807 bytes, limit 9223372036854775806 (setting: ReadLimits.maxFrame);")
                .contains("50 52 4f 58 59 20 54 43 \"PROXY TC\"; looks like the PROXY protocol")
                .endsWith("; plausible if little-endian: 1234567890123456789");
    }

    @Test
    void keepsAnUsualPeerNameWhole() {
        String peer = "ec2-203-0-113-25.compute-1.amazonaws.com/203.0.113.25:51234";
        FrameException error = FrameException.tooLarge(1_195_725_856, 104_857_600, Bytes.of(bytes("47455420")))
                .from(peer);
        assertThat(error).hasMessageContaining("from " + peer + " declares");
    }
}
