package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What to do about humongous objects: the flag, which needs no change of code; the line of code; this library in its place. */
final class Remedies {
    /** With fewer regions the collector has little to choose from. */
    private static final long FEWEST_REGIONS = 100;

    private Remedies() {}

    static List<Remedy> of(Evidence evidence) {
        boolean isCause = evidence.collections().map(Collected::humongous).or(0L) > 0;
        boolean isThere = evidence.humongous().count().or(0L) > 0;
        if (!isCause && !isThere) {
            return List.of();
        }
        List<Remedy> remedies = new ArrayList<>();
        remedies.add(region(evidence));
        remedies.addAll(LibraryRemedies.of(evidence));
        return remedies;
    }

    private static Remedy region(Evidence evidence) {
        SortedMap<Long, Long> bySize = evidence.humongous().bySize().or(new TreeMap<>());
        long object = bySize.isEmpty() ? possible(evidence) : bySize.lastKey();
        List<String> steps = new ArrayList<>();
        if (object == 0) {
            steps.add(
                    "which size it takes is not known without the sizes of the objects: see below for a recording that has them");
            steps.addAll(VersionAdvice.of(evidence.jvm()));
            return new Remedy("A larger region, if the objects were to fit", steps, List.of());
        }
        long needed = RegionSize.smallestFor(object);
        String flag = RegionSize.flag(needed);
        boolean isGuess = bySize.isEmpty();
        if (isGuess) {
            steps.add("sizes are not known: an object of the first line's smallest sample has at most "
                    + Numbers.bytes(object)
                    + ", header included; if all have one size, " + flag
                    + " is the smallest region of which that is at most half");
        } else {
            notEnough(evidence, bySize, needed, steps);
            steps.add("the largest object takes " + Numbers.bytes(object) + ", header included: " + flag
                    + " is the smallest region of which that is at most half");
        }
        steps.addAll(VersionAdvice.of(evidence.jvm()));
        long largest = RegionSize.largest(evidence.jvm().version());
        long heap = evidence.jvm().heap().maxBytes().or(0L);
        if (needed > largest || (heap > 0 && heap / needed < FEWEST_REGIONS)) {
            steps.add(
                    needed > largest
                            ? "no region of this JDK is as large"
                            : "a heap of " + Numbers.size(heap) + " would have " + heap / needed
                                    + " such regions, which is too few");
            return new Remedy("Smaller parts, not a larger region: " + flag + " would be needed", steps, List.of());
        }
        cost(heap, evidence.jvm().heap().regionBytes().or(0L), needed, steps);
        return new Remedy(
                "Without a change of code: regions of " + flag + (isGuess ? ", if that is the size" : ""),
                steps,
                List.of("-XX:G1HeapRegionSize=" + flag));
    }

    private static long possible(Evidence evidence) {
        List<Site> sites = evidence.humongous().sites().or(List.of());
        return sites.isEmpty() ? 0 : sites.get(0).leastWeight();
    }

    /** Says what smaller regions would leave: the size that one thinks of first is often one too small, for the header. */
    private static void notEnough(Evidence evidence, SortedMap<Long, Long> bySize, long needed, List<String> steps) {
        long all = RegionSize.humongousAt(bySize, 0);
        long region = Math.max(evidence.jvm().heap().regionBytes().or(RegionSize.SMALLEST), needed / 8);
        for (long size = 2 * region; size < needed; size *= 2) {
            long left = RegionSize.humongousAt(bySize, size);
            long over = bySize.lastKey() - size / 2;
            steps.add(RegionSize.flag(size) + " is not enough: " + Numbers.whole(left) + " of "
                    + Numbers.count(all, "object", "objects") + " would still be humongous, the largest by "
                    + Numbers.bytes(over));
        }
    }

    private static void cost(long heap, long region, long needed, List<String> steps) {
        if (heap > 0) {
            steps.add("cost: " + Numbers.whole((double) heap / needed) + " regions"
                    + (region > 0 ? " instead of " + Numbers.whole((double) heap / region) : "")
                    + ", so the collector works in coarser steps and its pauses may be longer");
        }
        steps.add("it saves no allocation: the objects are cleared and collected as before, in the young generation");
    }
}
