package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Point;
import java.util.List;
import java.util.Optional;

/**
 * How much a series grew: from the least of its first third to the least of its last, so that what comes and goes does not count.
 *
 * @param from the least of the first third
 * @param to the least of the last third
 * @param seconds between them
 */
public record Growth(double from, double to, double seconds) {
    private static final int FEWEST_POINTS = 6;

    /** Returns the growth, empty if there are too few points to tell. */
    public static Optional<Growth> of(List<Point> points) {
        if (points.size() < FEWEST_POINTS) {
            return Optional.empty();
        }
        int third = points.size() / 3;
        Point first = least(points.subList(0, third));
        Point last = least(points.subList(points.size() - third, points.size()));
        return Optional.of(new Growth(first.value(), last.value(), last.atSeconds() - first.atSeconds()));
    }

    /** Returns by how much it grew; negative if it shrank. */
    public double bytes() {
        return to - from;
    }

    private static Point least(List<Point> points) {
        Point least = points.get(0);
        for (Point point : points) {
            least = point.value() < least.value() ? point : least;
        }
        return least;
    }
}
