package io.headroom.buffers.jmh;

import io.headroom.buffers.jmh.GarbageRecording.Garbage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A JMH profiler of what large messages do to a heap:
 *
 * <pre>{@code java -jar buffers-jmh/target/benchmarks.jar -prof io.headroom.buffers.jmh.HumongousProfiler}</pre>
 *
 * <p>Secondary results, for any benchmark, of each measured iteration:
 *
 * <ul>
 *   <li>{@code humongous.count} and {@code humongous.norm}: humongous objects allocated, in all and for each operation; under G1 alone;
 *   <li>{@code pause.count}, {@code pause.total} and {@code pause.max}: stop-the-world pauses of the collector, in milliseconds;
 *   <li>{@code pause.<cause>.count} and {@code pause.<cause>.total}: the same by cause, such as {@code g1_humongous_allocation};
 *   <li>{@code copied.norm}: bytes copied for each operation, and {@code copied.share}: for each byte read; for benchmarks that publish
 *       them, as {@link ReadBenchmark} does.
 * </ul>
 *
 * <p>It records with the JDK's flight recorder, which itself allocates between iterations: take {@code gc.alloc.rate.norm} from a run without
 * it.
 *
 * <p><b>Threads</b>: JMH's, one iteration after the other.
 */
public final class HumongousProfiler implements InternalProfiler {
    private @Nullable GarbageRecording recording;
    private long readBefore;
    private long copiedBefore;

    @Override
    public String getDescription() {
        return "Humongous allocations, pauses by cause, and bytes copied";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        readBefore = CopiedBytes.read();
        copiedBefore = CopiedBytes.copied();
        recording = GarbageRecording.start();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        GarbageRecording started = recording;
        if (started == null) {
            return List.of();
        }
        recording = null;
        long operations = result.getMetadata().getAllOps();
        List<ScalarResult> results = new ArrayList<>();
        try {
            addGarbage(results, started.stop(), operations);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        addCopied(results, operations);
        return results;
    }

    private static void addGarbage(List<ScalarResult> results, Garbage garbage, long operations) {
        long humongous = garbage.humongousAllocations();
        results.add(new ScalarResult("humongous.count", humongous, "counts", AggregationPolicy.SUM));
        results.add(
                new ScalarResult("humongous.norm", perOperation(humongous, operations), "#/op", AggregationPolicy.AVG));
        List<Duration> all = new ArrayList<>();
        for (Map.Entry<String, List<Duration>> pauses : garbage.pausesByCause().entrySet()) {
            String cause = pauses.getKey().toLowerCase(Locale.ROOT).replaceAll("\\W+", "_");
            addPauses(results, "pause." + cause, pauses.getValue());
            all.addAll(pauses.getValue());
        }
        addPauses(results, "pause", all);
        double longest =
                all.stream().mapToDouble(HumongousProfiler::millis).max().orElse(0);
        results.add(new ScalarResult("pause.max", longest, "ms", AggregationPolicy.MAX));
    }

    private static void addPauses(List<ScalarResult> results, String name, List<Duration> pauses) {
        double total = pauses.stream().mapToDouble(HumongousProfiler::millis).sum();
        results.add(new ScalarResult(name + ".count", pauses.size(), "counts", AggregationPolicy.SUM));
        results.add(new ScalarResult(name + ".total", total, "ms", AggregationPolicy.SUM));
    }

    private void addCopied(List<ScalarResult> results, long operations) {
        long read = CopiedBytes.read() - readBefore;
        long copied = CopiedBytes.copied() - copiedBefore;
        if (read > 0) {
            results.add(
                    new ScalarResult("copied.norm", perOperation(copied, operations), "B/op", AggregationPolicy.AVG));
            results.add(new ScalarResult("copied.share", (double) copied / read, "B/B", AggregationPolicy.AVG));
        }
    }

    private static double perOperation(long count, long operations) {
        return operations == 0 ? 0 : (double) count / operations;
    }

    private static double millis(Duration pause) {
        return pause.toNanos() / 1e6;
    }
}
