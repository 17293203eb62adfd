package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.receive.Strategy;
import io.headroom.buffers.jmh.compare.result.Comparison;
import io.headroom.buffers.jmh.compare.result.Experiment;
import io.headroom.buffers.jmh.compare.result.Json;
import io.headroom.buffers.jmh.compare.result.Report;
import io.headroom.buffers.jmh.compare.result.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Compares ways to read messages, each in a receiver process of its own under the same load, and prints what each costs.
 *
 * <p>Exit codes: 0; 1 if a process failed, a message was lost or a checksum was wrong; 2 for wrong options.
 */
@Command(
        name = "compare",
        sortOptions = false,
        description = "Compares ways to read messages: one receiver JVM for each, the same load from another process, "
                + "garbage collection read from flight recordings.")
public final class Compare implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    /** Picocli reads it, nothing else. */
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--help", usageHelp = true, description = "print this and end")
    private boolean isHelpWanted;

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Mixin
    private Outputs outputs = new Outputs();

    @Option(
            names = Words.FROM,
            paramLabel = "FILE",
            description = "run nothing: show the figures that an earlier run has written with --json")
    private @Nullable Path from;

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** Returns the command, ready to be executed. */
    static CommandLine commandLine() {
        return new CommandLine(new Compare()).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("compare: " + failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        });
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path earlier = from;
        Comparison comparison =
                earlier == null ? run(checked(this::job)) : Json.read(checked(() -> withNothingToRun(earlier)));
        command().getOut().println(Report.of(comparison, Strategy.BASELINE));
        outputs.write(comparison);
        return CommandLine.ExitCode.OK;
    }

    private Job job() throws IOException {
        outputs.check(null);
        Plan plan = options.plan();
        return new Job(plan, Recipe.of(plan, Words.of(command().getParseResult())));
    }

    private Path withNothingToRun(Path file) {
        outputs.check(file);
        List<String> others = Words.beyondFiles(command().getParseResult());
        if (!others.isEmpty()) {
            throw new IllegalArgumentException(
                    Words.FROM + " " + file + ": nothing runs, so there is no use for " + String.join(" ", others));
        }
        return file;
    }

    private Comparison run(Job job) throws IOException, InterruptedException {
        Plan plan = job.plan;
        List<Run> runs = new ArrayList<>();
        Progress progress = new Progress(command().getErr(), plan);
        progress.begin();
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            for (int round = 1; round <= plan.rounds(); round++) {
                for (Strategy strategy : plan.strategies()) {
                    Run run = plan.siege() == null
                            ? StrategyRun.run(plan, strategy, round, folder, progress)
                            : SiegeRun.run(plan, plan.siege(), strategy, round, progress);
                    progress.done(run);
                    runs.add(run);
                }
            }
        }
        return Comparison.of(job.experiment, runs);
    }

    private CommandLine command() {
        return Objects.requireNonNull(spec).commandLine();
    }

    /** Returns what the options ask for; options that make no sense end the command as wrong ones. */
    private <T> T checked(Asked<T> asked) throws IOException {
        try {
            return asked.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command(), "compare: " + e.getMessage());
        }
    }

    private interface Asked<T> {
        T get() throws IOException;
    }

    private record Job(Plan plan, Experiment experiment) {}
}
