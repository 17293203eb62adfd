package io.headroom.buffers.jmh.compare.page;

import io.headroom.buffers.jmh.compare.result.Numbers;
import io.headroom.buffers.jmh.compare.result.Row;
import io.headroom.buffers.jmh.compare.result.Spread;
import java.util.List;
import java.util.Locale;

/** Draws one chart: a bar for each strategy, as long as its median, with a whisker from least to most and the figure behind it. */
final class BarChart {
    /** How much room names have unless they are long ones. */
    static final int NAMES = 104;

    private static final int PLOT_WIDTH = 256;
    private static final int BEHIND = 160;
    private static final int PLOT_Y = 4;
    private static final int LINE = 26;
    private static final int BAR = 16;
    private static final int CAP = 8;
    private static final int GAP = 6;

    /** From the middle of a line to the base of its text. */
    private static final int TEXT_DOWN = 4;

    private static final int TICKS_DOWN = 16;
    private static final int UNIT_DOWN = 34;
    private static final int BELOW = 40;

    private final int plotX;
    private final Chart chart;
    private final Row row;
    private final Palette palette;
    private final Scale scale;
    private final Markup out;

    /** Makes a chart with {@code names} units of room for the names before its bars. */
    BarChart(int names, Chart chart, Row row, Palette palette, Markup out) {
        plotX = names;
        this.chart = chart;
        this.row = row;
        this.palette = palette;
        this.out = out;
        scale = Scale.of(row);
    }

    /**
     * Draws it.
     *
     * @param id of the element, unique on the page
     * @param style a style sheet to be put into it; empty where the page has one
     */
    void draw(String id, List<String> strategies, String style) {
        int bottom = PLOT_Y + LINE * strategies.size();
        String title = chart.heading() + ", " + chart.part().title();
        out.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + (plotX + PLOT_WIDTH + BEHIND) + " " + (bottom + BELOW),
                "role",
                "img",
                "id",
                id,
                "aria-labelledby",
                id + "-title " + id + "-desc");
        if (!style.isEmpty()) {
            out.line("<style>").line(style).line("</style>");
        }
        out.element("title", title, "id", id + "-title");
        out.element("desc", description(strategies), "id", id + "-desc");
        axis(bottom);
        for (int i = 0; i < strategies.size(); i++) {
            bar(strategies.get(i), PLOT_Y + LINE * i + LINE / 2.0);
        }
        line("zero", plotX, PLOT_Y, plotX, bottom);
        out.close();
    }

    private String description(List<String> strategies) {
        StringBuilder text = new StringBuilder("Bars from 0, in " + chart.unit() + "; " + chart.direction() + ".");
        for (String strategy : strategies) {
            text.append(' ').append(strategy).append(": ").append(Numbers.cell(row, strategy));
            text.append('.');
        }
        return text.toString();
    }

    private void axis(int bottom) {
        List<String> ticks = scale.ticks();
        for (int i = 0; i < ticks.size(); i++) {
            double x = x(scale.tick(i));
            if (i > 0) {
                line("grid", x, PLOT_Y, x, bottom);
            }
            label("tick", ticks.get(i), x, bottom + TICKS_DOWN);
        }
        label("unit", chart.unit(), plotX + PLOT_WIDTH / 2.0, bottom + UNIT_DOWN);
    }

    private void bar(String strategy, double middle) {
        Spread spread = row.spreads().get(strategy);
        out.open("g", "class", "strategy " + palette.colour(strategy));
        label("name", strategy, plotX - GAP, middle + TEXT_DOWN);
        double end = plotX;
        if (spread != null) {
            end = x(spread.median());
            out.empty(
                    "rect",
                    "class",
                    "bar",
                    "x",
                    coordinate(plotX),
                    "y",
                    coordinate(middle - BAR / 2.0),
                    "width",
                    coordinate(end - plotX),
                    "height",
                    coordinate(BAR));
            if (spread.min() < spread.max()) {
                whisker("halo", spread, middle);
                whisker("whisker", spread, middle);
                end = x(spread.max());
            }
        }
        label("value", Numbers.cell(row, strategy), end + GAP, middle + TEXT_DOWN);
        out.close();
    }

    private void whisker(String kind, Spread spread, double middle) {
        double least = x(spread.min());
        double most = x(spread.max());
        double top = middle - CAP / 2.0;
        out.empty(
                "path",
                "class",
                kind,
                "d",
                String.format(
                        Locale.ROOT,
                        "M%.2f %.2fv%dM%.2f %.2fH%.2fM%.2f %.2fv%d",
                        least,
                        top,
                        CAP,
                        least,
                        middle,
                        most,
                        most,
                        top,
                        CAP));
    }

    private void line(String kind, double fromX, double fromY, double toX, double toY) {
        out.empty(
                "path", "class", kind, "d", String.format(Locale.ROOT, "M%.2f %.2fL%.2f %.2f", fromX, fromY, toX, toY));
    }

    private void label(String kind, String text, double x, double y) {
        out.element("text", text, "class", kind, "x", coordinate(x), "y", coordinate(y));
    }

    private double x(double value) {
        return plotX + PLOT_WIDTH * scale.at(value);
    }

    private static String coordinate(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
