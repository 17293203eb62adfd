package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No array of ours is longer than 256 KiB: seen by a flight recording in child JVMs, whatever collector and region size, the default one
 * included (public reports apache/spark#34846, trinodb/trino#27553, elastic/elasticsearch#62410, trinodb/trino#15471). A change that makes one
 * humongous fails here (public report bcgit/bc-java#713).
 */
class NoHumongousObjectsTest {
    private static final int LONGEST = (256 << 10) + 24;

    /** The program is over before it is worth to optimize it, and what is not optimized away is seen. */
    private static final String SETTINGS = " -Xmx512m -XX:TieredStopAtLevel=1 -Xlog:disable";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseG1GC",
                "-XX:+UseG1GC -XX:G1HeapRegionSize=1m",
                "-XX:+UseG1GC -XX:G1HeapRegionSize=2m",
                "-XX:+UseG1GC -XX:G1HeapRegionSize=3m",
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
        String output = ChildJvm.run(flags + SETTINGS, LargeFrames.class, arguments);
        Matcher report = Pattern.compile("humongous=(?<humongous>\\d+) largest=(?<largest>\\d+) idle=(?<idle>\\w+)")
                .matcher(output);
        assertThat(report.find()).as("output of the child: " + output).isTrue();
        return report;
    }
}
