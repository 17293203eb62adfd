package io.headroom.buffers.tools.framing;

import io.headroom.buffers.framing.FixedLength;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.framing.Varint;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Framings by name: {@code name} or {@code name:key=value,flag,…}. Three kinds to put together, and the well-known wire forms.
 *
 * <p><b>Threads</b>: any.
 */
public final class Framings {
    /** What to say of {@code --framing} in a command's help. */
    public static final String HELP =
            "how frames are found: NAME or NAME:KEY=VALUE,FLAG,...; the names and their settings are below";

    /** What to say below the options in the help of a command that has {@link #HELP} in it. */
    public static final String SETTINGS_HELP = """

            Framings and their settings; the first of several values is the default:
              length-field      width=4 (1 to 8), order=be|le, offset=0, adjustment=0,
                                inclusive, signed, strip=0, header=N, magic=HEX,
                                limit=frame|field
              varint            bytes=5 (1 to 10), prefix=0, canonical,
                                limit=frame|value
              fixed             length=1
              bitcoin           network=mainnet|testnet|testnet4|signet|regtest,
                                magic=HEX for another one
              bittorrent        from=handshake|messages
              dns-tcp           none
              http2             side=client|server: with or without the preface
              kafka             none
              mqtt              version=3|5
              postgresql        side=client|server
              protobuf-varint   none
            A frame has offset + width + value + adjustment bytes, with inclusive
            value + adjustment.
            """;

    /** A header must fit into a slab of a read buffer. */
    private static final int LONGEST_HEADER = 65536;

    private static final byte[] HTTP2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BITTORRENT_START = "\u0013BitTorrent protocol".getBytes(StandardCharsets.US_ASCII);
    private static final int BITTORRENT_HANDSHAKE = 68;

    private static final Map<String, int[]> BITCOIN_NETWORKS = Map.of(
            "mainnet", new int[] {0xf9, 0xbe, 0xb4, 0xd9},
            "testnet", new int[] {0x0b, 0x11, 0x09, 0x07},
            "testnet4", new int[] {0x1c, 0x16, 0x3f, 0x28},
            "signet", new int[] {0x0a, 0x03, 0xcf, 0x40},
            "regtest", new int[] {0xfa, 0xbf, 0xb5, 0xda});

    private interface Kind {
        Framing of(Settings settings) throws FramingException;
    }

    private static final Map<String, Kind> KINDS = new TreeMap<>(Map.ofEntries(
            Map.entry("length-field", Framings::lengthField),
            Map.entry("varint", Framings::varint),
            Map.entry("fixed", settings -> FixedLength.of(settings.number("length", 1, Integer.MAX_VALUE, 1))),
            Map.entry("bitcoin", Framings::bitcoin),
            Map.entry("bittorrent", Framings::bittorrent),
            Map.entry("kafka", settings -> LengthField.ofBytes(4).signed().strip(4)),
            Map.entry("postgresql", Framings::postgresql),
            Map.entry("mqtt", Framings::mqtt),
            Map.entry("http2", Framings::http2),
            Map.entry("dns-tcp", settings -> LengthField.ofBytes(2).strip(2)),
            Map.entry("protobuf-varint", settings -> Varint.ofBytes(5).strip())));

    private Framings() {}

    /** Returns the framing that {@code text} says; where a protocol's two sides differ and nothing is said of that, of the client's. */
    public static Framing parse(String text) throws FramingException {
        return parse(text, "client");
    }

    /** Returns the framing of what the server sends, where that of the client is {@code text}. */
    public static Framing parseForServer(String text) throws FramingException {
        return parse(text, "server");
    }

    private static Framing parse(String text, String side) throws FramingException {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Kind kind = KINDS.get(name);
        if (kind == null) {
            throw new FramingException(
                    "no framing \"" + name + "\": expected one of " + String.join(", ", KINDS.keySet()));
        }
        Settings settings = new Settings(name, side, colon < 0 ? "" : text.substring(colon + 1));
        try {
            Framing framing = kind.of(settings);
            settings.checkAllKnown();
            if (framing.maxHeader() > LONGEST_HEADER) {
                throw new FramingException(
                        name + ": a header of " + framing.maxHeader() + " bytes: expected at most " + LONGEST_HEADER);
            }
            return framing;
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw new FramingException(name + ": " + refused.getMessage());
        }
    }

    private static LengthField lengthField(Settings settings) throws FramingException {
        LengthField field = LengthField.ofBytes(settings.number("width", 1, 8, 4))
                .order(
                        settings.choice("order", List.of("be", "le")).equals("be")
                                ? ByteOrder.BIG_ENDIAN
                                : ByteOrder.LITTLE_ENDIAN)
                .at(settings.number("offset", 0, LONGEST_HEADER, 0));
        int adjustment = settings.number("adjustment", -LONGEST_HEADER, LONGEST_HEADER, 0);
        field = adjustment == 0 ? field : field.adjustment(adjustment);
        field = settings.flag("inclusive") ? field.inclusive() : field;
        field = settings.flag("signed") ? field.signed() : field;
        int strip = settings.number("strip", 0, LONGEST_HEADER, 0);
        field = strip == 0 ? field : field.strip(strip);
        int header = settings.number("header", 1, LONGEST_HEADER, 0);
        field = header == 0 ? field : field.header(header);
        int[] magic = settings.bytes("magic");
        field = magic.length == 0 ? field : field.magic(magic);
        return settings.choice("limit", List.of("frame", "field")).equals("field") ? field.limitsField() : field;
    }

    private static Varint varint(Settings settings) throws FramingException {
        Varint varint = Varint.ofBytes(settings.number("bytes", 1, 10, 5));
        int prefix = settings.number("prefix", 0, LONGEST_HEADER, 0);
        varint = prefix == 0 ? varint : varint.prefix(prefix);
        varint = settings.flag("canonical") ? varint.canonical() : varint;
        return settings.choice("limit", List.of("frame", "value")).equals("value") ? varint.limitsValue() : varint;
    }

    private static Framing bitcoin(Settings settings) throws FramingException {
        String network = settings.choice("network", List.of("mainnet", "testnet", "testnet4", "signet", "regtest"));
        int[] other = settings.bytes("magic");
        return LengthField.ofBytes(4)
                .littleEndian()
                .at(16)
                .adjustment(4)
                .strip(24)
                .header(24)
                .magic(other.length > 0 ? other : Objects.requireNonNull(BITCOIN_NETWORKS.get(network)));
    }

    private static Framing bittorrent(Settings settings) throws FramingException {
        Framing messages = LengthField.ofBytes(4);
        return settings.choice("from", List.of("handshake", "messages")).equals("messages")
                ? messages
                : new Preface(BITTORRENT_START, BITTORRENT_HANDSHAKE, messages);
    }

    private static Framing postgresql(Settings settings) throws FramingException {
        Framing messages = LengthField.ofBytes(4).at(1).adjustment(-4);
        boolean isServer = settings.isServer();
        return new PostgresStart(isServer, messages);
    }

    private static Framing mqtt(Settings settings) throws FramingException {
        Varint packets = Varint.ofBytes(4).prefix(1);
        return settings.choice("version", List.of("3", "5")).equals("5") ? packets.canonical() : packets;
    }

    private static Framing http2(Settings settings) throws FramingException {
        Framing frames = LengthField.ofBytes(3).adjustment(6).limitsField();
        return settings.isServer() ? frames : new Preface(HTTP2_PREFACE, HTTP2_PREFACE.length, frames);
    }
}
