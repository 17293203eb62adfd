package io.headroom.buffers.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void recordsWhatItMeasures(@TempDir Path folder) throws IOException {
        Path run = folder.resolve("run");

        int exit = execute(
                "--quick", "--only", "connections,stats,read,memory", "--strategies", "EXACT", "--out", run.toString());

        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains(
                        "### B256, reads of 1,460 bytes",
                        "| EXACT |",
                        "| 10,000 |",
                        "scrape, µs",
                        "an idle connection");
        assertThat(Files.readString(run.resolve("run.json")))
                .contains("Bench --quick --only connections,stats,read,memory --strategies EXACT\"");
        assertThat(run.resolve("read-mix-65536.svg")).exists();
    }

    @Test
    void refusesStrategiesThatThereAreNot() {
        assertThat(execute("--strategies", "NOBODY")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("NOBODY");
    }

    private int execute(String... arguments) {
        return Bench.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
