package io.headroom.buffers.tools.doctor.report.page;

import io.headroom.buffers.tools.doctor.evidence.Point;
import java.util.List;
import java.util.Locale;

/** A chart over time: sticks for what happens, a line for what is. */
final class Curve {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 200;
    private static final int PLOT_X = 64;
    private static final int PLOT_Y = 8;
    private static final int PLOT_WIDTH = WIDTH - PLOT_X - 12;
    private static final int PLOT_HEIGHT = HEIGHT - PLOT_Y - 40;
    private static final int TEXT_DOWN = 4;
    private static final int GAP = 6;

    private final Markup out;
    private final Scale time;
    private final String title;
    private final String unit;

    Curve(Markup out, double seconds, String title, String unit) {
        this.out = out;
        time = Scale.to(seconds);
        this.title = title;
        this.unit = unit;
    }

    /** Draws a stick for each point, from 0. */
    void sticks(List<Point> points) {
        StringBuilder path = new StringBuilder();
        Scale scale = open(points);
        for (Point point : points) {
            if (point.value() > 0) {
                path.append('M')
                        .append(x(point))
                        .append(' ')
                        .append(y(scale, 0))
                        .append('V')
                        .append(y(scale, point.value()));
            }
        }
        close("stick", path);
    }

    /** Draws a line from point to point. */
    void line(List<Point> points) {
        StringBuilder path = new StringBuilder();
        Scale scale = open(points);
        for (Point point : points) {
            path.append(path.isEmpty() ? 'M' : 'L').append(x(point)).append(' ').append(y(scale, point.value()));
        }
        close("curve", path);
    }

    private Scale open(List<Point> points) {
        Scale scale = Scale.to(points.stream().mapToDouble(Point::value).max().orElse(0));
        out.open("svg", "viewBox", "0 0 " + WIDTH + " " + HEIGHT, "role", "img", "aria-label", title);
        for (int i = 0; i <= scale.steps(); i++) {
            String y = y(scale, scale.tick(i));
            out.empty("path", "class", "grid", "d", "M" + PLOT_X + " " + y + "h" + PLOT_WIDTH);
            out.element(
                    "text",
                    scale.text(i),
                    "class",
                    "name tick",
                    "x",
                    at(PLOT_X - GAP),
                    "y",
                    at(Double.parseDouble(y) + TEXT_DOWN));
        }
        for (int i = 0; i <= time.steps(); i++) {
            double x = PLOT_X + PLOT_WIDTH * time.at(time.tick(i));
            out.element("text", time.text(i), "class", "tick", "x", at(x), "y", at(PLOT_Y + PLOT_HEIGHT + 16));
        }
        out.element(
                "text",
                unit + ", over seconds",
                "class",
                "tick",
                "x",
                at(PLOT_X + PLOT_WIDTH / 2.0),
                "y",
                at(HEIGHT - GAP));
        return scale;
    }

    private void close(String kind, StringBuilder path) {
        if (!path.isEmpty()) {
            out.empty("path", "class", kind, "d", path.toString());
        }
        out.close();
    }

    private String x(Point point) {
        return at(PLOT_X + PLOT_WIDTH * time.at(point.atSeconds()));
    }

    private static String y(Scale scale, double value) {
        return at(PLOT_Y + PLOT_HEIGHT * (1 - scale.at(value)));
    }

    private static String at(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
