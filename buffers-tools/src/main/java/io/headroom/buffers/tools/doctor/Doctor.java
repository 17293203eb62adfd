package io.headroom.buffers.tools.doctor;

import io.headroom.buffers.tools.doctor.diagnosis.Diagnosis;
import io.headroom.buffers.tools.doctor.diagnosis.Join;
import io.headroom.buffers.tools.doctor.diagnosis.Verdict;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.reading.Sources;
import io.headroom.buffers.tools.doctor.reading.UnreadableException;
import io.headroom.buffers.tools.doctor.report.JsonReport;
import io.headroom.buffers.tools.doctor.report.TextReport;
import io.headroom.buffers.tools.doctor.report.page.Page;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code headroom doctor FILE…}: says what recordings and logs tell about large buffers, and what to do.
 *
 * <p>Exit codes: 0 all are healthy; 1 one is not; 2 wrong options, a file that cannot be read, or an output that nobody takes; 3 none is
 * unhealthy, but one cannot tell.
 */
@Command(
        name = "doctor",
        sortOptions = false,
        description =
                "Reads flight recordings and unified logs of the collector (JDK 11 to 25) and says whether large buffers "
                        + "hurt, where they are allocated and what to do. Files of one log that was rotated are read as one; "
                        + "a recording without sizes takes them from a log of the same JVM.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all are healthy",
            "1:one is not healthy",
            "2:wrong options, a file that cannot be read, or nobody takes the output",
            "3:none is unhealthy, but one does not tell enough"
        })
public final class Doctor implements Callable<Integer> {
    static final int UNHEALTHY = 1;
    static final int UNREADABLE = 2;
    static final int UNKNOWN = 3;

    @Spec
    private @Nullable CommandSpec spec;

    /** Picocli reads it, nothing else. */
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--help", usageHelp = true, description = "print this and end")
    private boolean isHelpWanted;

    @Option(names = "--json", description = "print JSON instead of text")
    private boolean isJsonWanted;

    @Option(names = "--html", paramLabel = "PAGE", description = "write a page with charts to this file too")
    private @Nullable Path html;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "flight recordings and logs")
    private List<Path> files = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        checkPage(command);
        List<Evidence> evidence = new ArrayList<>();
        boolean isUnreadable = false;
        for (Sources.Source source : Sources.of(files)) {
            try {
                evidence.add(source.read());
            } catch (UnreadableException e) {
                isUnreadable = true;
                command.getErr().println("doctor: " + e.getMessage());
            }
        }
        List<Diagnosis> diagnoses =
                Join.of(evidence).stream().map(Diagnosis::of).toList();
        if (!diagnoses.isEmpty()) {
            if (html != null) {
                Files.writeString(html, Page.of(diagnoses));
            }
            print(command.getOut(), isJsonWanted ? JsonReport.of(diagnoses) : TextReport.of(diagnoses));
        }
        return isUnreadable ? UNREADABLE : exitCode(diagnoses);
    }

    private static void print(PrintWriter out, String report) throws IOException {
        out.println(report);
        // the standard output keeps its failures to itself
        if (out.checkError() || System.out.checkError()) {
            throw new IOException("nobody takes the output any more");
        }
    }

    private static int exitCode(List<Diagnosis> diagnoses) {
        if (diagnoses.stream().anyMatch(diagnosis -> diagnosis.verdict() == Verdict.UNHEALTHY)) {
            return UNHEALTHY;
        }
        return diagnoses.stream().anyMatch(diagnosis -> diagnosis.verdict() == Verdict.UNKNOWN)
                ? UNKNOWN
                : CommandLine.ExitCode.OK;
    }

    /** Refuses a page that cannot be written, or that would replace what is read. */
    private void checkPage(CommandLine command) {
        Path page = html;
        if (page == null) {
            return;
        }
        Path whole = page.toAbsolutePath().normalize();
        Path folder = whole.getParent();
        if (Files.isDirectory(whole) || folder == null || !Files.isWritable(folder)) {
            throw new ParameterException(
                    command, "doctor: --html " + page + ": expected a file in a folder that can be written to");
        }
        for (Path file : files) {
            if (isSame(file, whole)) {
                throw new ParameterException(command, "doctor: --html " + page + ": expected a file of its own");
            }
        }
    }

    /** Returns whether both lead to the same file, by links too. */
    private static boolean isSame(Path file, Path whole) {
        try {
            return Files.isSameFile(file, whole);
        } catch (IOException e) {
            return file.toAbsolutePath().normalize().equals(whole); // one of them is not there
        }
    }
}
