package io.headroom.buffers.jmh.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Puts the figures of a recorded run into documents, at the places that are marked for them, and draws its charts beside it.
 *
 * <pre>{@code java -cp buffers-jmh/target/benchmarks.jar io.headroom.buffers.jmh.results.Publish}</pre>
 */
@Command(
        name = "publish",
        sortOptions = false,
        description = "Puts the figures of a recorded run into documents and draws its charts; measures nothing.")
public final class Publish implements Callable<Integer> {
    /** Where the run is that documents quote. */
    static final String FOLDER = "results/bench";

    /** Picocli reads it, nothing else. */
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--help", usageHelp = true, description = "print this and end")
    private boolean isHelpWanted;

    @Option(names = "--from", paramLabel = "DIR", description = "the recorded run (default: ${DEFAULT-VALUE})")
    private Path folder = Path.of(FOLDER);

    @Parameters(
            arity = "0..*",
            paramLabel = "DOCUMENT",
            description = "what to put them into (default: README.md docs/performance.md)")
    private List<Path> documents = new ArrayList<>();

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** Returns the command, ready to be executed. */
    static CommandLine commandLine() {
        return new CommandLine(new Publish()).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("publish: " + failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        });
    }

    @Override
    public Integer call() throws IOException {
        drawCharts(folder);
        Map<String, String> blocks = Blocks.of(folder);
        List<Path> targets =
                documents.isEmpty() ? List.of(Path.of("README.md"), Path.of("docs/performance.md")) : documents;
        for (Path document : targets) {
            Files.writeString(document, Marked.renewed(Files.readString(document), blocks));
        }
        return CommandLine.ExitCode.OK;
    }

    /** Draws the charts of a recorded run into its folder. */
    public static void drawCharts(Path folder) throws IOException {
        Optional<Recorded> recorded = Recorded.read(folder);
        if (recorded.isPresent()) {
            for (Map.Entry<String, String> chart : Charts.of(recorded.get()).entrySet()) {
                Files.writeString(folder.resolve(chart.getKey()), chart.getValue());
            }
        }
    }

    /** Returns all tables of a recorded run, to be printed. */
    public static String tables(Path folder) throws IOException {
        Map<String, String> blocks = Blocks.of(folder);
        return String.join("\n", blocks.values());
    }
}
