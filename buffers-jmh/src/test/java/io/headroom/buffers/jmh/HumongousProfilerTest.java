package io.headroom.buffers.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class HumongousProfilerTest {
    @Test
    void countsHumongousArraysPausesAndCopiesExactly() throws RunnerException {
        Map<String, Double> results = secondary(run(options(KnownGarbage.class)));

        int iterations = KnownGarbage.ITERATIONS;
        assertThat(results)
                .containsEntry("humongous.count", (double) iterations * KnownGarbage.ARRAYS)
                .containsEntry("humongous.norm", (double) KnownGarbage.ARRAYS / KnownGarbage.OPERATIONS)
                .containsEntry("pause.system_gc_.count", (double) iterations * KnownGarbage.COLLECTIONS)
                .containsEntry("copied.norm", (double) KnownGarbage.COPIED / KnownGarbage.OPERATIONS)
                .containsEntry("copied.share", (double) KnownGarbage.COPIED / KnownGarbage.READ);
        assertThat(results.get("pause.count")).isGreaterThanOrEqualTo(results.get("pause.system_gc_.count"));
        assertThat(results.get("pause.max")).isPositive();
        assertThat(results.get("pause.total")).isGreaterThanOrEqualTo(results.get("pause.max"));
    }

    @Test
    void addsItsResultsToThoseOfABenchmark() throws RunnerException {
        RunResult result = run(options(ReadBenchmark.class)
                .param("frames", "MIB2_ALONE")
                .param("readBytes", "65536")
                .param("strategy", "EXACT")
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(100)));

        assertThat(result.getPrimaryResult().getScore()).isPositive();
        assertThat(secondary(result))
                .containsEntry("humongous.norm", 32.0 / ReadBenchmark.OPERATIONS)
                .containsEntry("copied.share", 1.0)
                .containsKeys("pause.count", "pause.total", "pause.max", "frames", "reads", "mib", "cpuNanos");
    }

    private static ChainedOptionsBuilder options(Class<?> benchmark) {
        return new OptionsBuilder()
                .include(benchmark.getName())
                .forks(1)
                .addProfiler(HumongousProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static RunResult run(ChainedOptionsBuilder options) throws RunnerException {
        Collection<RunResult> results = new Runner(options.build()).run();
        assertThat(results).hasSize(1);
        return results.iterator().next();
    }

    private static Map<String, Double> secondary(RunResult result) {
        Map<String, Double> scores = new TreeMap<>();
        result.getSecondaryResults().forEach((name, secondary) -> scores.put(name, secondary.getScore()));
        return scores;
    }
}
