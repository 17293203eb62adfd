package io.headroom.buffers.tools.decode;

import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.tools.framing.Framings;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** A capture of each wire form, as the protocol has it: with frames that are whole, and with the faults that it can have. */
final class Captures {
    /** Bytes in hexadecimal digits, the lengths of their whole frames, and what is wrong after those, and where. */
    record Capture(String framing, String bytes, String lengths, String fault) {}

    private static final String HANDSHAKE = text("\u0013BitTorrent protocol") + "00".repeat(48);
    private static final String PREFACE = text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    private static final String VERACK = "f9beb4d9 76657261636b000000000000 00000000 5df6e0e2";
    private static final String START_UP = "0000001300030000" + text("user\0me\0\0") + "0000";

    static final List<Capture> ALL = List.of(
            new Capture("length-field", "00000002 abcd 00000000", "6 4", ""),
            new Capture("length-field", "00000002 abcd 000000", "6", "TRUNCATED 6"),
            new Capture("length-field", "00000000 7fffffff", "4", "FRAME_TOO_LARGE 4"),
            new Capture("length-field:signed", "00000000 ffffffff", "4", "NEGATIVE_LENGTH 4"),
            new Capture("length-field:inclusive", "00000005 61 00000003", "5", "LENGTH_UNDERFLOW 5"),
            new Capture("length-field:width=1,strip=3", "0261 62 0161", "3", "STRIP_EXCEEDS_FRAME 3"),
            new Capture("length-field:width=8", "0000000000000001 61 ffffffffffffffff", "9", "FRAME_TOO_LARGE 9"),
            new Capture("length-field:width=3,order=le,offset=1,adjustment=2", "61 010000 626364", "7", ""),
            new Capture("varint", "01 61 ffffffffff", "2", "VARINT_MALFORMED 2"),
            new Capture("varint:canonical", "01 61 8000", "2", "VARINT_NON_CANONICAL 2"),
            new Capture("fixed:length=3", "616263 6162", "3", "TRUNCATED 3"),
            new Capture("bitcoin", VERACK + VERACK, "24 24", ""),
            new Capture("bitcoin", VERACK + "0b110907", "24", "BAD_MAGIC 24"),
            new Capture("bitcoin:network=testnet", "0b110907 76657261636b000000000000 00000000 5df6e0e2", "24", ""),
            new Capture("bitcoin", "f9beb4d9 626c6f636b00000000000000 ffffff7f 00000000", "", "FRAME_TOO_LARGE 0"),
            new Capture("bittorrent", HANDSHAKE + "00000000 00000001 02", "68 4 5", ""),
            new Capture("bittorrent", HANDSHAKE + "48545450", "68", "FRAME_TOO_LARGE 68"),
            new Capture("bittorrent", "13426974546f72726f", "", "BAD_MAGIC 0"),
            new Capture("bittorrent", HANDSHAKE.substring(0, 100), "", "TRUNCATED 0"),
            new Capture("kafka", "00000003 010203", "7", ""),
            new Capture("kafka", "00000003 010203 80000000", "7", "NEGATIVE_LENGTH 7"),
            new Capture("postgresql", "00000008 04d2162f" + START_UP + "51 00000006 4100 58 00000004", "8 19 7 5", ""),
            new Capture("postgresql", START_UP + "51 00000003", "19", "LENGTH_UNDERFLOW 19"),
            new Capture("postgresql", "00000007 00030000", "", "LENGTH_UNDERFLOW 0"),
            new Capture("postgresql:side=server", "4e 52 00000008 00000000 5a 00000005 49", "1 9 6", ""),
            new Capture("mqtt", "10 0c 00044d5154540402003c0000 c0 00", "14 2", ""),
            new Capture("mqtt", "c0 00 30 ffffffff", "2", "VARINT_MALFORMED 2"),
            new Capture("mqtt:version=5", "c0 00 30 8000", "2", "VARINT_NON_CANONICAL 2"),
            new Capture("http2", PREFACE + "000000 04 00 00000000 000001 00 01 00000001 61", "24 9 10", ""),
            new Capture("http2", text("GET / HTTP/1.1\r\n\r\n"), "", "BAD_MAGIC 0"),
            new Capture("http2:side=server", "000000 04 00 00000000 ffffff 00 00 00000001", "9", "FRAME_TOO_LARGE 9"),
            new Capture("dns-tcp", "0003 616263 0001 61", "5 3", ""),
            new Capture("dns-tcp", "0003 616263 ffff 61", "5", "TRUNCATED 5"),
            new Capture("protobuf-varint", "01 00 02 abcd 00", "2 3 1", ""),
            new Capture("protobuf-varint", "01 00 8080808010", "2", "VARINT_MALFORMED 2"));

    private Captures() {}

    private static String text(String ascii) {
        return HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.ISO_8859_1));
    }

    static byte[] bytes(Capture capture) {
        return HexFormat.of().parseHex(capture.bytes().replace(" ", ""));
    }

    static String decode(String framing, byte[] bytes, int chunk, boolean isJson) throws Exception {
        StringWriter printed = new StringWriter();
        Output out = new Output(new PrintWriter(printed));
        Decoding decoding = new Decoding(Framings.parse(framing), ReadLimits.DEFAULT_MAX_FRAME, chunk);
        decoding.run(new ByteArrayInputStream(bytes), isJson ? new JsonReport(out) : new TextReport(out));
        out.flush();
        return printed.toString();
    }
}
