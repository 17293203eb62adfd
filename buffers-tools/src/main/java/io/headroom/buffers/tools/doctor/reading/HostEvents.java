package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Host;
import io.headroom.buffers.tools.doctor.evidence.Point;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Events about the machine. */
final class HostEvents {
    private static final String LOAD = "jdk.CPULoad";
    private static final String MEMORY = "jdk.PhysicalMemory";

    private final Clock clock;
    private final List<Point> load = new ArrayList<>();
    private final List<Point> ownLoad = new ArrayList<>();
    private final List<Point> free = new ArrayList<>();
    private long memoryBytes;

    HostEvents(Clock clock) {
        this.clock = clock;
    }

    void see(RecordedEvent event, String name) {
        double at = RecordingReader.seconds(event.getStartTime());
        if (name.equals(LOAD)) {
            load.add(new Point(at, event.getFloat("machineTotal")));
            ownLoad.add(new Point(at, event.getFloat("jvmUser") + event.getFloat("jvmSystem")));
        } else if (name.equals(MEMORY)) {
            memoryBytes = event.getLong("totalSize");
            free.add(new Point(at, memoryBytes - event.getLong("usedSize")));
        }
    }

    Host host(Switches switches) {
        return new Host(
                switches.ifRecorded(LOAD, () -> sinceStart(load)),
                switches.ifRecorded(LOAD, () -> sinceStart(ownLoad)),
                switches.ifRecorded(MEMORY, () -> sinceStart(free)),
                memoryBytes > 0
                        ? Answer.of(memoryBytes)
                        : Answer.unknown(switches.has(MEMORY) ? "no " + MEMORY + " yet" : switches.missing(MEMORY)));
    }

    private List<Point> sinceStart(List<Point> all) {
        return all.stream()
                .map(point -> new Point(clock.since(point.atSeconds()), point.value()))
                .toList();
    }
}
