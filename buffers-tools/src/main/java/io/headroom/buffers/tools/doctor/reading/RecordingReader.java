package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Heap;
import io.headroom.buffers.tools.doctor.evidence.Jvm;
import io.headroom.buffers.tools.doctor.evidence.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads a flight recording. */
final class RecordingReader {
    private final Clock clock = new Clock();
    private final Switches switches = new Switches();
    private final JvmEvents jvm = new JvmEvents();
    private final PauseEvents pauses = new PauseEvents(clock);
    private final HeapEvents heap = new HeapEvents(clock);
    private final AllocationEvents allocations = new AllocationEvents();
    private final HostEvents host = new HostEvents(clock);

    private RecordingReader() {}

    /**
     * Returns what a recording says.
     *
     * @throws UnreadableException if it is damaged or cut short
     */
    static Evidence read(Path file) throws UnreadableException {
        try {
            return new RecordingReader().readAll(file);
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            // The JDK's parser trusts the file: what is wrong in it comes out as almost any exception, or as an array
            // too large for the heap.
            String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new UnreadableException(Sources.name(file) + ": damaged or cut short, so that it cannot be trusted ("
                    + message.lines().findFirst().orElse("") + "); copy it again when the recording has been stopped");
        }
    }

    private Evidence readAll(Path file) throws IOException {
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                see(events.readEvent());
            }
            switches.types(events.readEventTypes());
        }
        return evidence(file);
    }

    private void see(RecordedEvent event) {
        String name = event.getEventType().getName();
        switches.see(event, name);
        clock.see(seconds(event.getStartTime()));
        jvm.see(event, name);
        pauses.see(event, name);
        heap.see(event, name);
        allocations.see(event, name);
        host.see(event, name);
    }

    private Evidence evidence(Path file) {
        Answer<Long> region = jvm.regionBytes(switches, heap);
        Heap heapFacts = new Heap(region, jvm.maxHeapBytes(switches), jvm.arrayHeaderBytes(switches));
        Jvm facts = new Jvm(jvm.version(switches), jvm.collector(switches), heapFacts, jvm.arguments(switches));
        return new Evidence(
                new Source(Source.Kind.RECORDING, List.of(Sources.name(file)), Source.Lines.NONE),
                facts,
                clock.length(),
                pauses.collections(switches),
                pauses.pauses(switches),
                allocations.humongous(switches, facts),
                heap.oldBytes(switches),
                host.host(switches));
    }

    /** Returns a time in seconds. */
    static double seconds(Instant time) {
        return time.getEpochSecond() + time.getNano() / 1e9;
    }
}
