package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Humongous;
import io.headroom.buffers.tools.doctor.evidence.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Findings about humongous objects.
 *
 * <p>The share of collections that they cause is a poor measure alone: where there are few collections it is high and harmless. So it takes a
 * rate as well to be severe.
 */
final class HumongousFindings {
    private static final double SEVERE_SHARE = 0.1;

    /** One a second. A node that copies a large payload now and then has some tens a minute, and all of its few collections are of this cause. */
    private static final double SEVERE_PER_MINUTE = 60;

    private static final long FEWEST = 3;
    private static final double WARNING_OBJECTS_PER_MINUTE = 60;
    private static final long FEWEST_OBJECTS = 20;

    /** Regions half empty are memory lost; below that it is the price of any rounding. */
    private static final double WASTE = 0.4;

    private static final int MOST_SHOWN = 5;

    private HumongousFindings() {}

    static List<Finding> of(Evidence evidence) {
        List<Finding> findings = new ArrayList<>();
        boolean isTold = false;
        long collections = evidence.collections().map(Collected::humongous).or(0L);
        if (collections > 0) {
            findings.add(collections(evidence, evidence.collections().get()));
            isTold = findings.get(0).severity() != Severity.NOTE;
        }
        long objects = evidence.humongous().count().or(0L);
        if (objects > 0) {
            findings.add(objects(evidence, objects, !isTold));
        }
        return findings;
    }

    private static Finding collections(Evidence evidence, Collected collected) {
        long count = collected.humongous();
        double perMinute = perMinute(evidence, count);
        Severity severity = Severity.NOTE;
        if (count >= FEWEST && perMinute >= 1) {
            boolean isSevere = collected.share(count) >= SEVERE_SHARE && perMinute >= SEVERE_PER_MINUTE;
            severity = isSevere ? Severity.SEVERE : Severity.WARNING;
        }
        List<String> lines = new ArrayList<>();
        lines.add(Numbers.whole(count) + " of " + Numbers.count(collected.count(), "collection", "collections") + " ("
                + Numbers.percent(collected.share(count)) + ") have the cause \"" + Collected.HUMONGOUS + "\""
                + (evidence.seconds().isKnown() ? ", " + Numbers.number(perMinute) + " a minute" : ""));
        if (collected.concurrentCycles() > 0) {
            lines.add("each is counted once; " + Numbers.count(collected.concurrentCycles(), "cycle", "cycles")
                    + " that went on beside the application "
                    + (collected.concurrentCycles() == 1 ? "is" : "are") + " left out");
        }
        if (severity != Severity.NOTE || evidence.humongous().count().or(0L) == 0) {
            threshold(evidence, lines);
            sites(evidence.humongous(), lines);
        }
        return new Finding(severity, "Humongous objects make the collector run", lines);
    }

    private static Finding objects(Evidence evidence, long count, boolean isFirst) {
        double perMinute = perMinute(evidence, count);
        boolean isBusy = count >= FEWEST_OBJECTS && perMinute >= WARNING_OBJECTS_PER_MINUTE;
        Severity severity = isBusy ? Severity.WARNING : Severity.NOTE;
        Humongous humongous = evidence.humongous();
        List<String> lines = new ArrayList<>();
        lines.add(Numbers.count(count, "object", "objects") + " above the threshold"
                + (evidence.seconds().isKnown() ? ", " + Numbers.number(perMinute) + " a minute" : "")
                + note(humongous.count().note()));
        SortedMap<Long, Long> bySize = humongous.bySize().or(new TreeMap<>());
        if (!bySize.isEmpty()) {
            sizes(bySize, lines);
            long region = evidence.jvm().heap().regionBytes().or(0L);
            if (region > 0) {
                double waste = RegionSize.waste(bySize, region);
                lines.add("they take whole regions, of which " + Numbers.percent(waste) + " stay empty"
                        + (waste >= WASTE ? ": that much of the heap is lost while they live" : ""));
            }
        }
        if (isFirst) {
            threshold(evidence, lines);
            sites(humongous, lines);
        }
        return new Finding(severity, "Objects are larger than half a region", lines);
    }

    private static void threshold(Evidence evidence, List<String> lines) {
        evidence.jvm()
                .heap()
                .regionBytes()
                .ifKnown(region -> lines.add("regions have " + Numbers.size(region)
                        + "; an object above " + Numbers.bytes(region / 2) + ", header included, is humongous"
                        + note(evidence.jvm().heap().regionBytes().note())));
    }

    private static void sizes(SortedMap<Long, Long> bySize, List<String> lines) {
        List<Map.Entry<Long, Long>> most = new ArrayList<>(bySize.entrySet());
        most.sort(Map.Entry.<Long, Long>comparingByValue().reversed());
        for (Map.Entry<Long, Long> entry : most.subList(0, Math.min(MOST_SHOWN, most.size()))) {
            lines.add(Numbers.whole(entry.getValue()) + " x " + Numbers.bytes(entry.getKey()));
        }
        if (most.size() > MOST_SHOWN) {
            lines.add("and " + Numbers.count(most.size() - MOST_SHOWN, "other size", "other sizes") + ", up to "
                    + Numbers.bytes(bySize.lastKey()));
        }
    }

    private static void sites(Humongous humongous, List<String> lines) {
        if (!humongous.sites().isKnown()) {
            return;
        }
        List<Site> sites = humongous.sites().get();
        long all = sites.stream().mapToLong(Site::count).sum();
        for (Site site : sites.subList(0, Math.min(MOST_SHOWN, sites.size()))) {
            String share = Numbers.percent((double) site.count() / all);
            lines.add(site.line() + " allocates " + site.objectClass() + ": " + what(site, share));
        }
    }

    private static String what(Site site, String share) {
        String samples = Numbers.count(site.count(), "sample", "samples") + " (" + share + " of those that may be), ";
        return switch (site.certainty()) {
            case CERTAIN ->
                Numbers.count(site.count(), "object", "objects") + " (" + share + ") of " + span(site) + ", certain";
            case LIKELY -> samples + span(site) + " by the sizes of the log, likely";
            case POSSIBLE -> samples + "at most " + Numbers.bytes(site.leastWeight()) + " in the smallest, possible";
        };
    }

    private static String span(Site site) {
        long least = site.bySize().firstKey();
        return least == site.largest()
                ? Numbers.bytes(least)
                : Numbers.whole(least) + " to " + Numbers.bytes(site.largest());
    }

    private static String note(String note) {
        return note.isEmpty() ? "" : " (" + note + ")";
    }

    private static double perMinute(Evidence evidence, long count) {
        double seconds = evidence.seconds().or(0.0);
        // Without a time, a count stands for a rate: it is then as much as if it had been a minute.
        return seconds > 0 ? 60.0 * count / seconds : (double) count;
    }
}
