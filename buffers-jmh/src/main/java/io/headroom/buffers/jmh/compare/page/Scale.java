package io.headroom.buffers.jmh.compare.page;

import io.headroom.buffers.jmh.compare.result.Numbers;
import io.headroom.buffers.jmh.compare.result.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A linear axis from 0 to a round number at or above the largest value, so that twice as long a bar is twice as much.
 *
 * @param step from one tick to the next
 * @param steps how many there are
 */
record Scale(double step, int steps) {
    private static final int FEWEST_STEPS = 4;
    private static final double[] ROUND = {1, 2, 2.5, 5, 10};

    /** Returns the axis for all values of a row, the ends of their spreads included. */
    static Scale of(Row row) {
        double most = row.spreads().values().stream()
                .mapToDouble(spread -> spread.max())
                .max()
                .orElse(0);
        if (!(most > 0 && most < Double.POSITIVE_INFINITY)) {
            return new Scale(1, 1);
        }
        double least = most / FEWEST_STEPS;
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double step = DoubleStream.of(ROUND)
                .map(round -> round * power)
                .filter(round -> round >= least)
                .findFirst()
                .orElse(10 * power);
        return new Scale(step, (int) Math.max(1, Math.ceil(most / step)));
    }

    /** Returns where a value is: 0 at the beginning of the axis, 1 at its end. */
    double at(double value) {
        return value / (step * steps);
    }

    /** Returns the value of a tick, counted from 0 to {@link #steps}. */
    double tick(int index) {
        return step * index;
    }

    /** Returns the ticks in writing. */
    List<String> ticks() {
        boolean whole = Numbers.isWhole(step);
        List<String> ticks = new ArrayList<>();
        for (int i = 0; i <= steps; i++) {
            ticks.add(whole ? Numbers.whole(tick(i)) : Numbers.number(tick(i)));
        }
        return ticks;
    }
}
