package io.headroom.buffers.jmh.compare.flight;

import io.headroom.buffers.jmh.compare.result.Garbage;
import io.headroom.buffers.jmh.compare.result.Pauses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads from a recording what happened in each measured phase.
 *
 * <p>Collections: a cycle that G1 finishes concurrently is in a recording twice, as the young collection that started it and as "G1Old"; only
 * the former stops the world, so G1Old is left out. Pauses come from the pause events, since Remark and Cleanup have no collection of
 * their own. A humongous allocation is a region that becomes the start of a humongous object.
 */
public final class FlightReader {
    private static final String CONCURRENT_CYCLE = "G1Old";
    private static final String STARTS_HUMONGOUS = "Starts Humongous";
    private static final String REGION_SIZE = "G1HeapRegionSize";

    private FlightReader() {}

    /**
     * Returns what a recording says.
     *
     * @throws IOException if the recording cannot be read, has no phase or does not tell the size of a region
     */
    public static Recorded read(Path recording) throws IOException {
        List<Phase> phases = new ArrayList<>();
        long regionBytes = 0;
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEventType().getName().equals(PhaseEvent.NAME)) {
                    phases.add(new Phase(event.getString("phase"), event.getStartTime(), event.getEndTime()));
                } else if (isRegionSize(event)) {
                    regionBytes = event.getLong("value");
                }
            }
        }
        if (phases.isEmpty()) {
            throw new IOException("the flight recording " + recording.getFileName() + " has no measured phase");
        }
        if (regionBytes == 0) {
            throw new IOException(
                    "the flight recording " + recording.getFileName() + " does not tell the heap's region size");
        }
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                for (Phase phase : phases) {
                    if (phase.has(event.getStartTime())) {
                        phase.count(event);
                    }
                }
            }
        }
        Map<String, Garbage> garbage = new TreeMap<>();
        for (Phase phase : phases) {
            garbage.put(phase.name, phase.garbage());
        }
        return new Recorded(regionBytes, garbage);
    }

    private static boolean isRegionSize(RecordedEvent event) {
        return event.getEventType().getName().equals(FlightSettings.FLAG)
                && REGION_SIZE.equals(event.getString("name"));
    }

    private static final class Phase {
        private final String name;
        private final Instant start;
        private final Instant end;
        private final Map<String, Integer> collections = new TreeMap<>();
        private int humongous;
        private Pauses pauses = Pauses.NONE;
        private long nettyChunkBytes;

        Phase(String name, Instant start, Instant end) {
            this.name = name;
            this.start = start;
            this.end = end;
        }

        boolean has(Instant time) {
            return !time.isBefore(start) && time.isBefore(end);
        }

        void count(RecordedEvent event) {
            switch (event.getEventType().getName()) {
                case FlightSettings.COLLECTION -> {
                    if (!CONCURRENT_CYCLE.equals(event.getString("name"))) {
                        collections.merge(event.getString("cause"), 1, Integer::sum);
                    }
                }
                case FlightSettings.PAUSE ->
                    pauses = pauses.plus(event.getDuration().toNanos() / 1e6);
                case FlightSettings.REGION_TYPE_CHANGE -> {
                    if (STARTS_HUMONGOUS.equals(event.getString("to"))) {
                        humongous++;
                    }
                }
                case FlightSettings.NETTY_CHUNK -> {
                    if (event.getBoolean("direct")) {
                        nettyChunkBytes += event.getInt("capacity");
                    }
                }
                default -> {}
            }
        }

        Garbage garbage() {
            return new Garbage(new TreeMap<>(collections), humongous, pauses, nettyChunkBytes);
        }
    }
}
