package io.headroom.buffers.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.headroom.buffers.tools.doctor.diagnosis.Diagnosis;
import io.headroom.buffers.tools.doctor.diagnosis.Verdict;
import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Pause;
import io.headroom.buffers.tools.doctor.evidence.Source;
import io.headroom.buffers.tools.doctor.evidence.Version;
import io.headroom.buffers.tools.doctor.reading.Sources;
import io.headroom.buffers.tools.doctor.reading.UnreadableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"jdk17.log", "jdk25.log"})
    void findsSizesInLogsOf17And25AndTheRegionThatFits(String name) throws IOException {
        Evidence evidence = read(name);

        assertThat(evidence.humongous().bySize().get().keySet()).containsExactly(600_016L, 700_016L);
        // Both live through all collections and are listed at each.
        assertThat(evidence.humongous().bySize().get()).containsEntry(700_016L, 2L);
        assertThat(evidence.jvm().heap().thresholdBytes().get()).isEqualTo(512 << 10);
        assertThat(evidence.jvm().heap().maxBytes().get()).isEqualTo(16 << 20);
        assertThat(evidence.jvm().version().get().feature()).isEqualTo(Integer.parseInt(name.substring(3, 5)));
        Collected collected = evidence.collections().get();
        assertThat(collected.humongous()).isPositive().isEqualTo(collected.count());
        assertThat(evidence.source().lines().unknown()).isZero();
        assertThat(Diagnosis.of(evidence).remedies().get(0).steps())
                .anyMatch(step -> step.contains("700,016 bytes, header included: 2m is the smallest region"));
    }

    @Test
    void readsALogOf11() throws IOException {
        Evidence evidence = read("jdk11.log");

        Collected collected = evidence.collections().get();
        assertThat(collected.byCause()).isEqualTo(Map.of(Collected.HUMONGOUS, 1L, "G1 Evacuation Pause", 2L));
        assertThat(collected.fullByCause()).isEqualTo(Map.of("G1 Evacuation Pause", 1L));
        assertThat(collected.concurrentCycles()).isEqualTo(1);
        assertThat(evidence.pauses().get()).extracting(Pause::millis).containsExactly(2.912, 0.5, 0.1, 1.5, 10.0);
        assertThat(evidence.humongous().bySize().get()).isEqualTo(Map.of(600_016L, 2L));
        assertThat(evidence.jvm().heap().regionBytes().get()).isEqualTo(1 << 20);
        assertThat(evidence.jvm().version().isKnown()).isFalse();
        assertThat(evidence.oldBytes().get()).extracting("value").containsExactly(0.0, 3.0 * (1 << 20));
        assertThat(Diagnosis.of(evidence).findings().toString()).contains("there were full collections");
    }

    @Test
    void readsDatesAndAdvisesSmallerPartsWhereNoSensibleRegionIsLargeEnough() throws IOException {
        Evidence evidence = read("jdk21-dates.log");

        assertThat(evidence.seconds().get()).isCloseTo(20.0, within(0.01));
        assertThat(evidence.collections().get().byCause())
                .isEqualTo(Map.of("G1 Evacuation Pause", 1L, "GCLocker Initiated GC", 1L));
        Diagnosis diagnosis = Diagnosis.of(evidence);
        assertThat(diagnosis.findings().toString()).contains("of which 50.0 % stay empty");
        assertThat(diagnosis.remedies().get(0).title()).startsWith("Smaller parts, not a larger region: 128m");
        assertThat(diagnosis.remedies().get(0).code()).isEmpty();
    }

    @Test
    void readsRotatedFilesAsOneLogInTheOrderOfTime() throws IOException {
        List<String> lines = lines("jdk25.log");
        int third = lines.size() / 3;
        // The JVM renames the current file when it is full, so the newest is the one without a number.
        Path first = write("gc.log.1", lines.subList(0, third));
        Path second = write("gc.log.0", lines.subList(third, 2 * third));
        Path current = write("gc.log", lines.subList(2 * third, lines.size()));

        List<Sources.Source> sources = Sources.of(List.of(current, second, first));

        assertThat(sources).hasSize(1);
        Evidence evidence = sources.get(0).read();
        assertThat(evidence.source().files()).containsExactly(first.toString(), second.toString(), current.toString());
        Evidence whole = read("jdk25.log");
        assertThat(evidence.collections()).isEqualTo(whole.collections());
        assertThat(evidence.pauses()).isEqualTo(whole.pauses());
        assertThat(evidence.humongous()).isEqualTo(whole.humongous());
    }

    @Test
    void readsALogWhoseBeginningIsLostAndSaysWhatThatCosts() throws IOException {
        List<String> lines = lines("jdk17.log");
        Path file = write("gc.log", lines.subList(30, lines.size()));
        Evidence evidence = read(file);

        assertThat(evidence.collections().get().humongous()).isPositive();
        assertThat(evidence.jvm().heap().regionBytes().note()).contains("may be lost");
        assertThat(Diagnosis.of(evidence).gaps()).extracting("question").contains("size of a region");
    }

    @Test
    void countsUnknownLinesAndGoesOn() throws IOException {
        List<String> lines = new ArrayList<>(lines("jdk25.log"));
        lines.add(5, "Exception in thread \"main\" java.lang.IllegalStateException");
        lines.add(9, "[not a decoration");
        lines.add(20, "\u0001\u0002 rubbish");
        lines.add(
                30,
                "[1.0s][info][gc] GC(99999999999999999999) Pause Young (Normal) (G1 Evacuation Pause) 1M->1M(1M) 1.0ms");
        Evidence evidence = read(write("gc.log", lines));

        assertThat(evidence.source().lines().unknown()).isEqualTo(3);
        assertThat(evidence.collections()).isEqualTo(read("jdk25.log").collections());
    }

    @Test
    void takesTheSizeOfARequestWhereObjectsAreNotListed() throws IOException {
        Evidence evidence = read(write(
                "gc.log",
                List.of(
                        "[0.01s][info ][gc,init] Heap Region Size: 1M",
                        "[0.07s][debug][gc,ergo,ihop] Request concurrent cycle initiation (occupancy higher than threshold) "
                                + "occupancy: 7340032B allocation request: 600016B threshold: 7549747B (45.00) "
                                + "source: concurrent humongous allocation")));

        assertThat(evidence.humongous().count().isKnown()).isFalse();
        assertThat(evidence.humongous().bySize().get()).isEqualTo(Map.of(600_016L, 1L));
    }

    @Test
    void readsLinesWithoutDecorations() throws IOException {
        List<String> plain = lines("jdk25.log").stream()
                .map(line -> line.replaceFirst("^(\\[[^]]*])+ ", ""))
                .toList();
        Evidence evidence = read(write("gc.log", plain));

        assertThat(evidence.collections()).isEqualTo(read("jdk25.log").collections());
        assertThat(evidence.humongous().bySize())
                .isEqualTo(read("jdk25.log").humongous().bySize());
        assertThat(evidence.seconds().isKnown()).isFalse();
        assertThat(Diagnosis.of(evidence).verdict()).isEqualTo(Verdict.UNHEALTHY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OpenJDK 64-Bit Server VM (25.40-b25) for linux-amd64 JRE (1.8.0_40-b25), built on | before JDK 8u60",
                "[0.1s][info][gc,init] Version: 17.0.15+6 (release) | 32m at most before JDK 18",
                "[0.1s][info][gc,init] Version: 25.0.3+9-LTS (release) | up to 512m from JDK 18 on"
            })
    void advisesByTheVersionThatTheSameLogHas(String header, String advice) throws IOException {
        List<String> lines = new ArrayList<>(lines("jdk11.log"));
        lines.add(0, header);
        String remedies = Diagnosis.of(read(write("gc.log", lines))).remedies().get(0).steps().stream()
                .collect(Collectors.joining("\n"));

        assertThat(remedies).contains(advice);
        assertThat(List.of("before JDK 8u60", "up to 512m from JDK 18 on").stream()
                        .filter(remedies::contains)
                        .filter(other -> !other.equals(advice)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Using Serial, Serial", "Using Parallel, Parallel", "Using The Z Garbage Collector, ZGC"})
    void readsOtherCollectors(String line, String collector) throws IOException {
        Evidence evidence = read(write(
                "gc.log",
                List.of(
                        "[0.01s][info][gc] " + line,
                        "[0.50s][info][gc] GC(0) Pause Young (Allocation Failure) 65M->10M(250M) 3.250ms",
                        "[0.60s][info][gc] GC(1) Major Collection (Warmup) 104M(10%)->42M(4%) 0.012s",
                        "[0.60s][info][gc,phases] GC(1) Y: Pause Mark Start (Major) 0.010ms")));

        assertThat(evidence.jvm().collector().get()).isEqualTo(collector);
        assertThat(evidence.collections().get().byCause()).isEqualTo(Map.of("Allocation Failure", 1L, "Warmup", 1L));
        assertThat(evidence.pauses().get()).extracting(Pause::millis).containsExactly(3.25, 0.01);
        assertThat(evidence.humongous().count().note()).contains("no object is humongous there");
    }

    @Test
    void doesNotTakePausesThatAreNotLoggedForNone() throws IOException {
        Evidence evidence = read(write(
                "gc.log",
                List.of(
                        "[0.01s][info][gc] Using The Z Garbage Collector",
                        "[0.60s][info][gc] GC(0) Garbage Collection (Warmup) 104M(10%)->42M(4%)")));

        assertThat(evidence.collections().get().count()).isEqualTo(1);
        assertThat(evidence.pauses().isKnown()).isFalse();
        assertThat(Diagnosis.of(evidence).gaps()).extracting("question").contains("pauses");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[WARN ] Using ZooKeeper at 127.0.0.1", "Using Concurrent maps", "[1.0s] Using Zstd"})
    void doesNotTakeALineOfTheProgramForTheCollector(String line) throws IOException {
        List<String> lines = new ArrayList<>(lines("jdk25.log"));
        lines.add(lines.size() / 2, line);

        Evidence evidence = read(write("gc.log", lines));

        assertThat(evidence.jvm()).isEqualTo(read("jdk25.log").jvm());
        assertThat(evidence.humongous()).isEqualTo(read("jdk25.log").humongous());
    }

    @Test
    void refusesALogOf8InOneLine() {
        assertThatExceptionOfType(UnreadableException.class)
                .isThrownBy(() -> read("jdk8.log"))
                .withMessageContaining("is a log of JDK 8")
                .matches(e -> e.getMessage().lines().count() == 1);
    }

    @Test
    void knowsTheVersionByHotSpotsIntroduction() throws IOException {
        List<String> lines = new ArrayList<>(lines("healthy.log"));
        lines.set(
                1,
                "[0.1s][info][gc] OpenJDK 64-Bit Server VM (21.0.2+13) for linux-amd64 JRE (21.0.2+13-LTS), built on");
        assertThat(read(write("gc.log", lines))
                        .jvm()
                        .version()
                        .map(Version::text)
                        .get())
                .isEqualTo("21.0.2+13-LTS");
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(LogTest.class.getResourceAsStream("/logs/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private Path write(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }

    private Evidence read(String name) throws IOException {
        Path copy = write(name, lines(name));
        Evidence evidence = read(copy);
        assertThat(evidence.source().kind()).isEqualTo(Source.Kind.LOG);
        return evidence;
    }

    private static Evidence read(Path file) throws IOException {
        return Sources.of(List.of(file)).get(0).read();
    }
}
