package io.headroom.buffers.tools.doctor.report;

import io.headroom.buffers.tools.doctor.diagnosis.Diagnosis;
import io.headroom.buffers.tools.doctor.diagnosis.Finding;
import io.headroom.buffers.tools.doctor.diagnosis.Growth;
import io.headroom.buffers.tools.doctor.diagnosis.Numbers;
import io.headroom.buffers.tools.doctor.diagnosis.PauseSummary;
import io.headroom.buffers.tools.doctor.diagnosis.Severity;
import io.headroom.buffers.tools.doctor.diagnosis.Verdict;
import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Heap;
import io.headroom.buffers.tools.doctor.evidence.Point;
import io.headroom.buffers.tools.doctor.evidence.Source;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The parts of a report that are the same in text and on a page. */
public final class Summary {
    private Summary() {}

    /**
     * A figure in writing.
     *
     * @param name what it is
     * @param text how much, with what limits it
     */
    public record Figure(String name, String text) {}

    /** Returns what was read, in a line. */
    public static String title(Evidence evidence) {
        Source source = evidence.source();
        return (source.kind() == Source.Kind.RECORDING ? "Recording " : "Log ") + String.join(", ", source.files())
                + ": "
                + evidence.seconds().map(Numbers::seconds).or("unknown time")
                + " of "
                + evidence.jvm()
                        .version()
                        .map(Version::text)
                        .map(text -> "JDK " + text)
                        .or("an unknown JDK")
                + ", "
                + evidence.jvm().collector().or("unknown collector");
    }

    /** Returns the verdict, in a line. */
    public static String verdict(Diagnosis diagnosis) {
        long severe = count(diagnosis.findings(), Severity.SEVERE);
        long warnings = count(diagnosis.findings(), Severity.WARNING);
        String words = diagnosis.verdict().words().toUpperCase(Locale.ROOT);
        return switch (diagnosis.verdict()) {
            case HEALTHY -> words + (diagnosis.recipe().isEmpty() ? "" : ", as far as it tells");
            case UNKNOWN -> words + ": " + diagnosis.evidence().collections().note();
            case UNHEALTHY -> words + ": " + severe + " severe, " + Numbers.count(warnings, "warning", "warnings");
        };
    }

    /** Returns what is written above the remedies. */
    public static String remedies(Diagnosis diagnosis) {
        return diagnosis.verdict() == Verdict.UNHEALTHY
                ? "What to do, in this order"
                : "Nothing has to be done; what would help against humongous objects, in this order";
    }

    /** Returns whether a diagnosis is good news. */
    public static boolean isGood(Diagnosis diagnosis) {
        return diagnosis.verdict() == Verdict.HEALTHY;
    }

    private static long count(List<Finding> findings, Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /** Returns all figures that are known. */
    public static List<Figure> figures(Evidence evidence) {
        List<Figure> figures = new ArrayList<>();
        collections(evidence, figures);
        pauses(evidence, figures);
        heap(evidence, figures);
        host(evidence, figures);
        Source.Lines lines = evidence.source().lines();
        if (evidence.source().kind() == Source.Kind.LOG) {
            add(figures, "lines used", Numbers.whole(lines.used()), "");
            add(figures, "lines about other things", Numbers.whole(lines.others()), "");
            add(figures, "lines in an unknown form", Numbers.whole(lines.unknown()), "");
        }
        return figures;
    }

    private static void collections(Evidence evidence, List<Figure> figures) {
        if (!evidence.collections().isKnown()) {
            return;
        }
        Collected collected = evidence.collections().get();
        add(figures, "collections", Numbers.whole(collected.count()), "each once");
        List<Map.Entry<String, Long>> causes =
                new ArrayList<>(collected.byCause().entrySet());
        causes.sort(Comparator.comparing(Map.Entry<String, Long>::getValue).reversed());
        for (Map.Entry<String, Long> cause : causes) {
            add(
                    figures,
                    "  " + cause.getKey(),
                    Numbers.whole(cause.getValue()),
                    Numbers.percent(collected.share(cause.getValue())));
        }
        add(figures, "concurrent cycles", Numbers.whole(collected.concurrentCycles()), "");
    }

    private static void pauses(Evidence evidence, List<Figure> figures) {
        if (!evidence.pauses().isKnown()) {
            return;
        }
        PauseSummary all = PauseSummary.of(evidence.pauses().get(), evidence.seconds());
        add(figures, "pauses", Numbers.whole(all.count()), evidence.pauses().note());
        add(
                figures,
                "  total",
                Numbers.millis(all.totalMillis()),
                all.share()
                        .map(share -> Numbers.percent(share) + " of the time")
                        .or(""));
        add(figures, "  mean", Numbers.millis(all.meanMillis()), "");
        add(figures, "  longest", Numbers.millis(all.maxMillis()), "");
    }

    private static void heap(Evidence evidence, List<Figure> figures) {
        Heap heap = evidence.jvm().heap();
        heap.maxBytes().ifKnown(bytes -> add(figures, "largest heap", Numbers.size(bytes), ""));
        heap.regionBytes()
                .ifKnown(bytes -> add(
                        figures,
                        "region",
                        Numbers.size(bytes),
                        heap.regionBytes().note()));
        heap.thresholdBytes()
                .ifKnown(bytes -> add(figures, "humongous above", Numbers.bytes(bytes), "header included"));
        evidence.humongous()
                .count()
                .ifKnown(count -> add(
                        figures,
                        "humongous objects",
                        Numbers.whole(count),
                        evidence.humongous().count().note()));
        Growth.of(evidence.oldBytes().or(List.of()))
                .ifPresent(growth -> add(
                        figures,
                        "old generation",
                        Numbers.size(growth.from()) + " to " + Numbers.size(growth.to()) + " in "
                                + Numbers.seconds(growth.seconds()),
                        evidence.oldBytes().note()));
    }

    private static void host(Evidence evidence, List<Figure> figures) {
        List<Point> load = evidence.host().load().or(List.of());
        if (!load.isEmpty()) {
            double own = mean(evidence.host().ownLoad().or(List.of()));
            add(
                    figures,
                    "load of the machine",
                    Numbers.percent(mean(load)) + " in the mean",
                    Numbers.percent(own) + " by this JVM");
        }
        List<Point> free = evidence.host().freeBytes().or(List.of());
        if (!free.isEmpty()) {
            double least = free.stream().mapToDouble(Point::value).min().orElse(0);
            String of = evidence.host()
                    .memoryBytes()
                    .map(bytes -> " of " + Numbers.size(bytes))
                    .or("");
            add(figures, "free memory, least", Numbers.size(least) + of, "");
        }
    }

    private static double mean(List<Point> points) {
        return points.stream().mapToDouble(Point::value).average().orElse(0);
    }

    private static void add(List<Figure> figures, String name, String value, String note) {
        figures.add(new Figure(name, note.isEmpty() ? value : value + " (" + note + ")"));
    }
}
