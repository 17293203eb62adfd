package io.headroom.buffers.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.tools.doctor.diagnosis.Diagnosis;
import io.headroom.buffers.tools.doctor.diagnosis.Join;
import io.headroom.buffers.tools.doctor.diagnosis.Severity;
import io.headroom.buffers.tools.doctor.diagnosis.Verdict;
import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Site;
import io.headroom.buffers.tools.doctor.evidence.Site.Certainty;
import io.headroom.buffers.tools.doctor.program.HeadroomLoop;
import io.headroom.buffers.tools.doctor.program.KnownArrays;
import io.headroom.buffers.tools.doctor.program.NaiveLoop;
import io.headroom.buffers.tools.doctor.program.SmallObjects;
import io.headroom.buffers.tools.doctor.reading.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
    private static final String[] REGIONS_OF_1M = {"-Xms256m", "-Xmx256m", "-XX:+UseG1GC", "-XX:G1HeapRegionSize=1m"};
    private static final String[] REGIONS_OF_2M = {"-Xms256m", "-Xmx1g", "-XX:+UseG1GC", "-XX:G1HeapRegionSize=2m"};

    @TempDir
    private static Path shared;

    private static Path naive;

    @TempDir
    private Path folder;

    @BeforeAll
    static void recordANaiveLoop() throws IOException, InterruptedException {
        naive = Child.record(shared, NaiveLoop.class, Child.ALL, REGIONS_OF_2M);
    }

    @Test
    void countsHumongousArraysExactlyAndTiesEachSizeToItsSite() throws IOException, InterruptedException {
        Evidence evidence = read(Child.record(folder, KnownArrays.class, Child.ALL, REGIONS_OF_1M));

        assertThat(evidence.jvm().heap().thresholdBytes().get()).isEqualTo(512 << 10);
        assertThat(evidence.humongous().count().get()).isEqualTo(KnownArrays.SMALLER + KnownArrays.LARGER);
        assertThat(evidence.humongous().count().note()).isEmpty();
        assertThat(evidence.humongous().bySize().get())
                .isEqualTo(new TreeMap<>(Map.of(
                        KnownArrays.SMALLER_BYTES + 16L,
                        (long) KnownArrays.SMALLER,
                        KnownArrays.LARGER_BYTES + 16L,
                        (long) KnownArrays.LARGER)));
        List<Site> sites = evidence.humongous().sites().get();
        assertThat(sites).extracting(Site::certainty).containsOnly(Certainty.CERTAIN);
        assertThat(sites).extracting(Site::objectClass).containsOnly("byte[]");
        assertThat(sites.get(0).line()).startsWith(KnownArrays.class.getName() + ".smaller(KnownArrays.java:");
        assertThat(sites.get(0).bySize())
                .containsExactly(Map.entry(KnownArrays.SMALLER_BYTES + 16L, (long) KnownArrays.SMALLER));
        assertThat(sites.get(1).line()).startsWith(KnownArrays.class.getName() + ".larger(KnownArrays.java:");
        assertThat(sites.get(1).bySize())
                .containsExactly(Map.entry(KnownArrays.LARGER_BYTES + 16L, (long) KnownArrays.LARGER));
    }

    @Test
    void diagnosesANaiveLoopWithLineCauseThresholdAndTheRegionThatHelps() throws IOException {
        Diagnosis diagnosis = Diagnosis.of(read(naive));

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNHEALTHY);
        assertThat(diagnosis.findings().get(0).severity()).isNotEqualTo(Severity.NOTE);
        String findings = diagnosis.findings().toString();
        assertThat(findings).contains("G1 Humongous Allocation", "above 1,048,576 bytes, header included");
        assertThat(findings).contains(NaiveLoop.class.getName() + ".read(NaiveLoop.java:");
        assertThat(findings).contains(String.format("%,d x 2,097,184 bytes", NaiveLoop.WAKE_UPS));
        String remedies = diagnosis.remedies().toString();
        assertThat(diagnosis.remedies().get(0).code()).containsExactly("-XX:G1HeapRegionSize=8m");
        assertThat(remedies).contains("4m is not enough", "8m is the smallest region", "maxFrame(2_097_168)");
        assertThat(diagnosis.gaps()).isEmpty();
        assertThat(diagnosis.recipe()).isEmpty();
    }

    @Test
    void countsACollectionOnceThatTheRecordingListsUnderTwoNames() throws IOException {
        Collected collected = read(naive).collections().get();

        // A young collection of another cause may begin a cycle too, and one that still goes on at the end is not
        // listed yet.
        Map<String, Long> young = listed(naive, "G1New");
        Map<String, Long> old = listed(naive, "G1Old");
        assertThat(old).containsKey(Collected.HUMONGOUS);
        assertThat(collected.humongous())
                .isEqualTo(young.get(Collected.HUMONGOUS))
                .isPositive();
        assertThat(collected.concurrentCycles())
                .isEqualTo(old.values().stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void findsNoHumongousObjectInALoopThatUsesTheLibrary() throws IOException, InterruptedException {
        Evidence evidence = read(Child.record(folder, HeadroomLoop.class, Child.ALL, REGIONS_OF_1M));

        assertThat(evidence.humongous().count().get()).isZero();
        assertThat(evidence.humongous().bySize().get()).isEmpty();
        assertThat(evidence.humongous().sites().get()).isEmpty();
        Diagnosis diagnosis = Diagnosis.of(evidence);
        assertThat(diagnosis.findings().toString()).doesNotContain("umongous");
        assertThat(diagnosis.remedies()).isEmpty();
    }

    @Test
    void tellsAnEventThatIsNotInTheRecordingFromNone() throws IOException, InterruptedException {
        String off = "settings=default,jdk.ObjectAllocationSample#enabled=false";
        Diagnosis diagnosis = Diagnosis.of(read(Child.record(folder, KnownArrays.class, off, REGIONS_OF_1M)));

        assertThat(diagnosis.evidence().humongous().count().isKnown()).isFalse();
        assertThat(diagnosis.evidence().humongous().count().note())
                .isEqualTo("event not in this recording: jdk.G1HeapRegionTypeChange was off");
        assertThat(diagnosis.evidence().humongous().sites().note())
                .isEqualTo("event not in this recording: jdk.ObjectAllocationOutsideTLAB was off");
        assertThat(diagnosis.gaps()).extracting("question").contains("how many humongous objects");
        assertThat(diagnosis.recipe().get(0)).contains("jdk.ObjectAllocationOutsideTLAB#enabled=true");
        assertThat(diagnosis.evidence().collections().isKnown()).isTrue();
    }

    @Test
    void doesNotTakeTheWeightOfASampleForASize() throws IOException, InterruptedException {
        Diagnosis diagnosis =
                Diagnosis.of(read(Child.record(folder, KnownArrays.class, "settings=profile", REGIONS_OF_1M)));

        assertThat(diagnosis.evidence().humongous().bySize().isKnown()).isFalse();
        List<Site> sites = diagnosis.evidence().humongous().sites().get();
        assertThat(sites).extracting(Site::certainty).containsOnly(Certainty.POSSIBLE);
        assertThat(sites).allSatisfy(site -> assertThat(site.bySize()).isEmpty());
        assertThat(diagnosis.recipe()).isNotEmpty();
    }

    @Test
    void tiesTheSizesOfALogToTheLinesOfARecording() throws IOException, InterruptedException {
        Path log = folder.resolve("gc.log");
        Path recording = Child.record(
                folder,
                KnownArrays.class,
                "settings=profile,jdk.ObjectAllocationSample#throttle=off",
                "-Xms32m",
                "-Xmx32m",
                "-XX:+UseG1GC",
                "-XX:G1HeapRegionSize=1m",
                "-Xlog:gc*,gc+humongous=debug:file=" + log);
        List<Evidence> joined = Join.of(List.of(read(recording), read(log)));

        // Other lines may be possible ones: a sample's weight has what its thread allocated before, too.
        assertThat(site(joined.get(0), ".smaller(").certainty()).isEqualTo(Certainty.LIKELY);
        assertThat(site(joined.get(0), ".smaller(").largest()).isEqualTo(KnownArrays.SMALLER_BYTES + 16);
        assertThat(site(joined.get(0), ".larger(").certainty()).isEqualTo(Certainty.LIKELY);
        assertThat(site(joined.get(0), ".larger(").largest()).isEqualTo(KnownArrays.LARGER_BYTES + 16);
        assertThat(Diagnosis.of(joined.get(0)).findings().toString())
                .contains("600,016 bytes by the sizes of the log, likely");
        assertThat(joined.get(1)).isEqualTo(read(log));
    }

    @Test
    void joinsNothingThatIsNotOfOneJvm() throws IOException, InterruptedException {
        Path recording = Child.record(folder, KnownArrays.class, "settings=profile", REGIONS_OF_1M);
        Path log = folder.resolve("gc.log");
        Child.run(
                folder,
                KnownArrays.class,
                List.of("-Xmx32m", "-XX:+UseG1GC", "-Xlog:gc*,gc+humongous=debug:file=" + log));
        List<Evidence> both = List.of(read(recording), read(log));
        assertThat(Join.of(both)).isEqualTo(both);
    }

    @Test
    void doesNotListSmallObjectsOfLargeBuffersAsHumongous() throws IOException, InterruptedException {
        String settings = Child.ALL + ",jdk.ObjectAllocationInNewTLAB#enabled=true";
        Path recording = Child.record(
                folder,
                SmallObjects.class,
                settings,
                "-Xms256m",
                "-Xmx256m",
                "-XX:+UseG1GC",
                "-XX:G1HeapRegionSize=4m",
                "-XX:TLABSize=2m",
                "-XX:-ResizeTLAB");
        assertThat(RecordingFile.readAllEvents(recording))
                .anyMatch(event -> event.getEventType().getName().equals("jdk.ObjectAllocationInNewTLAB")
                        && event.getLong("tlabSize") >= 1 << 20
                        && event.getLong("allocationSize") <= 24);

        Evidence evidence = read(recording);
        assertThat(evidence.humongous().count().get()).isZero();
        assertThat(evidence.humongous().sites().get()).isEmpty();
    }

    @Test
    void knowsThatOtherCollectorsHaveNoHumongousObjects() throws IOException, InterruptedException {
        Evidence evidence =
                read(Child.record(folder, KnownArrays.class, Child.ALL, "-Xms64m", "-Xmx64m", "-XX:+UseSerialGC"));

        assertThat(evidence.collections().isKnown()).isTrue();
        assertThat(evidence.jvm().collector().get()).isEqualTo("Serial");
        assertThat(evidence.humongous().count().note()).contains("no object is humongous there");
        assertThat(Diagnosis.of(evidence).remedies()).isEmpty();
        assertThat(Diagnosis.of(evidence).recipe()).isEmpty();
        assertThat(Diagnosis.of(evidence).gaps()).isEmpty();
    }

    @Test
    void cannotTellFromARecordingWithoutCollections() throws IOException, InterruptedException {
        String off = "settings=default,jdk.GarbageCollection#enabled=false,jdk.GCPhasePause#enabled=false";
        Diagnosis diagnosis = Diagnosis.of(read(Child.record(folder, KnownArrays.class, off, REGIONS_OF_1M)));

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.recipe()).isNotEmpty();
    }

    private static Site site(Evidence evidence, String method) {
        return evidence.humongous().sites().get().stream()
                .filter(site -> site.line().startsWith(KnownArrays.class.getName() + method))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Long> listed(Path recording, String name) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.GarbageCollection")
                        && event.getString("name").equals(name))
                .collect(Collectors.groupingBy(event -> event.getString("cause"), Collectors.counting()));
    }

    static Evidence read(Path file) throws IOException {
        return Sources.of(List.of(file)).get(0).read();
    }
}
