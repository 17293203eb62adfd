package io.headroom.buffers.jmh.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
class FaultsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int faults(String... arguments) {
        CommandLine command = Faults.commandLine();
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    @Test
    void countsTheFaultsOfEachScenario() throws IOException {
        assumeTrue(Files.isReadable(Path.of("/proc/thread-self/stat")), "no /proc to read page faults from");
        Path json = folder.resolve("faults.json");
        String[] small = {
            "--pool", "16", "--file", "8", "--rounds", "1", "--rehearsals", "2", "--folder", folder.toString()
        };
        List<String> arguments = new ArrayList<>(List.of(small));
        arguments.addAll(List.of("--json", json.toString()));
        assertThat(faults(arguments.toArray(String[]::new)))
                .as(() -> err.toString())
                .isZero();

        for (Scenario scenario : Scenario.values()) {
            assertThat(out.toString()).contains("\n" + scenario.title + " ");
        }
        JsonNode outcomes = new ObjectMapper().readTree(json.toFile()).path("outcomes");
        assertThat(outcomes).hasSize(4);
        assertThat(minor(outcomes, Scenario.POOL_WARM)).isLessThan(minor(outcomes, Scenario.POOL_COLD));
        assertThat(minor(outcomes, Scenario.FILE_WARM)).isLessThan(minor(outcomes, Scenario.FILE_COLD));
        for (JsonNode outcome : outcomes) {
            JsonNode stalls = outcome.path("played").path("stalls");
            assertThat(stalls.path("count").asLong()).isPositive();
            assertThat(stalls.path("worstNanos").asLong())
                    .isGreaterThanOrEqualTo(stalls.path("medianNanos").asLong());
        }
        try (var left = Files.list(folder)) {
            assertThat(left).as("the files are deleted").containsExactly(json);
        }
    }

    private static long minor(JsonNode outcomes, Scenario scenario) {
        for (JsonNode outcome : outcomes) {
            if (outcome.path("scenario").asText().equals(scenario.name())) {
                return outcome.path("played")
                        .path("phase")
                        .path("ioThread")
                        .path("minor")
                        .asLong();
            }
        }
        throw new AssertionError("no outcome of " + scenario);
    }

    @Test
    void refusesSizesThatMakeNoSense() {
        assertThat(faults("--file", "4096")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("--file 4096: expected 1 to 2047");
    }
}
