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

    private FlightReader() {}

    /**
     * Returns what happened in each phase, by the phase's name.
     *
     * @throws IOException if the recording cannot be read, or has no phase
     */
    public static Map<String, Garbage> read(Path recording) throws IOException {
        List<Phase> phases = new ArrayList<>();
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEventType().getName().equals(PhaseEvent.NAME)) {
                    phases.add(new Phase(event.getString("phase"), event.getStartTime(), event.getEndTime()));
                }
            }
        }
        if (phases.isEmpty()) {
            throw new IOException("the flight recording " + recording.getFileName() + " has no measured phase");
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
        return garbage;
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
