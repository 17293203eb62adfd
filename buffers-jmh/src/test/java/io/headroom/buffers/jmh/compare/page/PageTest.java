package io.headroom.buffers.jmh.compare.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headroom.buffers.jmh.compare.result.Comparison;
import io.headroom.buffers.jmh.compare.result.Experiment;
import io.headroom.buffers.jmh.compare.result.Experiment.Participant;
import io.headroom.buffers.jmh.compare.result.Json;
import io.headroom.buffers.jmh.compare.result.Row;
import io.headroom.buffers.jmh.compare.result.Samples;
import io.headroom.buffers.jmh.compare.result.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class PageTest {
    private static final List<String> ORDER = List.of("first", "naive", "other");

    private final Comparison comparison = Samples.comparison();
    private final PageReader page = PageReader.of(Page.of(comparison, ORDER));

    @Test
    void saysWhatWasDone() {
        assertThat(page.text("dd"))
                .contains(
                        "2026-01-02T03:04:05Z",
                        "a JDK",
                        "a system, 2 cores (a processor), 8000 MB",
                        "large messages from blocks, 3 files left out for their length",
                        "compare --seed 7")
                .anyMatch(text -> text.startsWith("64 peers, seed 7, 2 rounds"));
        assertThat(page.text("code")).contains("-Xmx1g", "-XX:G1HeapRegionSize=4m");
    }

    @Test
    void hasABarForEachStrategyInEachChart() {
        List<Element> charts = page.all("svg");
        assertThat(charts).hasSameSizeAs(drawn(comparison)).hasSize(14);
        for (Element chart : charts) {
            List<String> names = PageReader.within(chart, "text").stream()
                    .filter(label -> label.getAttribute("class").equals("name"))
                    .map(Element::getTextContent)
                    .toList();
            assertThat(names).as(PageReader.title(chart)).containsExactly("naive", "other");
        }
    }

    @Test
    void drawsBarsFromZeroInProportionToTheirFigures() {
        List<Chart> charts = drawn(comparison);
        for (int i = 0; i < charts.size(); i++) {
            Chart chart = charts.get(i);
            Row row = chart.row(comparison).orElseThrow();
            List<Spread> spreads = List.copyOf(row.spreads().values());
            List<Element> bars = PageReader.within(page.all("svg").get(i), "rect");
            assertThat(bars).as(chart.heading()).hasSameSizeAs(spreads);
            double most = spreads.stream().mapToDouble(Spread::median).max().orElseThrow();
            double longest = bars.stream()
                    .mapToDouble(bar -> PageReader.number(bar, "width"))
                    .max()
                    .orElseThrow();
            for (int k = 0; k < bars.size(); k++) {
                assertThat(PageReader.number(bars.get(k), "x")).isEqualTo(PageReader.number(bars.get(0), "x"));
                double expected = most == 0 ? 0 : longest * spreads.get(k).median() / most;
                assertThat(PageReader.number(bars.get(k), "width"))
                        .as(chart.heading() + " " + k)
                        .isCloseTo(expected, within(0.02));
            }
        }
    }

    @Test
    void drawsTheSpreadWhereThereIsOne() {
        Element collections = page.all("svg").get(0);
        assertThat(PageReader.within(collections, "path").stream()
                        .filter(path -> path.getAttribute("class").equals("whisker")))
                .hasSize(1);
        assertThat(collections.getTextContent()).contains("214 (204-224)");
    }

    @Test
    void hasEveryFigureInItsTableAsItIsPrinted() {
        assertThat(page.rows())
                .contains("collections | 107 (102-112) | 0", "copied per byte received | 1.50 | -")
                .contains("heap region, KiB | 2,048 | 4,096")
                .hasSizeGreaterThan(comparison.rows().size());
        for (Element heading : page.all("th")) {
            assertThat(heading.getAttribute("scope"))
                    .as(heading.getTextContent())
                    .isNotEmpty();
        }
    }

    @Test
    void namesAndDescribesEachChart() {
        Set<String> ids = new TreeSet<>();
        for (Element chart : page.all("svg")) {
            assertThat(chart.getAttribute("role")).isEqualTo("img");
            assertThat(ids.add(chart.getAttribute("id"))).isTrue();
            assertThat(PageReader.title(chart)).isNotBlank();
            assertThat(PageReader.within(chart, "desc"))
                    .singleElement()
                    .satisfies(description ->
                            assertThat(description.getTextContent()).contains("naive: ", "other: "));
        }
    }

    @Test
    void givesAStrategyTheSameColourEverywhere() {
        assertThat(page.all("g"))
                .extracting(bar -> bar.getAttribute("class"))
                .containsOnly("strategy c1", "strategy c2");
        assertThat(page.all("span"))
                .extracting(swatch -> swatch.getAttribute("class"))
                .contains("swatch c1", "swatch c2")
                .doesNotContain("swatch c0");
    }

    @Test
    void needsNothingFromElsewhere() {
        assertThat(page.source()).doesNotContain("<script", "<img", "<link", "@import", "url(", "src=", "href=");
    }

    @Test
    void escapesWhateverTextComesIn() {
        String hostile = "</td><script>alert(\"1\" & '2')</script>]]>\u0000\uD800 \u00e9";
        Experiment sound = comparison.experiment();
        Experiment spoilt = new Experiment(
                sound.started(),
                hostile,
                sound.machine(),
                sound.settings(),
                List.of(
                        new Participant("naive", hostile, List.of(hostile)),
                        new Participant("<b>", "another", List.of())));
        PageReader read = PageReader.of(Page.of(Comparison.of(spoilt, comparison.runs()), ORDER));
        String shown = hostile.replace('\u0000', '\uFFFD').replace('\uD800', '\uFFFD');
        assertThat(read.all("script")).isEmpty();
        assertThat(read.text("td")).contains(shown);
        assertThat(read.text("code")).contains(shown);
        assertThat(read.text("text")).contains("<b>");
    }

    @Test
    void drawsWhatAttackersTakeAndSaysWhatWentWrong() {
        Comparison attacked = Samples.attack();
        PageReader read = PageReader.of(Page.of(attacked, ORDER));
        assertThat(read.text("h1")).containsExactly("What attackers can take: trickle");
        assertThat(read.all("svg")).hasSameSizeAs(drawn(attacked)).hasSize(7);
        assertThat(read.text("h2"))
                .contains("honest peers", "attackers", "receiver")
                .doesNotContain("closed loop");
        assertThat(read.text("p"))
                .contains("naive, round 1: first failed 1.5 s after the attack began: java.lang.OutOfMemoryError: none")
                .contains("other, round 1: receiver other: gave no answer");
        assertThat(read.rows()).contains("held by buffers at most, KB | 64.5 | -", "failed after, s | 1.50 | -");
        assertThat(read.text("dt")).contains("honest peers", "Headroom").doesNotContain("closed loop");
    }

    private static List<Chart> drawn(Comparison comparison) {
        return Chart.ALL.stream()
                .filter(chart -> chart.row(comparison).isPresent())
                .toList();
    }

    @Test
    void isTheSameFromAnEarlierRunsJson(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("comparison.json");
        Json.write(comparison, json);
        assertThat(Page.of(Json.read(json), ORDER)).isEqualTo(page.source());
    }
}
