package io.headroom.buffers.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headroom.buffers.jmh.strategy.Strategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Prints the results of {@link ReadBenchmark} as ratios: the only figures of a run that mean something on another machine.
 *
 * <pre>{@code java -cp buffers-jmh/target/benchmarks.jar io.headroom.buffers.jmh.Ratios run.json}</pre>
 *
 * <p>{@code run.json} is what JMH writes with {@code -rf json -rff run.json}. A ratio is there if the run has what it is a ratio to.
 */
public final class Ratios {
    private static final String BENCHMARK = ReadBenchmark.class.getName() + ".read";
    private static final String NETTY = "NETTY_";
    private static final String ABSENT = "-";
    private static final String LEGEND = """
            x floor, x one slab: time, in times of FLOOR (for Bitcoin frames, FLOOR_BITCOIN) and of FLOOR_ONE_SLAB; (CPU): the reading thread's CPU time likewise.
            of Netty: speed, in times of the fastest of Netty's; (CPU): by CPU time. B/op: allocated for 64 KiB. copied: for each byte read.
            """;

    /** Results by strategy, for one kind of frames and one size of reads. */
    private final Map<String, Map<String, JsonNode>> groups = new LinkedHashMap<>();

    private Ratios(JsonNode run) {
        for (JsonNode result : run) {
            if (result.path("benchmark").asText().equals(BENCHMARK)) {
                JsonNode params = result.path("params");
                String group = params.path("frames").asText() + ", reads of "
                        + params.path("readBytes").asText() + " bytes";
                groups.computeIfAbsent(group, first -> new LinkedHashMap<>())
                        .put(params.path("strategy").asText(), result);
            }
        }
    }

    /** Prints the table of one run. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("usage: Ratios run.json, which JMH writes with -rf json -rff run.json");
            System.exit(2);
        }
        System.out.print(table(Files.readString(Path.of(arguments[0]))));
    }

    /**
     * Returns the table.
     *
     * @param json JMH's results
     * @throws IOException if that is not JSON
     */
    static String table(String json) throws IOException {
        return new Ratios(new ObjectMapper().readTree(json)).table();
    }

    private String table() {
        StringBuilder table = new StringBuilder();
        groups.forEach((name, group) -> {
            double slab = score(group, Strategy.FLOOR_ONE_SLAB.name());
            double netty = nettys(group, Ratios::score).max().orElse(Double.NaN);
            double nettyCpu = nettys(group, Ratios::cpu).min().orElse(Double.NaN);
            double slabCpu = cpu(group, Strategy.FLOOR_ONE_SLAB.name());
            line(
                    table,
                    name,
                    "MiB/s",
                    "x floor",
                    "(CPU)",
                    "x one slab",
                    "(CPU)",
                    "of Netty",
                    "(CPU)",
                    "B/op",
                    "copied");
            group.forEach((strategy, result) -> {
                double score = score(group, strategy);
                String floor = floor(strategy);
                line(
                        table,
                        "  " + strategy,
                        figure(secondary(result, "mib"), "%.0f"),
                        figure(score(group, floor) / score, "%.2f"),
                        figure(cpu(group, strategy) / cpu(group, floor), "%.2f"),
                        figure(slab / score, "%.2f"),
                        figure(cpu(group, strategy) / slabCpu, "%.2f"),
                        figure(score / netty, "%.2f"),
                        figure(nettyCpu / cpu(group, strategy), "%.2f"),
                        figure(secondary(result, "gc.alloc.rate.norm"), "%.2f"),
                        figure(secondary(result, "copied.share"), "%.3f"));
            });
            table.append('\n');
        });
        return table.append(LEGEND).toString();
    }

    private static String floor(String strategy) {
        return Stream.of(Strategy.values())
                .filter(known -> known.name().equals(strategy))
                .findFirst()
                .map(known -> known.floor().name())
                .orElse(Strategy.FLOOR.name());
    }

    private static DoubleStream nettys(
            Map<String, JsonNode> group, ToDoubleBiFunction<Map<String, JsonNode>, String> figure) {
        return group.keySet().stream()
                .filter(strategy -> strategy.startsWith(NETTY))
                .mapToDouble(strategy -> figure.applyAsDouble(group, strategy));
    }

    private static void line(StringBuilder table, String name, Object... cells) {
        table.append(String.format(Locale.ROOT, "%-34s", name));
        for (Object cell : cells) {
            table.append(String.format(Locale.ROOT, "%11s", cell));
        }
        table.append('\n');
    }

    private static String figure(double value, String format) {
        return Double.isNaN(value) ? ABSENT : String.format(Locale.ROOT, format, value);
    }

    private static double score(Map<String, JsonNode> group, String strategy) {
        JsonNode result = group.get(strategy);
        return result == null ? Double.NaN : number(result.path("primaryMetric"));
    }

    /** Returns the CPU time for a MiB. */
    private static double cpu(Map<String, JsonNode> group, String strategy) {
        JsonNode result = group.get(strategy);
        return result == null ? Double.NaN : secondary(result, "cpuNanos") / secondary(result, "mib");
    }

    private static double secondary(JsonNode result, String name) {
        return number(result.path("secondaryMetrics").path(name));
    }

    /** JMH writes NaN as a string. */
    private static double number(JsonNode metric) {
        return metric.path("score").asDouble(Double.NaN);
    }
}
