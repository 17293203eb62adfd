package io.headroom.buffers.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.reading.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs of a JVM and of the one before it, where both have left them under one name. */
class SeveralJvmsTest {
    @TempDir
    private Path folder;

    @Test
    void tellsALogFromThatOfTheStartBefore() throws IOException {
        Path before = write("gc.log.0", lines("jdk17.log"));
        Path current = write("gc.log", lines("healthy.log"));

        List<Evidence> all = read(current, before);

        assertThat(all).hasSize(2);
        assertSame(of(all, before), lines("jdk17.log"));
        assertSame(of(all, current), lines("healthy.log"));
    }

    @Test
    void putsTogetherWhatEachOfThemHasWritten() throws IOException {
        List<String> lines = lines("jdk25.log");
        int third = lines.size() / 3;
        Path first = write("gc.log.0", lines.subList(0, third));
        Path second = write("gc.log.1", lines.subList(third, 2 * third));
        Path last = write("gc.log.2", lines.subList(2 * third, lines.size()));
        Path current = write("gc.log", lines("healthy.log"));

        List<Evidence> all = read(current, first, second, last);

        assertThat(all).hasSize(2);
        Evidence rotated = of(all, first);
        assertThat(rotated.source().files()).containsExactly(first.toString(), second.toString(), last.toString());
        assertSame(rotated, lines);
        assertSame(of(all, current), lines("healthy.log"));
    }

    @Test
    void doesSoWithoutTimesToo() throws IOException {
        List<String> lines = lines("jdk25.log").stream()
                .map(line -> line.replaceFirst("^(\\[[^]]*])+ ", ""))
                .toList();
        int half = lines.size() / 2;
        Path last = write("gc.log", lines.subList(half, lines.size()));
        Path first = write("gc.log.0", lines.subList(0, half));

        List<Evidence> all = read(last, first);

        assertThat(all).hasSize(1);
        assertSame(all.get(0), lines);
    }

    @Test
    void tellsJvmsApartThatWroteIntoOneFile() throws IOException {
        List<String> both = new ArrayList<>(lines("jdk17.log"));
        both.addAll(lines("healthy.log"));
        Path file = write("stdout.log", both);

        List<Evidence> all = read(file);

        assertThat(all).hasSize(2);
        assertSame(of(all, file), lines("jdk17.log"));
        Evidence second = all.stream()
                .filter(evidence -> !evidence.source().files().contains(file.toString()))
                .findFirst()
                .orElseThrow();
        assertThat(second.source().files())
                .containsExactly(file + " from line " + (lines("jdk17.log").size() + 1));
        assertSame(second, lines("healthy.log"));
    }

    /** Shenandoah says so in each collection. */
    @Test
    void takesWorkersForNoOtherJvm() throws IOException {
        Path file = write(
                "gc.log",
                List.of(
                        "[0.01s][info][gc] Using Shenandoah",
                        "[0.50s][info][gc,task] GC(0) Using 1 of 2 workers for Concurrent Reset",
                        "[0.51s][info][gc] GC(0) Pause Init Mark (unload classes) 0.100ms",
                        "[0.52s][info][gc,task] Using 2 of 2 workers for Concurrent Uncommit",
                        "[0.60s][info][gc] GC(1) Pause Init Mark (unload classes) 0.100ms"));

        List<Evidence> all = read(file);

        assertThat(all).hasSize(1);
        assertThat(all.get(0).jvm().collector().get()).isEqualTo("Shenandoah");
        assertThat(all.get(0).pauses().get()).hasSize(2);
    }

    private void assertSame(Evidence evidence, List<String> lines) throws IOException {
        Evidence expected = read(write("alone.log", lines)).get(0);
        assertThat(evidence.seconds()).isEqualTo(expected.seconds());
        assertThat(evidence.collections()).isEqualTo(expected.collections());
        assertThat(evidence.pauses()).isEqualTo(expected.pauses());
        assertThat(evidence.humongous()).isEqualTo(expected.humongous());
        assertThat(evidence.jvm()).isEqualTo(expected.jvm());
    }

    private static Evidence of(List<Evidence> all, Path file) {
        return all.stream()
                .filter(evidence -> evidence.source().files().contains(file.toString()))
                .findFirst()
                .orElseThrow();
    }

    private static List<Evidence> read(Path... files) throws IOException {
        List<Evidence> all = new ArrayList<>();
        for (Sources.Source source : Sources.of(Arrays.asList(files))) {
            all.add(source.read());
        }
        return all;
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(SeveralJvmsTest.class.getResourceAsStream("/logs/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private Path write(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }
}
