package io.headroom.buffers.jmh.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headroom.buffers.jmh.held.Held;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The folder of one run: how it was run, JMH's results less what nobody reads of them, and the memory held. */
public final class Recorded {
    private static final String RUN = "run.json";
    private static final String MEMORY = "memory.json";
    private static final String JMH = "jmh.json";
    private static final Set<String> KEPT =
            Set.of("benchmark", "mode", "threads", "forks", "jvmArgs", "params", "primaryMetric", "secondaryMetrics");
    private static final Set<String> KEPT_OF_METRIC = Set.of("score", "scoreUnit", "rawData");

    /** JMH's own counts of collections and the like, and the parts of groups: in no table. */
    private static final Set<String> DROPPED_METRICS =
            Set.of("gc.alloc.rate", "gc.count", "gc.time", "lease", "release", "give", "take");

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final RunInfo run;
    private final List<Measured> results = new ArrayList<>();
    private final List<Held> held;

    private Recorded(RunInfo run, List<Held> held) {
        this.run = run;
        this.held = held;
    }

    /**
     * Returns what is in a folder; empty if no run was recorded there.
     *
     * @throws IOException if it cannot be read, or holds anything else
     */
    static Optional<Recorded> read(Path folder) throws IOException {
        Path info = folder.resolve(RUN);
        if (!Files.exists(info)) {
            return Optional.empty();
        }
        Path memory = folder.resolve(MEMORY);
        List<Held> held =
                Files.exists(memory) ? List.of(MAPPER.readValue(Files.readString(memory), Held[].class)) : List.of();
        Recorded recorded = new Recorded(MAPPER.readValue(Files.readString(info), RunInfo.class), held);
        Path jmh = folder.resolve(JMH);
        if (Files.exists(jmh)) {
            MAPPER.readTree(Files.readString(jmh)).forEach(result -> recorded.results.add(new Measured(result)));
        }
        return Optional.of(recorded);
    }

    /**
     * Writes a folder.
     *
     * @param jmh files as JMH writes them with {@code -rf json}
     * @param held memory; none if it was not counted
     */
    public static void write(Path folder, RunInfo run, List<Path> jmh, List<Held> held) throws IOException {
        Files.createDirectories(folder);
        List<String> lines = new ArrayList<>();
        for (Path file : jmh) {
            for (JsonNode result : MAPPER.readTree(Files.readString(file))) {
                lines.add(MAPPER.writeValueAsString(shortened((ObjectNode) result)));
            }
        }
        Files.writeString(folder.resolve(JMH), "[\n" + String.join(",\n", lines) + "\n]\n");
        List<String> memory = new ArrayList<>();
        for (Held one : held) {
            memory.add(MAPPER.writeValueAsString(one));
        }
        Files.writeString(folder.resolve(MEMORY), "[\n" + String.join(",\n", memory) + "\n]\n");
        String info =
                new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(run);
        Files.writeString(folder.resolve(RUN), info + "\n");
    }

    private static ObjectNode shortened(ObjectNode result) {
        result.retain(KEPT);
        ((ObjectNode) result.path("primaryMetric")).retain(KEPT_OF_METRIC);
        if (result.path("secondaryMetrics") instanceof ObjectNode metrics) {
            metrics.remove(DROPPED_METRICS);
            metrics.forEach(metric -> ((ObjectNode) metric).retain(KEPT_OF_METRIC));
        }
        return result;
    }

    RunInfo run() {
        return run;
    }

    List<Held> held() {
        return held;
    }

    /** Returns the results of one benchmark, named by its class and method. */
    Stream<Measured> results(String benchmark) {
        return results.stream().filter(result -> result.benchmark().equals(benchmark));
    }
}
