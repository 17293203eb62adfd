package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;

/** Events about the heap after each collection. */
final class HeapEvents {
    private static final String ALL = "jdk.GCHeapSummary";
    private static final String G1 = "jdk.G1HeapSummary";
    private static final String OLD = "oldGenUsedSize";

    private final Clock clock;
    private final Map<Long, After> afters = new TreeMap<>();
    private final Map<Long, Long> committed = new HashMap<>();
    private long regionBytes;

    private static final class After {
        private double atSeconds;
        private long usedBytes = -1;
        private long youngBytes = -1;
        private long oldBytes = -1;
    }

    HeapEvents(Clock clock) {
        this.clock = clock;
    }

    void see(RecordedEvent event, String name) {
        if (name.equals(ALL)) {
            RecordedObject space = event.getValue("heapSpace");
            if (space != null) {
                committed.put(event.getLong("gcId"), space.getLong("committedSize"));
            }
            if (isAfter(event)) {
                after(event).usedBytes = event.getLong("heapUsed");
            }
        } else if (name.equals(G1)) {
            int regions = event.getInt("numberOfRegions");
            long bytes = committed.getOrDefault(event.getLong("gcId"), 0L);
            if (regions > 0 && bytes > 0 && bytes % regions == 0) {
                regionBytes = bytes / regions;
            }
            if (isAfter(event)) {
                after(event).youngBytes = event.getLong("edenUsedSize") + event.getLong("survivorUsedSize");
                if (event.hasField(OLD)) {
                    after(event).oldBytes = event.getLong(OLD);
                }
            }
        }
    }

    private static boolean isAfter(RecordedEvent event) {
        return "After GC".equals(event.getString("when"));
    }

    private After after(RecordedEvent event) {
        After after = afters.computeIfAbsent(event.getLong("gcId"), id -> new After());
        after.atSeconds = RecordingReader.seconds(event.getStartTime());
        return after;
    }

    /** Returns the size of a region, 0 if it cannot be told from these events. */
    long regionBytes() {
        return Long.bitCount(regionBytes) == 1 ? regionBytes : 0;
    }

    Answer<List<Point>> oldBytes(Switches switches) {
        boolean hasOld = afters.values().stream().anyMatch(after -> after.oldBytes >= 0);
        List<Point> points = new ArrayList<>();
        for (After after : afters.values()) {
            long bytes = hasOld ? after.oldBytes : after.usedBytes - Math.max(after.youngBytes, 0);
            if (bytes >= 0 && (hasOld || after.usedBytes >= 0)) {
                points.add(new Point(clock.since(after.atSeconds), bytes));
            }
        }
        String missing = switches.missing(ALL);
        if (points.isEmpty() && !missing.isEmpty() && !switches.has(G1)) {
            return Answer.unknown(missing);
        }
        return Answer.of(
                points,
                hasOld
                        ? ""
                        : "what is in use after collections, less the young generation: humongous objects included");
    }
}
