package io.headroom.buffers.jmh.compare.result;

import java.util.ArrayList;
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
        List<String> strategies = experiment.strategies().stream()
                .map(Experiment.Participant::name)
                .toList();
        return new Comparison(experiment, experiment.settings().rows(strategies, runs), List.copyOf(runs));
    }

    /** Returns a line for each run that something went wrong in. */
    public List<String> troubles() {
        List<String> troubles = new ArrayList<>();
        for (Run run : runs) {
            String trouble = run.trouble();
            if (trouble != null) {
                troubles.add(run.strategy() + ", round " + run.round() + ": " + trouble);
            }
        }
        return troubles;
    }
}
