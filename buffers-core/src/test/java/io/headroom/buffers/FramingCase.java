package io.headroom.buffers;

import com.fasterxml.jackson.databind.JsonNode;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.framing.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** One case of a framing file, in the form of its legend: a framing, a stream in chunks, and what is to come of it. */
final class FramingCase {
    final String name;
    final JsonNode json;
    final byte[] stream;

    /** The end of each chunk. */
    final List<Integer> ends = new ArrayList<>();

    FramingCase(JsonNode json) {
        this.json = json;
        name = json.get("name").asText();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (JsonNode chunk : json.get("chunksHex")) {
            bytes.writeBytes(bytes(chunk.asText()));
            ends.add(bytes.size());
        }
        stream = bytes.toByteArray();
    }

    /** Expands tokens of hex, each possibly repeated: {@code 00010000 41*65536}. */
    static byte[] bytes(String tokens) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String token : tokens.trim().split("\\s+", -1)) {
            String[] parts = token.split("\\*", -1);
            byte[] once = HexFormat.of().parseHex(parts[0]);
            for (int i = parts.length == 2 ? Integer.parseInt(parts[1]) : 1; i > 0; i--) {
                bytes.writeBytes(once);
            }
        }
        return bytes.toByteArray();
    }

    List<byte[]> frames() {
        List<byte[]> frames = new ArrayList<>();
        json.get("expectFramesHex").forEach(hex -> frames.add(bytes(hex.asText())));
        return frames;
    }

    String error() {
        return json.path("expectError").isNull()
                ? null
                : json.path("expectError").asText(null);
    }

    boolean has(String key) {
        return json.hasNonNull(key);
    }

    int number(String key) {
        return json.get(key).asInt();
    }

    boolean discards() {
        return json.path("framing").path("onTooLarge").asText("").equals("discard");
    }

    long max() {
        return json.path("framing").path("max").asLong();
    }

    ReadLimits limits(long max) {
        ReadLimits limits = ReadLimits.maxFrame(max);
        return discards() ? limits.skipTooLong() : limits;
    }

    Framing framing() {
        JsonNode f = json.get("framing");
        return switch (f.path("custom").asText("")) {
            case "bittorrent" -> WireForms.bittorrent();
            case "postgres-frontend" -> WireForms.postgresFrontend();
            case "http2-client" -> WireForms.http2Client();
            default -> f.has("varint") ? varint(f) : lengthField(f);
        };
    }

    private static Framing varint(JsonNode f) {
        Varint varint = Varint.ofBytes(f.get("varint").get("maxBytes").asInt())
                .prefix(f.path("prefixBytes").asInt(0))
                .limitsValue();
        if (f.get("varint").path("canonical").asBoolean(false)) {
            varint = varint.canonical();
        }
        return f.path("stripHeader").asBoolean(false) ? varint.strip() : varint;
    }

    private static Framing lengthField(JsonNode f) {
        LengthField field = LengthField.ofBytes(f.get("lengthBytes").asInt())
                .at(f.path("offset").asInt(0))
                .order(f.path("order").asText("be").equals("le") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
                .adjustment(f.path("adjust").asInt(0))
                .strip(f.path("strip").asInt(0));
        if (f.path("signed").asBoolean(false)) {
            field = field.signed();
        }
        if (f.path("maxOf").asText("frame").equals("field")) {
            field = field.limitsField();
        }
        byte[] magic = HexFormat.of().parseHex(f.path("magicHex").asText(""));
        int[] wanted = new int[magic.length];
        for (int i = 0; i < magic.length; i++) {
            wanted[i] = magic[i];
        }
        return field.magic(wanted);
    }

    @Override
    public String toString() {
        return name;
    }
}
