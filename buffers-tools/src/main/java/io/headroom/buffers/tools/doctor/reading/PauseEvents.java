package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/** Events about collections and their pauses. */
final class PauseEvents {
    private static final String COLLECTION = "jdk.GarbageCollection";
    private static final String PAUSE = "jdk.GCPhasePause";
    private static final String CONCURRENT = "G1Old";

    private final Clock clock;
    private final SortedMap<String, Long> byCause = new TreeMap<>();
    private final SortedMap<String, Long> full = new TreeMap<>();
    private final List<Pause> pauses = new ArrayList<>();
    private final List<Pause> sums = new ArrayList<>();
    private long concurrent;

    PauseEvents(Clock clock) {
        this.clock = clock;
    }

    void see(RecordedEvent event, String name) {
        if (name.equals(PAUSE)) {
            pauses.add(pause(event, event.getDuration()));
        } else if (name.equals(COLLECTION)) {
            collection(event);
        }
    }

    private void collection(RecordedEvent event) {
        String collector = String.valueOf(event.getString("name"));
        if (collector.equals(CONCURRENT)) {
            concurrent++;
            return;
        }
        String cause = String.valueOf(event.getString("cause"));
        if (collector.equals("G1Full") || collector.equals("SerialOld") || collector.equals("ParallelOld")) {
            full.merge(cause, 1L, Long::sum);
        }
        byCause.merge(cause, 1L, Long::sum);
        sums.add(pause(event, event.getDuration("sumOfPauses")));
    }

    private static Pause pause(RecordedEvent event, Duration length) {
        return new Pause(RecordingReader.seconds(event.getStartTime()), length.toNanos() / 1e6);
    }

    Answer<Collected> collections(Switches switches) {
        return switches.ifRecorded(COLLECTION, () -> new Collected(byCause, full, concurrent));
    }

    Answer<List<Pause>> pauses(Switches switches) {
        if (!switches.has(PAUSE) && switches.has(COLLECTION)) {
            return Answer.of(
                    sinceStart(sums),
                    "sums of each collection, Remark and Cleanup of G1 left out: " + switches.missing(PAUSE));
        }
        return switches.ifRecorded(PAUSE, () -> sinceStart(pauses));
    }

    private List<Pause> sinceStart(List<Pause> all) {
        return all.stream()
                .map(pause -> new Pause(clock.since(pause.atSeconds()), pause.millis()))
                .sorted(Comparator.comparingDouble(Pause::atSeconds))
                .toList();
    }
}
