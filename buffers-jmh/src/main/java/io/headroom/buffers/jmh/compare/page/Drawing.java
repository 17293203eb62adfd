package io.headroom.buffers.jmh.compare.page;

import io.headroom.buffers.jmh.compare.result.Row;
import java.util.List;

/** One chart as a file of its own: an SVG image with its style in it, for light and dark surroundings. */
public final class Drawing {
    /** What a letter of a name takes at most, about. */
    private static final int LETTER = 8;

    private Drawing() {}

    /**
     * Returns the image.
     *
     * @param row the figures that are drawn; its figure's name is the chart's
     * @param unit for the axis
     * @param isMoreBetter whether long bars are good ones
     * @param order all names that may be in any chart, so that each has the same colour in all
     */
    public static String of(Row row, String unit, boolean isMoreBetter, List<String> order) {
        List<String> names = List.copyOf(row.spreads().keySet());
        int longest = names.stream().mapToInt(String::length).max().orElse(0);
        Markup out = new Markup();
        Chart chart = new Chart(row.part(), row.figure(), row.figure(), unit, isMoreBetter);
        new BarChart(Math.max(BarChart.NAMES, LETTER * longest), chart, row, new Palette(order, names), out)
                .draw("chart", names, Style.sheet());
        return out.text();
    }
}
