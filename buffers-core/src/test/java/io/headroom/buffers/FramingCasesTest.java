package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headroom.buffers.framing.FrameException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every case of every {@code *.json} in this project's resources and in the folder that the system property {@code framing.cases} names,
 * as given, whole, byte by byte and at seeded random cuts, through every form of reading, on direct memory and on the heap.
 */
class FramingCasesTest {
    private static final int RANDOM_CUTS = 6;
    private static final long SLACK = 1 << 20;

    /** Frames up to this limit are also tried with memory that is committed at their headers. */
    private static final long MOST_COMMITTED = 16 << 20;

    /** Streams of this length take seconds byte by byte: two forms of reading, one of each kind and of memory, do it for all. */
    private static final int LONG = 1 << 20;

    static Stream<FramingCase> projectCases() throws IOException {
        try (var resource = FramingCasesTest.class.getResourceAsStream("/framing-cases.json")) {
            return read(new ObjectMapper().readTree(resource));
        }
    }

    private static Path folder() {
        return Path.of(System.getProperty("framing.cases", "../../shared/cases"));
    }

    static Stream<FramingCase> folderCases() throws IOException {
        List<FramingCase> cases = new ArrayList<>();
        if (Files.isDirectory(folder())) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(), "*.json")) {
                for (Path file : files) {
                    read(new ObjectMapper().readTree(file.toFile())).forEach(cases::add);
                }
            }
        }
        return cases.stream();
    }

    @Test
    void findsCasesInTheFolder() throws IOException {
        String absent = "no folder of framing cases at " + folder() + " (system property framing.cases): skipped";
        if (!Files.isDirectory(folder())) {
            System.out.println(absent);
        }
        Assumptions.assumeTrue(Files.isDirectory(folder()), absent);
        assertThat(folderCases()).isNotEmpty();
    }

    private static Stream<FramingCase> read(JsonNode file) {
        assertThat(file.get("format").asText()).isEqualTo("framing-cases/1");
        List<FramingCase> cases = new ArrayList<>();
        file.get("cases").forEach(json -> cases.add(new FramingCase(json)));
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("projectCases")
    void projectCaseHolds(FramingCase given) throws IOException {
        holds(given);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("folderCases")
    void folderCaseHolds(FramingCase given) throws IOException {
        holds(given);
    }

    private static void holds(FramingCase given) throws IOException {
        for (boolean heap : new boolean[] {false, true}) {
            long memory = given.max() * 3 / 2 + SLACK;
            MessageBuffers.Builder settings = MessageBuffers.builder().memoryLimit(memory);
            try (MessageBuffers buffers = (heap ? settings.heap() : settings.direct()).build()) {
                for (Form form : given.discards() ? Form.pushing() : Form.values()) {
                    boolean byteByByte = given.stream.length < LONG || form == (heap ? Form.FED : Form.SCATTERING);
                    runAllCuts(given, buffers, form, byteByByte);
                }
            }
        }
    }

    private static void runAllCuts(FramingCase given, MessageBuffers buffers, Form form, boolean byteByByte)
            throws IOException {
        new Run(given, buffers, form, given.ends, true).check();
        int length = given.stream.length;
        new Run(given, buffers, form, Cuts.whole(), false).check();
        new Run(given, buffers, form, given.ends, true).contiguous().check();
        if (given.max() < MOST_COMMITTED) {
            new Run(given, buffers, form, given.ends, true).trusted().check();
            new Run(given, buffers, form, Cuts.whole(), false)
                    .contiguous()
                    .trusted()
                    .check();
        }
        if (byteByByte) {
            new Run(given, buffers, form, Cuts.everyByte(length), false).check();
        }
        for (int seed = 0; seed < RANDOM_CUTS && length > 1; seed++) {
            new Run(given, buffers, form, Cuts.random(length, seed), false).check();
        }
    }

    /** One case, one form, one way to cut. */
    private static final class Run implements FrameHandler<RuntimeException> {
        private final FramingCase given;
        private final MessageBuffers buffers;
        private final Form form;
        private final List<Integer> ends;
        private final boolean asGiven;
        private ReadBuffer in;
        private boolean trusted;

        private final List<byte[]> frames = new ArrayList<>();
        private final List<String> events = new ArrayList<>();
        private final List<Integer> framesAfterChunk = new ArrayList<>();
        private FrameException error;
        private int errorChunk = -1;

        Run(FramingCase given, MessageBuffers buffers, Form form, List<Integer> cuts, boolean asGiven) {
            this.given = given;
            this.buffers = buffers;
            this.form = form;
            this.asGiven = asGiven;
            if (asGiven) {
                ends = cuts;
            } else {
                TreeSet<Integer> all = new TreeSet<>(cuts);
                given.json
                        .path("setMaxAfterChunk")
                        .forEach(pair -> all.add(given.ends.get(pair.get(0).asInt())));
                all.add(given.stream.length);
                ends = new ArrayList<>(all);
            }
            in = settings().open();
        }

        private ReadBufferBuilder settings() {
            return buffers.connection("peer").framing(given.framing()).limits(given.limits(given.max()));
        }

        Run contiguous() {
            in = settings().contiguous().open();
            return this;
        }

        Run trusted() {
            trusted = true;
            in.trusted(true);
            return this;
        }

        void check() throws IOException {
            try {
                feedAll();
                checkPending();
                if (error == null && given.json.path("eof").asBoolean(false)) {
                    atEnd();
                }
                checkOutcome();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        given + ", " + form + ", " + buffers.pool() + ", reads end at "
                                + (ends.size() > 20 ? "every of " + ends.size() + " cuts" : ends),
                        e);
            } finally {
                in.close();
            }
            assertThat(buffers.leasedBytes()).as("leased after close").isZero();
        }

        private void feedAll() throws IOException {
            int from = 0;
            for (int chunk = 0; chunk < ends.size() && error == null; chunk++) {
                int to = ends.get(chunk);
                try {
                    assertThat(form.push(in, given.stream, from, to, this)).isEqualTo(ReadStatus.DRAINED);
                } catch (FrameException e) {
                    failed(e, chunk);
                }
                framesAfterChunk.add(frames.size());
                from = to;
                changeLimit(to);
            }
        }

        private void changeLimit(int offset) {
            for (JsonNode pair : given.json.path("setMaxAfterChunk")) {
                if (given.ends.get(pair.get(0).asInt()) == offset) {
                    in.limits(given.limits(pair.get(1).asLong()));
                }
            }
        }

        private void atEnd() throws IOException {
            try {
                assertThat(form.end(in, this)).isEqualTo(ReadStatus.END);
                assertThat(form.end(in, this)).as("asked again").isEqualTo(ReadStatus.END);
            } catch (FrameException e) {
                failed(e, ends.size());
            }
        }

        private void failed(FrameException e, int chunk) {
            error = e;
            errorChunk = chunk;
            events.add("E:" + e.kind());
        }

        private void checkPending() {
            if (error == null && given.has("expectPending")) {
                assertThat(in.pendingBytes()).as("pending").isEqualTo(given.number("expectPending"));
            }
            if (error == null && given.has("expectNeed")) {
                assertThat(in.neededBytes()).as("needed").isEqualTo(given.number("expectNeed"));
            }
            if (given.has("expectCapacityAtMost") && !trusted) {
                int slab = buffers.pool().slabBytes();
                long slabs = (given.number("expectCapacityAtMost") + slab - 1L) / slab;
                assertThat(in.heldBytes()).as("held").isLessThanOrEqualTo(slabs * slab);
            }
        }

        private void checkOutcome() {
            assertThat(frames).as("frames").containsExactlyElementsOf(given.frames());
            if (given.discards()) {
                List<String> expected = new ArrayList<>();
                given.json.path("expectEvents").forEach(event -> expected.add(event.asText()));
                assertThat(events).as("events").isEqualTo(expected);
            } else if (given.error() == null) {
                assertThat(error).as("error").isNull();
            } else {
                assertThat(error).as("error").isNotNull();
                assertThat(error.kind().name()).isEqualTo(given.error());
                assertThat(in.heldBytes()).as("held after the error").isZero();
                assertThat(Collections.singletonList(again())).containsExactly(error);
            }
            if (asGiven) {
                checkChunks();
            }
        }

        private FrameException again() {
            try {
                form.push(in, new byte[1], 0, 1, this);
                return null;
            } catch (FrameException e) {
                return e;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private void checkChunks() {
            if (given.has("framesAfterChunk")) {
                List<Integer> expected = new ArrayList<>();
                given.json.get("framesAfterChunk").forEach(count -> expected.add(count.asInt()));
                assertThat(framesAfterChunk).as("frames after each chunk").isEqualTo(expected);
            }
            if (given.has("errorByChunk") && !given.discards()) {
                String by = given.json.get("errorByChunk").asText();
                int last = by.equals("eof") ? ends.size() : Integer.parseInt(by);
                assertThat(errorChunk).as("chunk of the error").isBetween(0, last);
            }
            if (given.has("errorNotBeforeChunk")) {
                assertThat(errorChunk).isGreaterThanOrEqualTo(given.number("errorNotBeforeChunk"));
            }
        }

        @Override
        public Next onFrame(Frame frame) {
            byte[] payload = frame.payload().toByteArray();
            frames.add(payload);
            events.add("F:" + HexFormat.of().formatHex(payload));
            return Next.CONTINUE;
        }

        @Override
        public void onSkipped(long declared, long limit) {
            assertThat(declared).isGreaterThan(limit);
            events.add("E:" + FrameException.Kind.FRAME_TOO_LARGE);
        }
    }
}
