package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.receive.Strategy;
import io.headroom.buffers.jmh.compare.result.Comparison;
import io.headroom.buffers.jmh.compare.result.Experiment;
import io.headroom.buffers.jmh.compare.result.Json;
import io.headroom.buffers.jmh.compare.result.Report;
import io.headroom.buffers.jmh.compare.result.Run;
import io.headroom.buffers.jmh.compare.wire.PayloadFolder;
import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
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

    @Option(names = "--json", paramLabel = "FILE", description = "write all figures to this file too")
    private @Nullable Path json;

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
        Plan plan;
        Experiment experiment;
        try {
            plan = options.plan();
            checkJsonFile();
            experiment = experiment(plan);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command(), "compare: " + e.getMessage());
        }
        List<Run> runs = new ArrayList<>();
        Progress progress = new Progress(command().getErr(), plan);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            for (int round = 1; round <= plan.rounds(); round++) {
                for (Strategy strategy : plan.strategies()) {
                    Run run = StrategyRun.run(plan, strategy, round, folder, progress);
                    progress.done(run);
                    runs.add(run);
                }
            }
        }
        Comparison comparison = Comparison.of(experiment, runs);
        command().getOut().println(Report.of(comparison, Strategy.BASELINE));
        if (json != null) {
            Json.write(comparison, json);
        }
        return CommandLine.ExitCode.OK;
    }

    private CommandLine command() {
        return Objects.requireNonNull(spec).commandLine();
    }

    /** Refuses a file that cannot be written, before minutes are spent on what would be written to it. */
    private void checkJsonFile() {
        if (json == null) {
            return;
        }
        Path folder = json.toAbsolutePath().getParent();
        if (Files.isDirectory(json) || folder == null || !Files.isWritable(folder)) {
            throw new IllegalArgumentException(
                    "--json " + json + ": expected a file in a folder that can be written to");
        }
    }

    private static Experiment experiment(Plan plan) throws IOException {
        Path payloads = plan.messages().payloads();
        int leftOut = 0;
        if (payloads != null) {
            if (!Files.isDirectory(payloads)) {
                throw new IllegalArgumentException("--payloads " + payloads + ": no such folder");
            }
            PayloadFolder folder = PayloadFolder.list(payloads);
            if (folder.count() == 0) {
                throw new IllegalArgumentException(
                        "--payloads " + payloads + ": no file of 1 to " + WireForm.MAX_DATA + " bytes in it");
            }
            leftOut = folder.leftOut();
        }
        Plan.Times times = plan.times();
        return new Experiment(
                ZonedDateTime.now(ZoneId.systemDefault())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
                Surroundings.machine(),
                new Experiment.Settings(
                        plan.peers(),
                        plan.rounds(),
                        plan.messages().seed(),
                        new Experiment.Seconds(
                                times.warmUp().toMillis() / 1e3,
                                times.paced().toMillis() / 1e3,
                                times.closedLoop().toMillis() / 1e3),
                        plan.messages().megabytesPerSecond(),
                        payloads == null ? null : payloads.toString(),
                        leftOut),
                participants(plan));
    }

    private static List<Experiment.Participant> participants(Plan plan) {
        List<Experiment.Participant> participants = new ArrayList<>();
        for (Strategy strategy : plan.strategies()) {
            List<String> flags = new ArrayList<>(plan.receiverFlags());
            flags.addAll(strategy.jvmFlags());
            participants.add(new Experiment.Participant(strategy.name(), strategy.title(), flags));
        }
        return participants;
    }
}
