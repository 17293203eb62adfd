package io.headroom.buffers.jmh.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command: cold and warmed memory, cold and preloaded file, each in a JVM of its own; prints faults and stalls. Linux only. */
@Command(
        name = "faults",
        description = "Counts page faults, and the worst stall of an I/O thread, with and without a warm-up.",
        sortOptions = false)
public final class Faults implements Callable<Integer> {
    private static final long MEGABYTE = 1 << 20;
    private static final int REHEARSED_MEGABYTES = 8;

    @Spec
    private @Nullable CommandSpec spec;

    /** Picocli reads it, nothing else. */
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--help", usageHelp = true, description = "show this and exit")
    private boolean isHelpWanted;

    @Option(names = "--pool", paramLabel = "MB", description = "memory of the pool (default: ${DEFAULT-VALUE})")
    private int poolMegabytes = 512;

    @Option(names = "--file", paramLabel = "MB", description = "length of the file (default: ${DEFAULT-VALUE})")
    private int fileMegabytes = 1024;

    @Option(names = "--rounds", paramLabel = "N", description = "how often each runs (default: ${DEFAULT-VALUE})")
    private int rounds = 3;

    @Option(
            names = "--rehearsals",
            paramLabel = "N",
            description =
                    "how often each is played on 8 MB before, for its code to be compiled (default: ${DEFAULT-VALUE})")
    private int rehearsals = 60;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "where the file is made, on a disk and not in memory (default: the working folder)")
    private Path folder = Path.of("");

    @Option(names = "--json", paramLabel = "FILE", description = "write all figures to this file too")
    private @Nullable Path json;

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** Returns the command, ready to be executed. */
    static CommandLine commandLine() {
        return new CommandLine(new Faults()).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("faults: " + failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        });
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check("--pool", poolMegabytes, 4096);
        check("--file", fileMegabytes, 2047);
        check("--rounds", rounds, 100);
        check("--rehearsals", rehearsals, 1000);
        if (!Files.isReadable(Path.of("/proc/thread-self/stat"))) {
            throw new IOException("no /proc/thread-self/stat to read page faults from");
        }
        List<Outcome> outcomes = new ArrayList<>();
        boolean isCold = true;
        try (ColdFile store = ColdFile.create(folder, fileMegabytes * MEGABYTE);
                ColdFile rehearsed = ColdFile.create(folder, REHEARSED_MEGABYTES * MEGABYTE)) {
            for (int round = 1; round <= rounds; round++) {
                for (Scenario scenario : Scenario.values()) {
                    progress().println("round " + round + "/" + rounds + "  " + scenario.title);
                    isCold &= !scenario.usesFile || store.forget();
                    long bytes = (scenario.usesFile ? fileMegabytes : poolMegabytes) * MEGABYTE;
                    outcomes.add(ScenarioRun.run(
                            scenario,
                            round,
                            rehearsals,
                            bytes,
                            scenario.usesFile ? List.of(store, rehearsed) : List.of()));
                }
            }
        }
        Report report = Report.of(isCold, outcomes);
        command().getOut().println(report.text());
        if (json != null) {
            ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
            Files.writeString(json, mapper.writeValueAsString(report) + "\n");
        }
        return CommandLine.ExitCode.OK;
    }

    private void check(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new ParameterException(command(), "faults: " + option + " " + value + ": expected 1 to " + most);
        }
    }

    private PrintWriter progress() {
        return command().getErr();
    }

    private CommandLine command() {
        return Objects.requireNonNull(spec).commandLine();
    }
}
