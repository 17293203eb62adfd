package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Pause;
import java.util.List;

/**
 * All pauses in few figures.
 *
 * @param count how many
 * @param totalMillis all together
 * @param meanMillis one of them, in the mean; 0 if there was none
 * @param maxMillis the longest one; 0 if there was none
 * @param longestAtSeconds when that was
 * @param share of the time, from 0 to 1
 */
public record PauseSummary(
        long count,
        double totalMillis,
        double meanMillis,
        double maxMillis,
        double longestAtSeconds,
        Answer<Double> share) {

    /** Returns the figures of all pauses in a time. */
    public static PauseSummary of(List<Pause> pauses, Answer<Double> seconds) {
        double total = 0;
        Pause longest = new Pause(0, 0);
        for (Pause pause : pauses) {
            total += pause.millis();
            longest = pause.millis() > longest.millis() ? pause : longest;
        }
        double sum = total;
        Answer<Double> share = seconds.or(0.0) > 0
                ? seconds.map(all -> sum / 1e3 / all)
                : Answer.unknown("the time that was read is not known");
        return new PauseSummary(
                pauses.size(),
                total,
                pauses.isEmpty() ? 0 : total / pauses.size(),
                longest.millis(),
                longest.atSeconds(),
                share);
    }
}
