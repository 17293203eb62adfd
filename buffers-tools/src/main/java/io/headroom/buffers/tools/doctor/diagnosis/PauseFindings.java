package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Pause;
import java.util.ArrayList;
import java.util.List;

/** Findings about pauses. */
final class PauseFindings {
    private static final double SEVERE_SHARE = 0.05;
    private static final double WARNING_SHARE = 0.02;
    private static final double SEVERE_MILLIS = 1_000;
    private static final double WARNING_MILLIS = 200;

    private PauseFindings() {}

    static List<Finding> of(Evidence evidence) {
        List<Pause> pauses = evidence.pauses().or(List.of());
        if (pauses.isEmpty()) {
            return List.of();
        }
        PauseSummary all = PauseSummary.of(pauses, evidence.seconds());
        List<Finding> findings = new ArrayList<>();
        double share = all.share().or(0.0);
        if (share >= WARNING_SHARE) {
            findings.add(new Finding(
                    share >= SEVERE_SHARE ? Severity.SEVERE : Severity.WARNING,
                    "The application stands still for " + Numbers.percent(share) + " of the time",
                    List.of(Numbers.count(all.count(), "pause", "pauses") + ", " + Numbers.millis(all.totalMillis())
                            + " in all, " + Numbers.millis(all.meanMillis()) + " in the mean")));
        }
        if (all.maxMillis() >= WARNING_MILLIS) {
            findings.add(new Finding(
                    all.maxMillis() >= SEVERE_MILLIS ? Severity.SEVERE : Severity.WARNING,
                    "A pause took " + Numbers.millis(all.maxMillis()),
                    List.of("it began " + Numbers.seconds(all.longestAtSeconds()) + " after the beginning")));
        }
        return findings;
    }
}
