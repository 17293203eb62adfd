package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the evidence means.
 *
 * @param evidence what it is made from
 * @param verdict what it comes to
 * @param findings the worst first
 * @param remedies in the order in which one would try them
 * @param gaps what the evidence does not tell
 * @param recipe commands that make a recording which tells it; empty if nothing is missing
 */
public record Diagnosis(
        Evidence evidence,
        Verdict verdict,
        List<Finding> findings,
        List<Remedy> remedies,
        List<Gap> gaps,
        List<String> recipe) {

    /** Returns what the evidence means. */
    public static Diagnosis of(Evidence evidence) {
        List<Finding> findings = new ArrayList<>();
        findings.addAll(HumongousFindings.of(evidence));
        findings.addAll(PauseFindings.of(evidence));
        findings.addAll(HeapFindings.of(evidence));
        findings.sort(Comparator.comparing(Finding::severity));
        return new Diagnosis(
                evidence,
                verdict(evidence, findings),
                findings,
                Remedies.of(evidence),
                Gaps.of(evidence),
                Gaps.recipe(evidence));
    }

    private static Verdict verdict(Evidence evidence, List<Finding> findings) {
        if (findings.stream().anyMatch(finding -> finding.severity() != Severity.NOTE)) {
            return Verdict.UNHEALTHY;
        }
        return evidence.collections().isKnown() ? Verdict.HEALTHY : Verdict.UNKNOWN;
    }
}
