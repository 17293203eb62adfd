package io.headroom.buffers.jmh.compare.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.headroom.buffers.jmh.compare.child.ChildProcess;
import io.headroom.buffers.jmh.compare.result.Garbage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlightReaderTest {
    @TempDir
    private Path folder;

    @Test
    void countsHumongousAllocationsAndCollectionsOfThePhaseExactly() throws IOException, InterruptedException {
        Garbage garbage = FlightReader.read(record(List.of())).phases().get(Allocating.PHASE);

        assertThat(garbage.humongousAllocations()).isEqualTo(Allocating.ARRAYS);
        assertThat(garbage.collectionsByCause()).isEqualTo(Map.of("System.gc()", Allocating.COLLECTIONS));
        assertThat(garbage.collections()).isEqualTo(Allocating.COLLECTIONS);
        assertThat(garbage.pauses().count()).isEqualTo(Allocating.COLLECTIONS);
        assertThat(garbage.pauses().maxMillis()).isPositive();
        assertThat(garbage.pauses().totalMillis())
                .isGreaterThanOrEqualTo(garbage.pauses().maxMillis());
        assertThat(garbage.nettyChunkBytes()).isZero();
    }

    @Test
    void countsACollectionOnceThatStartsAConcurrentCycle() throws IOException, InterruptedException {
        Path recording = record(List.of("-XX:+ExplicitGCInvokesConcurrent"));
        Garbage garbage = FlightReader.read(recording).phases().get(Allocating.PHASE);

        assertThat(garbage.collectionsByCause()).isEqualTo(Map.of("System.gc()", Allocating.COLLECTIONS));
        // The young collection that starts the cycle, Remark and Cleanup.
        assertThat(garbage.pauses().count()).isEqualTo(3 * Allocating.COLLECTIONS);
        // The recording has each twice; two of the five are outside the phase.
        long recorded = RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals(FlightSettings.COLLECTION))
                .filter(event -> event.getString("cause").equals("System.gc()"))
                .count();
        assertThat(recorded).isEqualTo(2 * (Allocating.COLLECTIONS + 2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8})
    void tellsTheRegionSizeThatTheJvmRanWith(int mebibytes) throws IOException, InterruptedException {
        Recorded recorded = FlightReader.read(record(List.of("-XX:G1HeapRegionSize=" + mebibytes + "m")));
        assertThat(recorded.regionBytes()).isEqualTo(mebibytes << 20);
    }

    @Test
    void refusesARecordingWithoutPhase() throws IOException {
        Path file = folder.resolve("empty.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        assertThatIOException().isThrownBy(() -> FlightReader.read(file)).withMessageContaining("no measured phase");
    }

    private Path record(List<String> furtherFlags) throws IOException, InterruptedException {
        Path settings = folder.resolve("events.jfc");
        Path recording = folder.resolve("recording.jfr");
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        FlightSettings.write(settings);
        List<String> flags =
                new ArrayList<>(List.of("-Xms128m", "-Xmx128m", "-XX:+UseG1GC", "-XX:G1HeapRegionSize=1m"));
        flags.addAll(furtherFlags);
        flags.addAll(FlightSettings.flags(settings, recording, scratch));
        try (ChildProcess child = ChildProcess.start("allocating", flags, Allocating.class, List.of())) {
            child.awaitEnd(Duration.ofSeconds(30));
        }
        return recording;
    }
}
