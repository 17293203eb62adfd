package io.headroom.buffers.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A flight recording of this JVM, from {@link #start} to {@link #stop}: humongous allocations and pauses.
 *
 * <p>A humongous allocation is a region that becomes the start of a humongous object: exact, and recorded by G1 alone. Pauses come from the
 * pause events, since Remark and Cleanup have no collection of their own; the cause is that of the collection or cycle they belong to.
 */
final class GarbageRecording {
    /** The cause of pauses whose cycle has not ended with the recording. */
    static final String UNFINISHED = "Unfinished Cycle";

    private static final String COLLECTION = "jdk.GarbageCollection";
    private static final String PAUSE = "jdk.GCPhasePause";
    private static final String REGION_TYPE_CHANGE = "jdk.G1HeapRegionTypeChange";
    private static final String STARTS_HUMONGOUS = "Starts Humongous";

    private final Recording recording = new Recording();

    private GarbageRecording() {}

    /** Starts to record. */
    static GarbageRecording start() {
        GarbageRecording started = new GarbageRecording();
        for (String event : List.of(COLLECTION, PAUSE, REGION_TYPE_CHANGE)) {
            started.recording.enable(event).withoutStackTrace().withThreshold(Duration.ZERO);
        }
        started.recording.start();
        return started;
    }

    /** Ends the recording and returns what is in it. */
    Garbage stop() throws IOException {
        Path file = Files.createTempFile("headroom-", ".jfr");
        try (recording) {
            recording.stop();
            recording.dump(file);
            return new Garbage(RecordingFile.readAllEvents(file));
        } finally {
            Files.delete(file);
        }
    }

    /** What a recording says. */
    static final class Garbage {
        private final Map<String, List<Duration>> pausesByCause = new TreeMap<>();
        private long humongousAllocations;

        private Garbage(List<RecordedEvent> events) {
            Map<Integer, String> causes = new HashMap<>();
            for (RecordedEvent event : events) {
                if (event.getEventType().getName().equals(COLLECTION)) {
                    causes.put(event.getInt("gcId"), event.getString("cause"));
                }
            }
            for (RecordedEvent event : events) {
                String name = event.getEventType().getName();
                if (name.equals(PAUSE)) {
                    String cause = causes.getOrDefault(event.getInt("gcId"), UNFINISHED);
                    pausesByCause
                            .computeIfAbsent(cause, first -> new ArrayList<>())
                            .add(event.getDuration());
                } else if (name.equals(REGION_TYPE_CHANGE) && STARTS_HUMONGOUS.equals(event.getString("to"))) {
                    humongousAllocations++;
                }
            }
        }

        long humongousAllocations() {
            return humongousAllocations;
        }

        /** Returns the pauses, Remark and Cleanup included, by the cause that the collector gives. */
        Map<String, List<Duration>> pausesByCause() {
            return pausesByCause;
        }
    }
}
