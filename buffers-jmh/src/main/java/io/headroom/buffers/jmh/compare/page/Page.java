package io.headroom.buffers.jmh.compare.page;

import io.headroom.buffers.jmh.compare.result.Comparison;
import io.headroom.buffers.jmh.compare.result.Experiment;
import io.headroom.buffers.jmh.compare.result.Legend;
import io.headroom.buffers.jmh.compare.result.Row;
import io.headroom.buffers.jmh.compare.result.Settings;
import java.util.List;

/**
 * The page of a comparison: what was done, charts of the figures that matter, all figures, and how each is counted. It needs nothing from
 * elsewhere and no script, and is both HTML and well-formed XML.
 */
public final class Page {
    private final Comparison comparison;
    private final List<String> strategies;
    private final Palette palette;
    private final Settings settings;
    private final Markup out = new Markup();

    private Page(Comparison comparison, List<String> order) {
        this.comparison = comparison;
        strategies = comparison.experiment().strategies().stream()
                .map(Experiment.Participant::name)
                .toList();
        palette = new Palette(order, strategies);
        settings = comparison.experiment().settings();
    }

    /**
     * Returns the page.
     *
     * @param order strategies in the order of their colours, so that each has the same one on all pages
     */
    public static String of(Comparison comparison, List<String> order) {
        return new Page(comparison, order).write();
    }

    private String write() {
        out.line("<!DOCTYPE html>");
        out.open("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en");
        head();
        out.open("body").open("main").element("h1", settings.title());
        introduction();
        experiment();
        troubles();
        participants();
        for (Row.Part part : Row.Part.values()) {
            charts(part);
        }
        out.element("h2", "all figures");
        new FigureTable(strategies, palette, out).write(comparison.rows(), "Each strategy's figures" + spread(""));
        legend();
        return out.close().close().close().text();
    }

    private void head() {
        out.open("head").empty("meta", "charset", "utf-8");
        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.empty(
                "meta",
                "http-equiv",
                "Content-Security-Policy",
                "content",
                "default-src 'none'; style-src 'unsafe-inline'");
        out.element("title", settings.title());
        out.line("<style>").line(Style.sheet()).line("</style>");
        out.close();
    }

    private void introduction() {
        out.element(
                "p",
                strategies.size() + (strategies.size() == 1 ? " way" : " ways")
                        + " to read the same messages, each in a receiver JVM of its own under the same load on loopback "
                        + "sockets. All axes begin at 0 and are linear. The figure behind a bar is its value"
                        + spread(" and as a whisker") + ".",
                "class",
                "note");
    }

    private String spread(String elsewhere) {
        int rounds = settings.rounds();
        return rounds == 1
                ? " in the only round, so there is no spread"
                : ": the median of " + rounds + " rounds, with least and most in brackets" + elsewhere;
    }

    private void experiment() {
        Experiment experiment = comparison.experiment();
        out.open("dl");
        entry("date", experiment.started());
        entry("JDK", experiment.machine().jdk());
        entry("machine", experiment.machine().hardware());
        entry("load", settings.load());
        String payloads = settings.largeMessages();
        entry("messages", payloads == null ? "random, from the seed" : payloads);
        out.element("dt", "command").open("dd").element("code", experiment.command());
        out.close().close();
    }

    private void troubles() {
        for (String trouble : comparison.troubles()) {
            out.element("p", trouble, "class", "trouble");
        }
    }

    private void participants() {
        out.open("div", "class", "wide", "role", "region", "tabindex", "0", "aria-label", "strategies");
        out.open("table", "class", "words");
        out.element("caption", "The strategies and the flags of their receivers");
        out.open("thead").open("tr").element("th", "strategy", "scope", "col");
        out.element("th", "how it reads", "scope", "col").element("th", "flags", "scope", "col");
        out.close().close().open("tbody");
        for (Experiment.Participant participant : comparison.experiment().strategies()) {
            out.open("tr").open("th", "scope", "row");
            out.element("span", "", "class", "swatch " + palette.colour(participant.name()));
            out.text(participant.name()).close();
            out.element("td", participant.title()).open("td");
            for (String flag : participant.jvmFlags()) {
                out.element("code", flag);
            }
            out.close().close();
        }
        out.close().close().close();
    }

    private void charts(Row.Part part) {
        List<Chart> charts = Chart.ALL.stream()
                .filter(chart -> chart.part() == part && chart.row(comparison).isPresent())
                .toList();
        if (charts.isEmpty()) {
            return;
        }
        out.element("h2", part.title()).open("div", "class", "charts");
        for (Chart chart : charts) {
            chart.row(comparison).ifPresent(row -> figure(chart, row));
        }
        out.close();
    }

    private void figure(Chart chart, Row row) {
        out.open("figure").open("figcaption").text(chart.heading());
        out.element("span", chart.direction(), "class", "note").close();
        new BarChart(BarChart.NAMES, chart, row, palette, out)
                .draw("chart-" + Chart.ALL.indexOf(chart), strategies, "");
        out.close();
    }

    private void legend() {
        out.element("h2", "how it is counted")
                .element("p", Legend.UNITS, "class", "note")
                .open("dl");
        for (Legend.Entry entry : settings.legend()) {
            entry(entry.term(), entry.meaning());
        }
        out.close();
    }

    private void entry(String term, String meaning) {
        out.element("dt", term).element("dd", meaning);
    }
}
