package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Findings about the old generation, full collections and the machine. */
final class HeapFindings {
    /** Collections that somebody asked for: they say nothing about the heap. */
    private static final Set<String> ASKED_FOR = Set.of(
            "System.gc()",
            "Heap Inspection Initiated GC",
            "Heap Dump Initiated GC",
            "Diagnostic Command",
            "JvmtiEnv ForceGarbageCollection");

    /** Of ZGC, which lets threads wait where there is no memory. */
    private static final String STALL = "Allocation Stall";

    private static final double GROWTH_SHARE = 0.05;
    private static final double LEAST_SECONDS = 60;
    private static final double SOON_SECONDS = 3_600;
    private static final double BUSY = 0.9;
    private static final double LITTLE_FREE = 0.02;

    private HeapFindings() {}

    static List<Finding> of(Evidence evidence) {
        List<Finding> findings = new ArrayList<>();
        full(evidence, findings);
        stalls(evidence, findings);
        Growth.of(evidence.oldBytes().or(List.of())).ifPresent(growth -> grown(evidence, growth, findings));
        load(evidence, findings);
        memory(evidence, findings);
        return findings;
    }

    private static void full(Evidence evidence, List<Finding> findings) {
        SortedMap<String, Long> full =
                evidence.collections().map(Collected::fullByCause).or(new TreeMap<>());
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, Long> entry : full.entrySet()) {
            if (!ASKED_FOR.contains(entry.getKey())) {
                lines.add(Numbers.whole(entry.getValue()) + " x " + entry.getKey());
            }
        }
        if (!lines.isEmpty()) {
            findings.add(new Finding(Severity.WARNING, "The heap was too full: there were full collections", lines));
        }
        long asked = full.getOrDefault("System.gc()", 0L);
        if (asked > 0) {
            findings.add(new Finding(
                    Severity.NOTE,
                    "Something calls System.gc()",
                    List.of(Numbers.count(asked, "full collection", "full collections")
                            + "; -XX:+ExplicitGCInvokesConcurrent makes them shorter")));
        }
    }

    /** A pause of the threads that allocate, which the collector does not count as one. */
    private static void stalls(Evidence evidence, List<Finding> findings) {
        long stalls = evidence.collections()
                .map(Collected::byCause)
                .or(new TreeMap<>())
                .getOrDefault(STALL, 0L);
        if (stalls > 0) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "The heap was too full: threads waited until there was memory",
                    List.of(Numbers.count(stalls, "collection has", "collections have") + " the cause \"" + STALL
                            + "\"; what threads wait for it is in none of the pauses")));
        }
    }

    private static void grown(Evidence evidence, Growth growth, List<Finding> findings) {
        double most = evidence.jvm().heap().maxBytes().map(Long::doubleValue).or(Math.max(growth.from() * 10, 1));
        if (growth.seconds() < LEAST_SECONDS || growth.bytes() < GROWTH_SHARE * most) {
            return;
        }
        List<String> lines = new ArrayList<>();
        lines.add("from " + Numbers.size(growth.from()) + " to " + Numbers.size(growth.to()) + " in "
                + Numbers.seconds(growth.seconds()) + ", the least of the first and of the last third");
        double left = (most - growth.to()) / growth.bytes() * growth.seconds();
        boolean isSoon = left < SOON_SECONDS;
        if (evidence.jvm().heap().maxBytes().isKnown()) {
            lines.add("at this pace the heap of " + Numbers.size(most) + " is full in "
                    + Numbers.seconds(Math.max(0, left)));
        }
        findings.add(new Finding(isSoon ? Severity.WARNING : Severity.NOTE, "The old generation grows", lines));
    }

    private static void load(Evidence evidence, List<Finding> findings) {
        double all = mean(evidence.host().load().or(List.of()));
        if (all >= BUSY) {
            double own = mean(evidence.host().ownLoad().or(List.of()));
            findings.add(new Finding(
                    Severity.NOTE,
                    "The machine is busy, which makes pauses longer",
                    List.of("load of all processors " + Numbers.percent(all) + " in the mean, " + Numbers.percent(own)
                            + " by this JVM")));
        }
    }

    private static void memory(Evidence evidence, List<Finding> findings) {
        double all = evidence.host().memoryBytes().map(Long::doubleValue).or(0.0);
        double least = evidence.host().freeBytes().or(List.of()).stream()
                .mapToDouble(Point::value)
                .min()
                .orElse(all);
        if (least < LITTLE_FREE * all) {
            findings.add(new Finding(
                    Severity.NOTE,
                    "The machine has little free memory",
                    List.of(Numbers.size(least) + " of " + Numbers.size(all)
                            + " at least; what caches files is not counted as free and can be taken back")));
        }
    }

    /** Returns the mean of a series, 0 of an empty one. */
    static double mean(List<Point> points) {
        return points.stream().mapToDouble(Point::value).average().orElse(0);
    }
}
