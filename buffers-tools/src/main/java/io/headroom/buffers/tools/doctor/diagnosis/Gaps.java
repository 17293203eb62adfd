package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Site;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.ArrayList;
import java.util.List;

/** What the evidence does not tell, and how to make a recording that does. */
final class Gaps {
    /** What follows is the program. */
    private static final String PROGRAM = " ...";

    private static final String EVENTS =
            "jdk.ObjectAllocationOutsideTLAB#enabled=true,jdk.G1HeapRegionTypeChange#enabled=true";
    private static final String FILE = "filename=doctor.jfr";

    private Gaps() {}

    static List<Gap> of(Evidence evidence) {
        List<Gap> gaps = new ArrayList<>();
        ask(gaps, "collections by cause", evidence.collections());
        ask(gaps, "pauses", evidence.pauses());
        if (!evidence.jvm().isWithoutRegions()) {
            ask(gaps, "size of a region", evidence.jvm().heap().regionBytes());
            ask(gaps, "how many humongous objects", evidence.humongous().count());
        }
        if (mayHaveHumongous(evidence)) {
            ask(gaps, "sizes of humongous objects", evidence.humongous().bySize());
            ask(gaps, "who allocates them", evidence.humongous().sites());
            if (lacksStacks(evidence)) {
                String note = evidence.humongous().sites().note();
                gaps.add(new Gap("who allocates them", note.isEmpty() ? "no stack was recorded" : note));
            }
        }
        ask(gaps, "growth of the old generation", evidence.oldBytes());
        ask(gaps, "load of the machine", evidence.host().load());
        ask(gaps, "free memory", evidence.host().freeBytes());
        if (hasGuesses(evidence)) {
            gaps.add(new Gap(
                    "who allocates them, for certain",
                    evidence.humongous().sites().note()));
        }
        return gaps;
    }

    private static void ask(List<Gap> gaps, String question, Answer<?> answer) {
        if (!answer.isKnown()) {
            gaps.add(new Gap(question, answer.note()));
        }
    }

    /** Returns whether there are humongous objects to ask about, or may be. */
    private static boolean mayHaveHumongous(Evidence evidence) {
        return !evidence.jvm().isWithoutRegions()
                && (evidence.humongous().count().or(1L) > 0
                        || evidence.collections().map(Collected::humongous).or(0L) > 0);
    }

    /** Returns whether objects were found, and the line of none of them. */
    private static boolean lacksStacks(Evidence evidence) {
        List<Site> sites = evidence.humongous().sites().or(List.of());
        return !sites.isEmpty() && sites.stream().noneMatch(Site::hasStack);
    }

    private static boolean hasGuesses(Evidence evidence) {
        return mayHaveHumongous(evidence)
                && evidence.humongous().sites().or(List.of()).stream()
                        .anyMatch(site -> site.certainty() != Site.Certainty.CERTAIN);
    }

    /** Returns how to make a recording that tells all; empty if nothing that matters is missing. */
    static List<String> recipe(Evidence evidence) {
        boolean isComplete = evidence.collections().isKnown()
                && evidence.pauses().isKnown()
                && (!mayHaveHumongous(evidence)
                        || (evidence.humongous().count().isKnown()
                                && evidence.humongous().bySize().isKnown()
                                && evidence.humongous().sites().isKnown()));
        if (isComplete && !hasGuesses(evidence) && !lacksStacks(evidence)) {
            return List.of();
        }
        int feature = evidence.jvm().version().map(Version::feature).or(17);
        if (feature < 17) {
            // Only from 17 on can single events be switched on there; in the profile of 11 those with a size are on.
            return List.of("java -XX:StartFlightRecording=settings=profile," + FILE + PROGRAM);
        }
        return List.of(
                "java -XX:StartFlightRecording=settings=profile," + EVENTS + "," + FILE + PROGRAM,
                "jcmd PID JFR.start settings=profile " + EVENTS.replace(',', ' ') + " duration=2m " + FILE);
    }
}
