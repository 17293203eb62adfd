package io.headroom.buffers.tools.doctor.report.page;

import io.headroom.buffers.tools.doctor.diagnosis.Numbers;
import java.util.stream.DoubleStream;

/**
 * A linear axis from 0 to a round number at or above the largest value, so that twice as long is twice as much.
 *
 * @param step from one tick to the next
 * @param steps how many there are
 */
record Scale(double step, int steps) {
    private static final int FEWEST_STEPS = 4;
    private static final double[] ROUND = {1, 2, 2.5, 5, 10};

    /** Returns the axis up to a value. */
    static Scale to(double most) {
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

    /** Returns a tick in writing. */
    String text(int index) {
        return step == Math.rint(step) ? Numbers.whole(tick(index)) : Numbers.number(tick(index));
    }

    /** Returns the value of a tick, counted from 0 to {@link #steps}. */
    double tick(int index) {
        return step * index;
    }
}
