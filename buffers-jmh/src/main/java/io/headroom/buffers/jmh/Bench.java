package io.headroom.buffers.jmh;

import io.headroom.buffers.jmh.compare.child.ChildFailure;
import io.headroom.buffers.jmh.compare.result.Surroundings;
import io.headroom.buffers.jmh.held.Held;
import io.headroom.buffers.jmh.held.HeldMemory;
import io.headroom.buffers.jmh.results.Publish;
import io.headroom.buffers.jmh.results.Recorded;
import io.headroom.buffers.jmh.results.RunInfo;
import io.headroom.buffers.jmh.strategy.Strategy;
import io.headroom.buffers.jmh.stream.Frames;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Runs all benchmarks, counts the memory that each strategy holds, and records both in a folder with date, JDK, machine and command, and with
 * charts. {@link Publish} puts the figures into documents.
 *
 * <pre>{@code java -cp buffers-jmh/target/benchmarks.jar io.headroom.buffers.jmh.Bench --quick}</pre>
 *
 * <p>Exit codes: 0; 1 if something failed, and then nothing is recorded; 2 for wrong options.
 */
@Command(
        name = "bench",
        sortOptions = false,
        description =
                "Runs all benchmarks and records figures and charts; about two hours, with --quick less than five minutes.")
public final class Bench implements Callable<Integer> {
    /** The parts of a run. */
    enum Part {
        READ,
        LEASE,
        CURSOR,
        CONNECTIONS,
        STATS,
        MEMORY
    }

    @Spec
    private @Nullable CommandSpec spec;

    /** Picocli reads it, nothing else. */
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--help", usageHelp = true, description = "print this and end")
    private boolean isHelpWanted;

    @Option(names = "--quick", description = "fewer strategies and streams, one short fork each")
    private boolean isQuick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "PART",
            description = "only these: ${COMPLETION-CANDIDATES}; the tables of the others are empty")
    private Set<Part> parts = EnumSet.allOf(Part.class);

    @Option(
            names = "--strategies",
            split = ",",
            paramLabel = "NAME",
            description = "only these: ${COMPLETION-CANDIDATES}")
    private Set<Strategy> strategies = EnumSet.allOf(Strategy.class);

    @Option(names = "--out", paramLabel = "DIR", description = "where to record (default: ${DEFAULT-VALUE})")
    private Path out = Path.of("results", "bench");

    private final List<Path> files = new ArrayList<>();

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** Returns the command, ready to be executed. */
    static CommandLine commandLine() {
        return new CommandLine(new Bench())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("bench: " + failure.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                });
    }

    @Override
    public Integer call() throws IOException, RunnerException, ChildFailure, InterruptedException {
        String started = ZonedDateTime.now(ZoneId.systemDefault())
                .truncatedTo(ChronoUnit.SECONDS)
                .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
        Effort effort = isQuick ? Effort.QUICK : Effort.FULL;
        Set<Strategy> chosen = EnumSet.copyOf(effort.strategies());
        chosen.retainAll(strategies);
        Path temporary = Files.createTempDirectory("headroom-bench-");
        try {
            if (parts.contains(Part.READ)) {
                read(effort, chosen, temporary);
            }
            if (parts.contains(Part.LEASE)) {
                run(effort.options(LeaseBenchmark.class), "leases", temporary);
            }
            if (parts.contains(Part.CURSOR)) {
                run(effort.options(CursorBenchmark.class), "cursors", temporary);
            }
            if (parts.contains(Part.CONNECTIONS)) {
                run(effort.options(ConnectionsBenchmark.class), "connections", temporary);
            }
            if (parts.contains(Part.STATS)) {
                run(effort.options(StatsBenchmark.class).addProfiler(GCProfiler.class), "statistics", temporary);
            }
            List<Held> held = parts.contains(Part.MEMORY)
                    ? HeldMemory.count(chosen, step -> progress().println("memory: " + step))
                    : List.of();
            Recorded.write(out, new RunInfo(started, words(), Surroundings.machine(), effort.method()), files, held);
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(temporary);
        }
        Publish.drawCharts(out);
        command().getOut().println(Publish.tables(out));
        return CommandLine.ExitCode.OK;
    }

    private void read(Effort effort, Set<Strategy> chosen, Path folder) throws RunnerException {
        for (Frames frames : Frames.values()) {
            for (int readBytes : Effort.READS) {
                String[] names = chosen.stream()
                        .filter(strategy -> !isLost(strategy, frames, readBytes))
                        .map(Strategy::name)
                        .toArray(String[]::new);
                if (names.length > 0 && effort.measures(frames, readBytes)) {
                    ChainedOptionsBuilder options = effort.options(ReadBenchmark.class)
                            .addProfiler(GCProfiler.class)
                            .param("frames", frames.name())
                            .param("readBytes", String.valueOf(readBytes))
                            .param("strategy", names);
                    run(options, "streams: " + frames + ", reads of " + readBytes + " bytes", folder);
                }
            }
        }
    }

    private static boolean isLost(Strategy strategy, Frames frames, int readBytes) {
        return strategy.isLostOnLongFrames() && frames == Frames.MIB32 && readBytes == Effort.PACKETS;
    }

    private void run(ChainedOptionsBuilder options, String what, Path folder) throws RunnerException {
        progress().println(what);
        Path file = folder.resolve(files.size() + ".json");
        files.add(file);
        new Runner(options.resultFormat(ResultFormatType.JSON)
                        .result(file.toString())
                        .build())
                .run();
    }

    /** Returns the command as it would be given again. */
    private String words() {
        StringBuilder words =
                new StringBuilder("java -cp buffers-jmh/target/benchmarks.jar ").append(Bench.class.getName());
        List<String> given = command().getParseResult().originalArgs();
        for (int i = 0; i < given.size(); i++) {
            if (given.get(i).equals("--out")) {
                i++;
            } else if (!given.get(i).startsWith("--out=")) {
                words.append(' ').append(given.get(i));
            }
        }
        return words.toString();
    }

    private PrintWriter progress() {
        return command().getErr();
    }

    private CommandLine command() {
        return Objects.requireNonNull(spec).commandLine();
    }
}
