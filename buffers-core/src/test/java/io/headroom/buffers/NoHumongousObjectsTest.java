package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No array of ours is longer than 256 KiB: seen by a flight recording in child JVMs, whatever collector and region size. */
class NoHumongousObjectsTest {
    private static final int LONGEST = (256 << 10) + 24;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseG1GC -XX:G1HeapRegionSize=1m",
                "-XX:+UseG1GC -XX:G1HeapRegionSize=2m",
                "-XX:+UseG1GC -XX:G1HeapRegionSize=4m",
                "-XX:+UseG1GC -XX:G1HeapRegionSize=8m",
                "-XX:+UseG1GC -XX:G1HeapRegionSize=16m",
                "-XX:+UseG1GC -XX:G1HeapRegionSize=32m",
                "-XX:+UseParallelGC",
                "-XX:+UseSerialGC",
                "-XX:+UseZGC",
                "-XX:+UseShenandoahGC",
            })
    void allocatesNoHumongousObjectAndHoldsNothingWhenIdle(String flags) throws Exception {
        Matcher report = run(flags, List.of());
        assertThat(report.group("humongous")).isEqualTo("0");
        assertThat(Integer.parseInt(report.group("largest"))).isLessThanOrEqualTo(LONGEST);
        assertThat(report.group("idle")).isEqualTo("true");
    }

    @Test
    void wouldSeeAHumongousObject() throws Exception {
        Matcher report = run("-XX:+UseG1GC -XX:G1HeapRegionSize=1m", List.of("control"));
        assertThat(report.group("humongous")).isEqualTo("1");
        assertThat(Integer.parseInt(report.group("largest"))).isGreaterThan(LONGEST);
    }

    private static Matcher run(String flags, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags.split(" ", -1)));
        command.addAll(List.of("-Xmx512m", "-Xlog:disable", "-Xlog:all=error:stderr"));
        command.addAll(List.of("-cp", Path.of("target", "classes") + ":" + Path.of("target", "test-classes")));
        command.add(LargeFrames.class.getName());
        command.addAll(arguments);
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        child.getOutputStream().close();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Matcher report = Pattern.compile("humongous=(?<humongous>\\d+) largest=(?<largest>\\d+) idle=(?<idle>\\w+)")
                .matcher(output);
        assertThat(report.find()).as("output of the child: " + output).isTrue();
        return report;
    }
}
