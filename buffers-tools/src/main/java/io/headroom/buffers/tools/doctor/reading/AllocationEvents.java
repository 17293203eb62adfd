package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Humongous;
import io.headroom.buffers.tools.doctor.evidence.Jvm;
import io.headroom.buffers.tools.doctor.evidence.Site;
import io.headroom.buffers.tools.doctor.evidence.Site.Certainty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Events about large objects.
 *
 * <p>The size of an object is in {@code ObjectAllocationOutsideTLAB} alone. {@code ObjectAllocationSample} has a weight: what its thread has
 * allocated since its last sample, this object included. So a weight up to the threshold proves that the object was ordinary, and one
 * above proves nothing. {@code ObjectAllocationInNewTLAB} is about small objects in large buffers and is not looked at. How many humongous
 * objects there were is exact in {@code G1HeapRegionTypeChange}.
 */
final class AllocationEvents {
    private static final String OUTSIDE = "jdk.ObjectAllocationOutsideTLAB";
    private static final String SAMPLE = "jdk.ObjectAllocationSample";
    private static final String REGION = "jdk.G1HeapRegionTypeChange";

    /** Half of the smallest region there is: nothing up to it is humongous on any heap. */
    private static final long LEAST_THRESHOLD = 512 << 10;

    /** Of samples that may be humongous objects, those of a line that has fewer than one in a hundred are noise. */
    private static final int NOISE = 100;

    private final Map<Stacks.Place, NavigableMap<Long, Long>> sizes = new HashMap<>();
    private final Map<Stacks.Place, NavigableMap<Long, Long>> weights = new HashMap<>();
    private final Stacks stacks = new Stacks();
    private long started;
    private long samples;

    void see(RecordedEvent event, String name) {
        switch (name) {
            case OUTSIDE -> add(sizes, event, event.getLong("allocationSize"));
            case SAMPLE -> {
                samples++;
                if (className(event).endsWith("[]")) {
                    add(weights, event, event.getLong("weight"));
                }
            }
            case REGION -> {
                if ("Starts Humongous".equals(event.getString("to"))) {
                    started++;
                }
            }
            default -> {}
        }
    }

    private void add(Map<Stacks.Place, NavigableMap<Long, Long>> to, RecordedEvent event, long bytes) {
        if (bytes > LEAST_THRESHOLD) {
            to.computeIfAbsent(stacks.place(event.getStackTrace(), className(event)), place -> new TreeMap<>())
                    .merge(bytes, 1L, Long::sum);
        }
    }

    private static String className(RecordedEvent event) {
        RecordedClass type = event.getClass("objectClass");
        return type == null ? "?" : Stacks.readable(type.getName());
    }

    Humongous humongous(Switches switches, Jvm jvm) {
        if (jvm.isWithoutRegions()) {
            String reason = "the collector is " + jvm.collector().get() + ": no object is humongous there";
            return new Humongous(Answer.unknown(reason), Answer.unknown(reason), Answer.unknown(reason));
        }
        Answer<Long> threshold = jvm.heap().thresholdBytes();
        if (!threshold.isKnown()) {
            String reason = "the size of a region is not known: " + threshold.note();
            return new Humongous(
                    switches.ifRecorded(REGION, () -> started), Answer.unknown(reason), Answer.unknown(reason));
        }
        long least = threshold.get();
        Answer<SortedMap<Long, Long>> bySize = switches.ifRecorded(OUTSIDE, () -> bySize(least));
        return new Humongous(count(switches, bySize), bySize, sites(switches, least));
    }

    private Answer<Long> count(Switches switches, Answer<SortedMap<Long, Long>> bySize) {
        long sized = bySize.or(new TreeMap<>()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        if (switches.has(REGION)) {
            return bySize.isKnown() && sized != started
                    ? Answer.of(started, "counted by regions; by objects with a size: " + sized)
                    : Answer.of(started);
        }
        return bySize.isKnown() ? Answer.of(sized) : Answer.unknown(switches.missing(REGION));
    }

    private SortedMap<Long, Long> bySize(long threshold) {
        SortedMap<Long, Long> all = new TreeMap<>();
        sizes.values()
                .forEach(site ->
                        site.tailMap(threshold, false).forEach((bytes, count) -> all.merge(bytes, count, Long::sum)));
        return all;
    }

    private Answer<List<Site>> sites(Switches switches, long threshold) {
        if (switches.has(OUTSIDE)) {
            List<Site> sites = sites(sizes, threshold, Certainty.CERTAIN);
            return switches.lacksStacks(OUTSIDE)
                    ? Answer.of(sites, "stacks were switched off for " + OUTSIDE)
                    : Answer.of(sites);
        }
        if (switches.has(SAMPLE)) {
            return Answer.of(
                    sites(weights, threshold, Certainty.POSSIBLE),
                    "from " + samples + " samples, which have no sizes: " + switches.missing(OUTSIDE));
        }
        return Answer.unknown(switches.missing(OUTSIDE));
    }

    private static List<Site> sites(
            Map<Stacks.Place, NavigableMap<Long, Long>> places, long threshold, Certainty certainty) {
        List<Site> sites = new ArrayList<>();
        places.forEach((place, all) -> {
            SortedMap<Long, Long> above = new TreeMap<>(all.tailMap(threshold, false));
            if (!above.isEmpty()) {
                long count = above.values().stream().mapToLong(Long::longValue).sum();
                boolean isCertain = certainty == Certainty.CERTAIN;
                sites.add(new Site(
                        place.line(),
                        place.stack(),
                        place.objectClass(),
                        certainty,
                        count,
                        isCertain ? above : new TreeMap<>(),
                        isCertain ? 0 : above.firstKey()));
            }
        });
        if (certainty == Certainty.POSSIBLE) {
            long all = sites.stream().mapToLong(Site::count).sum();
            sites.removeIf(site -> site.count() * NOISE < all);
        }
        sites.sort(Comparator.comparingLong(Site::count).reversed().thenComparing(Site::line));
        return sites;
    }
}
