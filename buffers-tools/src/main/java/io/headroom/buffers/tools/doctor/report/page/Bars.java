package io.headroom.buffers.tools.doctor.report.page;

import io.headroom.buffers.tools.doctor.diagnosis.Numbers;
import java.util.List;
import java.util.Locale;

/** A chart of bars that lie: a name, a bar from 0, the figure behind it. */
final class Bars {
    private static final int WIDTH = 560;
    private static final int PLOT_X = 210;
    private static final int PLOT_WIDTH = 210;
    private static final int LINE = 26;
    private static final int BAR = 16;
    private static final int GAP = 6;
    private static final int TEXT_DOWN = 4;
    private static final int LONGEST_NAME = 32;

    /**
     * A bar.
     *
     * @param name what it is of
     * @param value how long it is
     * @param text the figure behind it
     * @param isBad whether it is drawn as a bad one
     */
    record Bar(String name, double value, String text, boolean isBad) {}

    private final Markup out;

    Bars(Markup out) {
        this.out = out;
    }

    void draw(String title, List<Bar> bars) {
        double most = bars.stream().mapToDouble(Bar::value).max().orElse(0);
        Scale scale = Scale.to(most);
        out.open(
                "svg",
                "viewBox",
                "0 0 " + WIDTH + " " + (LINE * bars.size() + GAP),
                "role",
                "img",
                "aria-label",
                title);
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double middle = LINE * i + LINE / 2.0;
            double length = PLOT_WIDTH * scale.at(bar.value());
            out.element(
                    "text", shortened(bar.name()), "class", "name", "x", at(PLOT_X - GAP), "y", at(middle + TEXT_DOWN));
            out.empty(
                    "rect",
                    "class",
                    bar.isBad() ? "bar bad" : "bar",
                    "x",
                    at(PLOT_X),
                    "y",
                    at(middle - BAR / 2.0),
                    "width",
                    at(length),
                    "height",
                    at(BAR));
            out.element(
                    "text", bar.text(), "class", "value", "x", at(PLOT_X + length + GAP), "y", at(middle + TEXT_DOWN));
        }
        out.close();
    }

    /** Returns the figure of a bar that is a part of all. */
    static String part(long value, long all) {
        return Numbers.whole(value) + (all > 0 ? " (" + Numbers.percent((double) value / all) + ")" : "");
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME ? name : "…" + name.substring(name.length() - LONGEST_NAME + 1);
    }

    private static String at(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
