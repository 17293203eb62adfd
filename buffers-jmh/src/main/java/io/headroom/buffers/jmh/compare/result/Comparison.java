package io.headroom.buffers.jmh.compare.result;

import java.util.List;

/**
 * A whole comparison, as it is written to JSON.
 *
 * @param experiment what was done
 * @param rows the figures, as medians and spreads over the rounds
 * @param runs what each run found
 */
public record Comparison(Experiment experiment, List<Row> rows, List<Run> runs) {
    /** Draws the figures from the runs. */
    public static Comparison of(Experiment experiment, List<Run> runs) {
        return new Comparison(experiment, Figures.rows(experiment, runs), List.copyOf(runs));
    }
}
