package io.headroom.buffers.tools.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Framings by name, each against bytes as the protocol has them. */
class FramingsTest {
    /** Returns the lengths of the frames in these bytes; they must be whole. */
    private static List<Long> lengths(String framing, byte[] stream) throws Exception {
        List<Long> lengths = new ArrayList<>();
        Framing now = Framings.parse(framing);
        for (int at = 0; at < stream.length; ) {
            byte[] rest = Arrays.copyOfRange(stream, at, stream.length);
            Bytes head = head(rest, now.maxHeader());
            long length = now.measure(head);
            assertThat(length).as(framing + " at " + at).isPositive();
            now = now.next(head);
            lengths.add(length);
            at += (int) length;
        }
        return lengths;
    }

    private static Bytes head(byte[] bytes, int most) {
        return Bytes.of(Arrays.copyOf(bytes, Math.min(bytes.length, most)));
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "length-field, 00000002 abcd 00000000, '6,4'",
        "length-field:width=2;order=le, 0300 010203, '5'",
        "length-field:width=4;inclusive, 00000006 abcd, '6'",
        "length-field:offset=1;adjustment=-4, 58 00000004 51 00000006 4142, '5,7'",
        "length-field:width=1;magic=fff0aabb;offset=4, fff0aabb 01 07, '6'",
        "varint, 02 abcd 00, '3,1'",
        "varint:bytes=2;prefix=1;canonical, 30 02 abcd, '4'",
        "fixed:length=3, 010203 040506, '3,3'",
        "bitcoin, f9beb4d9 76657261636b000000000000 00000000 5df6e0e2, '24'",
        "bitcoin:network=testnet, 0b110907 70696e670000000000000000 08000000 00000000 0102030405060708, '32'",
        "bitcoin:magic=01020304, 01020304 70696e670000000000000000 00000000 5df6e0e2, '24'",
        "bittorrent:from=messages, 00000000 00000001 02, '4,5'",
        "kafka, 00000003 010203, '7'",
        "postgresql:side=server, 52 00000008 00000000 5a 00000005 49, '9,6'",
        "postgresql, 00000008 04d2162f 00000009 00030000 00 51 00000004, '8,9,5'",
        "mqtt, 10 02 0000 c0 00 30 03 010203, '4,2,5'",
        "mqtt:version=5, 10 02 0000, '4'",
        "dns-tcp, 0002 abcd 0001 00, '4,3'",
        "protobuf-varint, 01 00 02 abcd, '2,3'",
        "http2:side=server, 000000 04 00 00000000 000001 00 00 00000001 41, '9,10'"
    })
    void findsFramesOf(String framing, String digits, String lengths) throws Exception {
        assertThat(lengths(framing.replace(';', ','), hex(digits)))
                .map(String::valueOf)
                .containsExactly(lengths.split(","));
    }

    @Test
    void findsAHandshakeAndWhatComesAfterIt() throws Exception {
        byte[] handshake = new byte[68 + 4 + 5];
        byte[] start = "\u0013BitTorrent protocol".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(start, 0, handshake, 0, start.length);
        handshake[68 + 4 + 3] = 1;
        assertThat(lengths("bittorrent", handshake)).containsExactly(68L, 4L, 5L);
        byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        byte[] http2 = Arrays.copyOf(preface, preface.length + 9);
        http2[preface.length + 3] = 4;
        assertThat(lengths("http2", http2)).containsExactly(24L, 9L);
    }

    @Test
    void followsPostgresIntoEncryptionAndBack() throws Exception {
        assertThat(lengths("postgresql", hex("00000008 04d2162f 16030100020102 1703030000")))
                .containsExactly(8L, 7L, 5L);
        assertThat(lengths("postgresql:side=server", hex("4e 53 16030100020102")))
                .containsExactly(1L, 1L, 7L);
        assertThat(lengths("postgresql", hex("16030100020102 1703030000"))).containsExactly(7L, 5L);
        assertThat(lengths("postgresql:side=server", hex("16030100020102 1703030000")))
                .containsExactly(7L, 5L);
        assertThat(lengths("postgresql:side=server", hex("4e 52 00000008 00000000")))
                .containsExactly(1L, 9L);
    }

    @Test
    void knowsWhichSideAServerIsOn() throws Exception {
        assertThat(Framings.parseForServer("http2").toString())
                .isEqualTo(Framings.parse("http2:side=server").toString());
        assertThat(Framings.parseForServer("http2:side=client").toString())
                .isEqualTo(Framings.parse("http2").toString());
        assertThat(Framings.parseForServer("kafka").toString())
                .isEqualTo(Framings.parse("kafka").toString());
    }

    @Test
    void refusesAnotherHandshakeFromTheFourthByteOn() throws Exception {
        Framing http2 = Framings.parse("http2");
        assertThat(http2.measure(Bytes.of(new byte[] {'G', 'E', 'T'}))).isEqualTo(Framing.more(1));
        assertThatThrownBy(() -> http2.measure(Bytes.of(new byte[] {'G', 'E', 'T', ' '})))
                .isInstanceOfSatisfying(
                        FrameException.class,
                        fault -> assertThat(fault.kind()).isEqualTo(FrameException.Kind.BAD_MAGIC));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "foo | no framing \"foo\": expected one of bitcoin, bittorrent, dns-tcp, fixed, http2, kafka, length-field, mqtt, postgresql, protobuf-varint, varint",
                "kafka:x=1 | kafka has no setting x: it has none at all",
                "length-field:widht=4 | length-field has no setting widht: expected adjustment, header, inclusive, limit, magic, offset, order, signed, strip, width",
                "length-field:width=9 | length-field: width=9: expected a number from 1 to 8",
                "length-field:width=12345678901 | length-field: width=12345678901: expected a number from 1 to 8",
                "length-field:order=big | length-field: order=big: expected one of be, le",
                "length-field:magic=f9b | length-field: magic=f9b: expected bytes in hexadecimal, such as f9beb4d9",
                "length-field:signed=yes | length-field: signed=yes: expected the flag alone",
                "length-field:width=4,width=4 | length-field: width is set twice",
                "length-field:=4 | length-field: \"=4\" has no key: expected key=value or a flag",
                "length-field:offset=65536 | length-field: a header of 65540 bytes: expected at most 65536",
                "bitcoin:network=main | bitcoin: network=main: expected one of mainnet, testnet, testnet4, signet, regtest",
                "fixed:length=0 | fixed: length=0: expected a number from 1 to 2147483647",
                "fixed:length=2147483648 | fixed: length=2147483648: expected a number from 1 to 2147483647"
            })
    void saysWhatWasExpected(String framing, String message) {
        assertThatThrownBy(() -> Framings.parse(framing))
                .isInstanceOf(FramingException.class)
                .hasMessage(message);
    }

    @Test
    void takesTheGreatestNumberThatItNames() throws Exception {
        assertThat(Framings.parse("fixed:length=2147483647").measure(Bytes.of(new byte[0])))
                .isEqualTo(Integer.MAX_VALUE);
    }
}
