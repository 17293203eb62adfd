package io.headroom.buffers.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import io.headroom.buffers.tools.HeadroomMain;
import io.headroom.buffers.tools.doctor.program.KnownArrays;
import io.headroom.buffers.tools.doctor.reading.Sources;
import io.headroom.buffers.tools.doctor.reading.UnreadableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import picocli.CommandLine;

class DoctorTest {
    @TempDir
    private static Path shared;

    private static Path recording;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void record() throws IOException, InterruptedException {
        recording = Child.record(
                shared,
                KnownArrays.class,
                Child.ALL,
                "-Xms256m",
                "-Xmx256m",
                "-XX:+UseG1GC",
                "-XX:G1HeapRegionSize=1m");
    }

    @ParameterizedTest
    @CsvSource({"healthy.log, 0, HEALTHY", "jdk17.log, 1, NOT HEALTHY", "jdk25.log, 1, NOT HEALTHY"})
    void endsWithACodeThatTellsHealthyFromNot(String log, int code, String verdict) throws IOException {
        assertThat(run("doctor", copy(log).toString())).isEqualTo(code);
        assertThat(out.toString().lines()).anyMatch(line -> line.startsWith(verdict));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void cannotTellFromALogWithoutCollections() throws IOException {
        Path file = Files.writeString(folder.resolve("gc.log"), "[0.1s][info][gc,init] Heap Region Size: 2M\n");
        assertThat(run("doctor", file.toString())).isEqualTo(Doctor.UNKNOWN);
        assertThat(out.toString()).contains("CANNOT TELL", "A recording that tells it", "-XX:StartFlightRecording=");
    }

    @Test
    void endsAsUnhealthyIfOneOfManyIs() throws IOException {
        assertThat(run(
                        "doctor",
                        copy("healthy.log").toString(),
                        copy("jdk17.log").toString()))
                .isEqualTo(Doctor.UNHEALTHY);
    }

    @Test
    void saysInOneLineWhatIsWrongWithAFileAndReadsTheOthers() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.jfr"));
        byte[] bytes = Files.readAllBytes(recording);
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length / 2));
        Path headless = Files.write(folder.resolve("headless.jfr"), Arrays.copyOfRange(bytes, 100, bytes.length));
        Path text = Files.writeString(folder.resolve("text.txt"), "Call me Ishmael.\n");
        Path zip = Files.write(folder.resolve("zip"), new byte[] {'P', 'K', 3, 4});
        int code = run(
                "doctor",
                empty.toString(),
                cut.toString(),
                headless.toString(),
                text.toString(),
                zip.toString(),
                folder.toString(),
                folder.resolve("none").toString(),
                copy("healthy.log").toString());

        assertThat(code).isEqualTo(Doctor.UNREADABLE);
        List<String> lines = err.toString().lines().toList();
        assertThat(lines).hasSize(7).allMatch(line -> line.startsWith("doctor: "));
        assertThat(lines.get(0)).contains("empty.jfr: is empty");
        assertThat(lines.get(1)).contains("cut.jfr: damaged or cut short");
        assertThat(lines.get(2)).contains("headless.jfr: is neither");
        assertThat(lines.get(3)).contains("text.txt: is neither");
        assertThat(lines.get(4)).contains("is compressed");
        assertThat(lines.get(5)).contains("is a folder");
        assertThat(lines.get(6)).contains("no such file");
        assertThat(out.toString()).contains("HEALTHY");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void survivesDamage(long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = Files.readAllBytes(recording);
        Path file = folder.resolve("damaged.jfr");
        for (int i = 0; i < 40; i++) {
            byte[] damaged =
                    random.nextBoolean() ? Arrays.copyOf(bytes, 4 + random.nextInt(bytes.length - 4)) : bytes.clone();
            for (int flips = random.nextInt(20); flips > 0; flips--) {
                // The four bytes by which a recording is known stay.
                damaged[4 + random.nextInt(Math.max(1, damaged.length - 4)) % Math.max(1, damaged.length - 4)] =
                        (byte) random.nextInt();
            }
            Files.write(file, damaged);
            try {
                Sources.of(List.of(file)).get(0).read();
            } catch (UnreadableException e) {
                assertThat(e.getMessage().lines())
                        .as("seed " + seed + ", file " + i)
                        .hasSize(1);
            }
        }
    }

    @Test
    void writesJsonWithTheExactNumbers() throws IOException {
        assertThat(run("doctor", "--json", recording.toString())).isIn(0, 1);
        JsonNode json = new ObjectMapper().readTree(out.toString()).get(0);

        assertThat(json.at("/humongous/count/value").asLong()).isEqualTo(KnownArrays.SMALLER + KnownArrays.LARGER);
        assertThat(json.at("/humongous/bySize/value/600016").asLong()).isEqualTo(KnownArrays.SMALLER);
        assertThat(json.at("/humongous/sites/value/0/line").asText()).contains("KnownArrays.smaller(KnownArrays.java:");
        assertThat(json.at("/jvm/humongousAboveBytes/value").asLong()).isEqualTo(512 << 10);
        assertThat(json.at("/collections/value/byCause").isObject()).isTrue();
    }

    @Test
    void saysInJsonWhyAFigureIsNotKnown() throws IOException {
        run("doctor", "--json", copy("healthy.log").toString());
        JsonNode json = new ObjectMapper().readTree(out.toString()).get(0);

        assertThat(json.at("/host/load/unknown").asText()).contains("take a flight recording");
        assertThat(json.at("/verdict").asText()).isEqualTo("HEALTHY");
    }

    @Test
    void writesAPageWithChartsThatIsWellFormed() throws Exception {
        Path page = folder.resolve("page.html");
        run(
                "doctor",
                "--html",
                page.toString(),
                recording.toString(),
                copy("jdk25.log").toString());

        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", false);
        Document document = factory.newDocumentBuilder().parse(page.toFile());
        assertThat(document.getElementsByTagName("svg").getLength()).isGreaterThanOrEqualTo(6);
        assertThat(Files.readString(page))
                .contains("KnownArrays.smaller(KnownArrays.java:")
                .doesNotContain("NaN", "<script");
    }

    @Test
    void refusesToWriteAPageOverWhatItReads() throws IOException {
        Path log = copy("healthy.log");
        assertThat(run("doctor", "--html", log.toString(), log.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("expected a file of its own");
    }

    @Test
    void refusesToWriteAPageOverWhatItReadsThroughALink() throws IOException {
        Path log = copy("healthy.log");
        String before = Files.readString(log);
        Path page = Files.createSymbolicLink(folder.resolve("page.html"), log);
        assertThat(run("doctor", "--html", page.toString(), log.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("expected a file of its own");
        assertThat(Files.readString(log)).isEqualTo(before);
    }

    @Test
    void readsAFileOnceThatIsNamedTwice() throws IOException {
        Path log = copy("jdk17.log");
        run(
                "doctor",
                "--json",
                log.toString(),
                log.resolveSibling("./jdk17.log").toString());
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json).hasSize(1);
        assertThat(json.get(0).at("/source/files")).hasSize(1);
    }

    @Test
    void refusesWhatCannotBeReadTwice() {
        assertThat(run("doctor", "/dev/null")).isEqualTo(Doctor.UNREADABLE);
        assertThat(err.toString())
                .contains("doctor: /dev/null: is a pipe or a device")
                .hasLineCount(1);
    }

    @Test
    void sendsNoControlCharactersToATerminal() throws IOException {
        Path log = Files.move(copy("healthy.log"), folder.resolve("\u001b[31m\nred.log"));
        Path none = folder.resolve("\u001b[31m\nnone.log");
        run("doctor", log.toString(), none.toString());
        assertThat(out.toString()).doesNotContain("\u001b").contains("?[31m?red.log");
        assertThat(err.toString()).doesNotContain("\u001b").hasLineCount(1);
    }

    @Test
    void saysThatNobodyTakesTheOutput() throws IOException {
        CommandLine command = HeadroomMain.commandLine();
        command.setOut(new PrintWriter(new Writer() {
            @Override
            public void write(char[] text, int from, int count) throws IOException {
                throw new IOException("full");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        }));
        command.setErr(new PrintWriter(err, true));
        assertThat(command.execute("doctor", copy("healthy.log").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("doctor: nobody takes the output any more");
    }

    @Test
    void takesLittleMemoryForALineWithoutEnd() throws IOException {
        Path file = folder.resolve("gc.log");
        byte[] much = "a".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream to = Files.newOutputStream(file)) {
            for (int i = 0; i < 32; i++) {
                to.write(much);
            }
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(run("doctor", file.toString())).isEqualTo(Doctor.UNREADABLE);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16 << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "doctor", "doctor --nonsense x", "nonsense"})
    void refusesWrongWordsWithUsage(String words) {
        assertThat(run(words.isEmpty() ? new String[0] : words.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: headroom");
    }

    private int run(String... words) {
        CommandLine command = HeadroomMain.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(words);
    }

    private Path copy(String log) throws IOException {
        Path copy = folder.resolve(log);
        try (InputStream in = Objects.requireNonNull(DoctorTest.class.getResourceAsStream("/logs/" + log))) {
            Files.copy(in, copy);
        }
        return copy;
    }
}
