package io.headroom.buffers.tools.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.tools.HeadroomMain;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DecodeTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine command = HeadroomMain.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    private String file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("captured.bin"), bytes).toString();
    }

    private static byte[] frame(int payload) {
        byte[] frame = new byte[4 + payload];
        new SplittableRandom(payload).nextBytes(frame);
        ByteBuffer.wrap(frame).putInt(payload);
        return frame;
    }

    private static byte[] stream(int... payloads) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int payload : payloads) {
            stream.writeBytes(frame(payload));
        }
        return stream.toByteArray();
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    @Test
    void printsEachFrameWithItsDigest() throws Exception {
        assertThat(run("decode", "--framing", "length-field", "--json", file(stream(5, 0, 200_000))))
                .isZero();
        List<JsonNode> lines = lines();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(2).get("frame").asLong()).isEqualTo(3);
        assertThat(lines.get(2).get("offset").asLong()).isEqualTo(13);
        assertThat(lines.get(2).get("length").asLong()).isEqualTo(200_004);
        assertThat(lines.get(2).get("sha256").asText())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(frame(200_000))));
        assertThat(lines.get(3).get("end").get("frames").asLong()).isEqualTo(3);
        assertThat(lines.get(3).get("end").get("bytes").asLong()).isEqualTo(200_017);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"whole", "foreign", "cut off", "cut off in a header", "foreign at once", "foreign and short"})
    void printsTheSameForEveryCut(String what) throws IOException {
        byte[] frames = stream(5, 0, 70_000, 1, 300);
        byte[] foreign = "GET / HTTP/1.1\r\nHost: example.org\r\nAccept: */*\r\nUser-Agent: curl\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (!what.equals("foreign at once")) {
            bytes.writeBytes(frames);
        }
        switch (what) {
            case "foreign", "foreign at once" -> bytes.writeBytes(foreign);
            case "foreign and short" -> bytes.write(foreign, 0, 7);
            case "cut off" -> bytes.write(frame(5_000), 0, 1_000);
            case "cut off in a header" -> bytes.write(new byte[3], 0, 3);
            default -> {}
        }
        String file = file(bytes.toByteArray());
        int code = run("decode", "--framing", "kafka", file);
        String whole = out.toString();
        assertThat(code).isEqualTo(what.equals("whole") ? 0 : 1);
        for (int chunk : new int[] {1, 2, 3, 7, 48, 1000, 65_536, 1 << 20}) {
            out.getBuffer().setLength(0);
            assertThat(run("decode", "--framing", "kafka", "--chunk", String.valueOf(chunk), file))
                    .isEqualTo(code);
            assertThat(out.toString()).as("chunks of " + chunk).isEqualTo(whole);
        }
    }

    @Test
    void showsTheErrorOfANodeAndTheBytesAroundIt() throws IOException {
        byte[] http = "GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(stream(20));
        bytes.writeBytes(http);
        assertThat(run("decode", "--framing", "length-field", file(bytes.toByteArray())))
                .isEqualTo(1);
        assertThat(out.toString())
                .contains("At offset 24: FRAME_TOO_LARGE: frame declares 1195725860 bytes, limit 2097152")
                .contains("looks like HTTP")
                .contains(">           24  47 45 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a  GET / HTTP/1.1..")
                .contains("             8  ");
    }

    @Test
    void showsTheEndOfAStreamThatIsCutOff() throws IOException {
        byte[] bytes = new byte[1000];
        System.arraycopy(frame(5_000), 0, bytes, 0, 1000);
        assertThat(run("decode", "--framing", "length-field", "--json", file(bytes)))
                .isEqualTo(1);
        JsonNode error = lines().get(0).get("error");
        assertThat(error.get("kind").asText()).isEqualTo("TRUNCATED");
        assertThat(error.get("offset").asLong()).isZero();
        assertThat(error.get("bytesFrom").asLong() + error.get("bytes").asText().length() / 2)
                .isEqualTo(1000);
    }

    /** A frame of which no more than a slab is ever held. */
    @Test
    void takesAFrameThatIsLongerThanItsMemory() throws IOException {
        String file = file(stream(6 << 20));
        assertThat(run("decode", "--framing", "length-field", file)).isEqualTo(1);
        assertThat(out.toString()).contains("FRAME_TOO_LARGE").contains("limit 2097152");
        out.getBuffer().setLength(0);
        assertThat(run("decode", "--framing", "length-field", "--max-frame", "3000000000", file))
                .isZero();
        assertThat(out.toString()).contains(String.valueOf((6 << 20) + 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --max-frame 3000000000"})
    void refusesAFrameOfMoreThanTwoGibibytesUnlessItIsAllowed(String allowed) throws IOException {
        byte[] bytes = new byte[100];
        ByteBuffer.wrap(bytes).putInt((int) 2_900_000_000L);
        int code = run(("decode --json --framing length-field" + allowed + " " + file(bytes)).split(" "));
        assertThat(code).isEqualTo(1);
        JsonNode error = lines().get(0).get("error");
        assertThat(error.get("kind").asText()).isEqualTo(allowed.isEmpty() ? "FRAME_TOO_LARGE" : "TRUNCATED");
        assertThat(error.get("declared").asLong()).isEqualTo(2_900_000_004L);
        assertThat(error.get("limit").asLong()).isEqualTo(allowed.isEmpty() ? ReadLimits.DEFAULT_MAX_FRAME : 0);
        assertThat(error.get("received").asLong()).isEqualTo(allowed.isEmpty() ? 4 : 100);
    }

    /** A pipe that is closed: a stream without end is not read on for nobody. */
    @Test
    void endsWhenNobodyTakesTheOutput() {
        InputStream before = System.in;
        System.setIn(new InputStream() {
            @Override
            public int read() {
                return 0;
            }
        });
        try {
            CommandLine command = HeadroomMain.commandLine();
            command.setOut(new PrintWriter(new Writer() {
                @Override
                public void write(char[] text, int from, int count) throws IOException {
                    throw new IOException("closed");
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            }));
            command.setErr(new PrintWriter(err));
            assertThat(command.execute("decode", "--framing", "kafka", "-")).isEqualTo(2);
        } finally {
            System.setIn(before);
        }
        assertThat(err.toString()).contains("nobody takes the output any more");
    }

    @Test
    void readsTheStandardInput() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(stream(5, 6)));
        try {
            assertThat(run("decode", "--framing", "length-field", "-")).isZero();
        } finally {
            System.setIn(before);
        }
        assertThat(out.toString()).contains("All whole: 2 frames, 19 bytes");
    }

    @Test
    void hasNoFramesInAnEmptyFile() throws IOException {
        assertThat(run("decode", "--framing", "length-field", file(new byte[0])))
                .isZero();
        assertThat(out.toString()).contains("All whole: 0 frames, 0 bytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--framing kafka --chunk 0 FILE | decode: --chunk 0: expected 1 to 67108864",
                "--framing kafka --max-frame 0 FILE | decode: --max-frame 0: expected at least 1 byte",
                "--framing nope FILE | decode: --framing no framing \"nope\": expected one of",
                "--framing kafka FOLDER | is a folder",
                "--framing kafka FOLDER/absent | decode: there is no file",
                "FILE | --framing"
            })
    void refusesInOneLine(String arguments, String message) throws IOException {
        String file = file(new byte[0]);
        String given = arguments.replace("FILE", file).replace("FOLDER", folder.toString());
        assertThat(run(("decode " + given).split(" "))).isEqualTo(2);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
        assertThat(out.toString()).isEmpty();
    }
}
