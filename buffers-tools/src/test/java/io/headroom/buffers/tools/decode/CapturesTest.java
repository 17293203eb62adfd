package io.headroom.buffers.tools.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headroom.buffers.tools.decode.Captures.Capture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapturesTest {
    private static final int[] CHUNKS = {1, 2, 3, 7, 64 << 10};

    @Test
    void findsFramesAndFaultsOfEachWireForm() throws Exception {
        for (Capture capture : Captures.ALL) {
            List<String> lengths = new ArrayList<>();
            String fault = "";
            for (String line : Captures.decode(capture.framing(), Captures.bytes(capture), 64 << 10, true)
                    .lines()
                    .toList()) {
                JsonNode node = new ObjectMapper().readTree(line);
                if (node.has("frame")) {
                    lengths.add(node.get("length").asText());
                } else if (node.has("error")) {
                    JsonNode error = node.get("error");
                    fault = error.get("kind").asText() + " "
                            + error.get("offset").asText();
                }
            }
            assertThat(String.join(" ", lengths)).as(capture.toString()).isEqualTo(capture.lengths());
            assertThat(fault).as(capture.toString()).isEqualTo(capture.fault());
        }
    }

    @Test
    void printsTheSameForChunksOfEveryLength() throws Exception {
        for (Capture capture : Captures.ALL) {
            for (boolean isJson : new boolean[] {false, true}) {
                String whole = Captures.decode(capture.framing(), Captures.bytes(capture), 1 << 20, isJson);
                for (int chunk : CHUNKS) {
                    assertThat(Captures.decode(capture.framing(), Captures.bytes(capture), chunk, isJson))
                            .as(capture + " in chunks of " + chunk)
                            .isEqualTo(whole);
                }
            }
        }
    }
}
