package io.headroom.buffers.tools.doctor.report;

import io.headroom.buffers.tools.doctor.diagnosis.Diagnosis;
import io.headroom.buffers.tools.doctor.diagnosis.Finding;
import io.headroom.buffers.tools.doctor.diagnosis.Gap;
import io.headroom.buffers.tools.doctor.diagnosis.Remedy;
import java.util.List;
import java.util.stream.Collectors;

/** A diagnosis as text, for a terminal. */
public final class TextReport {
    private static final int WIDTH = 112;
    private static final String INDENT = "    ";

    /** Names of files and classes may have them, and a terminal obeys them. */
    private static final String CONTROL = "[\\p{Cntrl}&&[^\n]]";

    private final StringBuilder out = new StringBuilder();

    private TextReport() {}

    /** Returns the text of all diagnoses. */
    public static String of(List<Diagnosis> diagnoses) {
        return diagnoses.stream()
                .map(diagnosis -> new TextReport().write(diagnosis))
                .collect(Collectors.joining("\n\n"))
                .replaceAll(CONTROL, "?");
    }

    private String write(Diagnosis diagnosis) {
        line("", Summary.title(diagnosis.evidence()));
        line("", Summary.verdict(diagnosis));
        for (Finding finding : diagnosis.findings()) {
            out.append('\n');
            line("", finding.severity() + "  " + finding.title());
            finding.evidence().forEach(text -> line(INDENT, text));
        }
        remedies(Summary.remedies(diagnosis), diagnosis.remedies());
        heading("Figures");
        Summary.figures(diagnosis.evidence()).forEach(figure -> line(INDENT, pad(figure.name()), figure.text()));
        gaps(diagnosis);
        return out.toString().stripTrailing();
    }

    private void remedies(String heading, List<Remedy> remedies) {
        if (remedies.isEmpty()) {
            return;
        }
        heading(heading);
        int number = 1;
        for (Remedy remedy : remedies) {
            line("", number + ". " + remedy.title());
            remedy.steps().forEach(step -> line(INDENT, step));
            // Code stays as it is, so that it can be copied.
            remedy.code()
                    .forEach(code ->
                            out.append(INDENT).append(INDENT).append(code).append('\n'));
            number++;
        }
    }

    private void gaps(Diagnosis diagnosis) {
        if (!diagnosis.gaps().isEmpty()) {
            heading("Not known");
            for (Gap gap : diagnosis.gaps()) {
                line(INDENT, pad(gap.question()), gap.reason());
            }
        }
        if (!diagnosis.recipe().isEmpty()) {
            heading("A recording that tells it");
            diagnosis
                    .recipe()
                    .forEach(command -> out.append(INDENT).append(command).append('\n'));
        }
    }

    private static String pad(String name) {
        return String.format("%-32s", name);
    }

    private void heading(String text) {
        out.append('\n').append(text).append('\n');
    }

    private void line(String indent, String text) {
        line(indent, "", text);
    }

    /** Writes a line, broken between words where it is too long; what follows is further in. */
    private void line(String indent, String head, String text) {
        String hanging = indent + (head.isEmpty() ? "  " : " ".repeat(head.length()));
        StringBuilder current = new StringBuilder(indent).append(head);
        boolean isFirst = true;
        for (String word : text.split(" ", -1)) {
            if (!isFirst && current.length() + 1 + word.length() > WIDTH) {
                out.append(current).append('\n');
                current = new StringBuilder(hanging);
                isFirst = true;
            }
            current.append(isFirst ? "" : " ").append(word);
            isFirst = false;
        }
        out.append(current).append('\n');
    }
}
