package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.FrameException.Kind;
import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Public reports of peers that speak another protocol, or the right one in another form, each as a test of how it ends here. */
class ForeignTrafficReportsTest {
    private static final int MIB = 1 << 20;
    private static final LengthField FOUR = LengthField.ofBytes(4).limitsField().strip(4);

    private final MessageBuffers buffers =
            MessageBuffers.builder().memoryLimit(100 * MIB).build();
    private final List<String> seen = new ArrayList<>();
    private final FrameHandler<RuntimeException> collect = new FrameHandler<>() {
        @Override
        public Delivery onHeader(Bytes header, long frameLength) {
            seen.add("header");
            return Delivery.WHOLE;
        }

        @Override
        public Next onFrame(Frame frame) {
            seen.add(new String(frame.payload().toByteArray(), StandardCharsets.ISO_8859_1));
            return Next.CONTINUE;
        }
    };

    @AfterEach
    void nothingIsLeased() {
        assertThat(buffers.pool().leasedBytes()).isZero();
        buffers.close();
        assertThat(buffers.pool().committedBytes()).isZero();
    }

    private ReadBuffer open(LengthField framing, int limit) {
        return buffers.connection("/203.0.113.7:4711\r\n\u001b[31mforged")
                .framing(framing)
                .limits(ReadLimits.maxFrame(limit))
                .open();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Public report quarkusio/quarkus-quickstarts#1088: a browser on a message port, taken for a size setting that is too small. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void refusesABrowserAtTheFourthByteAndNamesItsProtocol(Form form) throws IOException {
        byte[] stream = ascii("GET / HTTP");
        for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
            FrameException e = Refusal.of(form, open(FOUR, 100 * MIB), stream, cuts, collect);
            assertThat(e.kind()).isEqualTo(Kind.FRAME_TOO_LARGE);
            assertThat(e.declared()).isEqualTo(1_195_725_856);
            assertThat(e.limit()).isEqualTo(104_857_600);
            assertThat(e.received()).as("bytes it took to know").isEqualTo(4);
            assertThat(e.getMessage()).endsWith("first bytes 47 45 54 20 \"GET \"; looks like HTTP");
            assertThat(seen).isEmpty();
        }
        ReadBuffer in = open(FOUR, 100 * MIB);
        assertThat(form.push(in, stream, 0, 3, collect)).isEqualTo(ReadStatus.DRAINED);
        assertThat(in.heldBytes()).isLessThanOrEqualTo(256);
        in.close();
    }

    /** Public reports 31z4/zookeeper-docker#138 and apache/zookeeper#1580: a probe, and a message that lacked the limit and the peer. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void saysOfAProbeAllThatANewcomerNeedsInOneCleanLine(Form form) throws IOException {
        byte[] stream = ascii("HEAD");
        for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
            FrameException e = Refusal.of(form, open(FOUR, MIB - 1), stream, cuts, collect);
            assertThat(e.declared()).isEqualTo(1_212_498_244);
            assertThat(e.limit()).isEqualTo(1_048_575);
            assertThat(e.firstBytes()).isEqualTo(stream);
            assertThat(e.getMessage())
                    .contains("/203.0.113.7:4711", "1212498244", "1048575", "ReadLimits.maxFrame", "48 45 41 44")
                    .endsWith("looks like HTTP")
                    .hasSizeLessThan(300)
                    .matches("[ -~]+");
        }
    }

    /** Public report elastic/elasticsearch#12355: a probe with too few bytes for the check of its verb. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void showsWhatCameOfAProbeThatEndsInsideTheHeader(Form form) throws IOException {
        for (String probe : List.of("G", "GE", "GET", "POS", "PUT", "OPT", "PRI", "HEA")) {
            ReadBuffer in = open(FOUR, MIB);
            form.push(in, ascii(probe), collect);
            FrameException e = catchThrowableOfType(FrameException.class, () -> form.end(in, collect));
            assertThat(e.kind()).isEqualTo(Kind.TRUNCATED);
            assertThat(e.received()).isEqualTo(probe.length());
            assertThat(e.declared()).isEqualTo(4);
            assertThat(e.firstBytes()).isEqualTo(ascii(probe));
            assertThat(e.getMessage()).contains('"' + probe + '"').contains(probe.length() > 1 ? "may begin HTTP" : "");
            Refusal.isFinal(form, in, e, collect);
            assertThat(seen).isEmpty();
        }
    }

    /** Public reports kpavlov/jreactive-8583#78 and netty/netty#13331: a length in ASCII, or of another width. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void showsAnotherWidthOrAnAsciiLengthAsItCameAndNeverGoesIntoTheBody(Form form) throws IOException {
        String[][] openings = {
            {"0000303a", "12346", "00 00 30 3a \"..0:\""},
            {"72746275", "1920230005", "72 74 62 75 \"rtbu\""}
        };
        for (String[] opening : openings) {
            byte[] stream = FramingCase.bytes(opening[0] + " 00000001 41 00000001 42");
            for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
                FrameException e = Refusal.of(form, open(FOUR, 8192), stream, cuts, collect);
                assertThat(e.declared()).isEqualTo(Long.parseLong(opening[1]));
                assertThat(e.firstBytes()).isEqualTo(FramingCase.bytes(opening[0]));
                assertThat(e.getMessage()).contains("declares " + opening[1] + " bytes, limit 8192", opening[2]);
                assertThat(seen).as("what was delivered").isEmpty();
            }
        }
    }

    /** Public report netty/netty#5154: the peer writes little-endian. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void saysWhatALengthWouldBeInTheOtherByteOrder(Form form) throws IOException {
        byte[] stream = FramingCase.bytes("05000000 68656c6c6f");
        for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
            FrameException e = Refusal.of(form, open(FOUR, MIB), stream, cuts, collect);
            assertThat(e.declared()).isEqualTo(83_886_080);
            assertThat(e.getMessage()).endsWith("; plausible if little-endian: 5");
            assertThat(seen).isEmpty();
        }
        ReadBuffer in = open(FOUR.littleEndian(), MIB);
        assertThat(form.push(in, stream, collect)).isEqualTo(ReadStatus.DRAINED);
        assertThat(seen).last().isEqualTo("hello");
        assertThat(in.heldBytes()).isZero();
    }
}
