package io.headroom.buffers.jmh.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishTest {
    private static final Path ROOT = Path.of("..");

    /** Figures are made of the recorded run, not typed. */
    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/performance.md"})
    void documentsQuoteTheRecordedRun(String name) throws IOException {
        String document = Files.readString(ROOT.resolve(name));

        assertThat(document).isEqualTo(Marked.renewed(document, Blocks.of(ROOT.resolve(Publish.FOLDER))));
    }

    /** And so are its charts. */
    @Test
    void chartsAreThoseOfTheRecordedRun() throws IOException {
        Path folder = ROOT.resolve(Publish.FOLDER);
        if (Recorded.read(folder).isPresent()) {
            Map<String, String> charts = Charts.of(Recorded.read(folder).orElseThrow());
            for (Map.Entry<String, String> chart : charts.entrySet()) {
                assertThat(folder.resolve(chart.getKey())).hasContent(chart.getValue());
            }
        }
    }

    @Test
    void everyPartIsInThePageOfFigures() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/performance.md"));

        for (String part : Blocks.of(ROOT.resolve(Publish.FOLDER)).keySet()) {
            assertThat(page).contains("<!-- results:" + part + " -->\n");
        }
    }

    @Test
    void putsFiguresBetweenTheMarksAndLeavesTheRest(@TempDir Path folder) throws IOException {
        Path run = folder.resolve("run");
        SampleRun.write(run);
        Path document = Files.writeString(
                folder.resolve("page.md"),
                "before\n<!-- results:run -->\nold\n<!-- /results -->\nbetween\n<!-- results:bars -->\n<!-- /results -->\nafter\n");

        int exit = Publish.commandLine().execute("--from", run.toString(), document.toString());

        assertThat(exit).isZero();
        String renewed = Files.readString(document);
        assertThat(renewed)
                .startsWith("before\n<!-- results:run -->\n\n2026-01-02")
                .contains(
                        "\n\n<!-- /results -->\nbetween\n",
                        "| lease and release of 64 KiB, one plain thread, ns | <= 60 | 50.0")
                .endsWith("<!-- /results -->\nafter\n")
                .doesNotContain("old");
        assertThat(Marked.renewed(renewed, Blocks.of(run))).isEqualTo(renewed);
        assertThat(run.resolve("read-b256-65536.svg"))
                .content()
                .startsWith("<svg")
                .contains("HEADROOM_DIRECT");
    }

    @Test
    void refusesMarksThatMeanNothing() throws IOException {
        Map<String, String> blocks = Map.of("run", "figures\n");

        assertThatThrownBy(() -> Marked.renewed("<!-- results:ran -->\n<!-- /results -->", blocks))
                .hasMessageContaining("results:ran: expected one of [run]");
        assertThatThrownBy(() -> Marked.renewed("<!-- results:run -->\n", blocks))
                .hasMessageContaining("do not match");
        assertThatThrownBy(
                        () -> Marked.renewed("<!-- results:run -->\n<!-- results:run -->\n<!-- /results -->\n", blocks))
                .hasMessageContaining("has no end");
    }
}
