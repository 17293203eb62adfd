package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Humongous;
import io.headroom.buffers.tools.doctor.evidence.Jvm;
import io.headroom.buffers.tools.doctor.evidence.Site;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines about humongous objects. {@code gc+humongous=debug} lists, at each young collection, those that are there: an object that lives on is
 * listed again, and one that came and went in between at the same address with the same size cannot be told from it. So they are counted
 * once while an address stays taken, and the count is the least that there were. Counts of regions say whether there were any.
 */
final class LogHumongous {
    private static final Pattern LISTED = Pattern.compile(
            "(?:Live |Dead )?[Hh]umongous region \\d+ \\(?object size (\\d{1,18}) (?:@|start) (0x[0-9a-f]+).*");
    private static final Pattern RECLAIMED = Pattern.compile(
            "(?:Reclaimed|Dead) humongous region \\d+ \\(?object size (\\d{1,18}) (?:@|start) (0x[0-9a-f]+).*");
    private static final Pattern REQUESTED =
            Pattern.compile(".*allocation request: (\\d{1,18})B .*source: concurrent humongous allocation.*");
    private static final Pattern REGIONS = Pattern.compile("Humongous regions: (\\d{1,9})->(\\d{1,9})(?:\\(.*)?");

    private final SortedMap<Long, Long> bySize = new TreeMap<>();
    private final SortedMap<Long, Long> requested = new TreeMap<>();
    private Map<String, Long> before = new HashMap<>();
    private Map<String, Long> now = new HashMap<>();
    private int collection = -1;
    private boolean hasSizes;
    private boolean hasRegions;
    private long mostRegions;

    /** Takes what a line tells; returns whether it tells anything. */
    boolean see(LogLine line) {
        String message = line.message();
        if (!message.contains("umongous")) {
            return false;
        }
        Matcher regions = REGIONS.matcher(message);
        if (regions.matches()) {
            hasRegions = true;
            mostRegions = Math.max(mostRegions, Long.parseLong(regions.group(1)));
            return true;
        }
        Matcher request = REQUESTED.matcher(message);
        if (request.matches()) {
            requested.merge(Long.parseLong(request.group(1)), 1L, Long::sum);
            return true;
        }
        return seeObject(line);
    }

    private boolean seeObject(LogLine line) {
        Matcher reclaimed = RECLAIMED.matcher(line.message());
        boolean isReclaimed = reclaimed.matches();
        Matcher listed = LISTED.matcher(line.message());
        boolean isListed = listed.matches();
        if (!isReclaimed && !isListed) {
            return false;
        }
        hasSizes = true;
        if (line.collection() != collection) {
            collection = line.collection();
            before = now;
            now = new HashMap<>();
        }
        if (isListed) {
            long size = Long.parseLong(listed.group(1));
            String address = listed.group(2);
            Long known = now.getOrDefault(address, before.get(address));
            if (known == null || known != size) {
                bySize.merge(size, 1L, Long::sum);
            }
            now.put(address, size);
        }
        if (isReclaimed) {
            now.remove(reclaimed.group(2));
        }
        return true;
    }

    Humongous humongous(Jvm jvm) {
        Answer<List<Site>> sites = Answer.unknown("a log has no stacks: take a flight recording");
        if (jvm.isWithoutRegions()) {
            String reason = "the collector is " + jvm.collector().get() + ": no object is humongous there";
            return new Humongous(Answer.unknown(reason), Answer.unknown(reason), Answer.unknown(reason));
        }
        if (hasSizes) {
            String note = "at least: those that were there at a collection";
            long count = bySize.values().stream().mapToLong(Long::longValue).sum();
            return new Humongous(Answer.of(count, note), Answer.of(bySize, note), sites);
        }
        if (hasRegions && mostRegions == 0) {
            String note = "none was there at a collection";
            return new Humongous(Answer.of(0L, note), Answer.of(bySize, note), sites);
        }
        String reason = "no line of the log has it; log with -Xlog:gc*,gc+humongous=debug";
        return new Humongous(
                Answer.unknown(reason),
                requested.isEmpty()
                        ? Answer.unknown(reason)
                        : Answer.of(requested, "of the requests that began a concurrent cycle"),
                sites);
    }
}
