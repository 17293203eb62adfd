package io.headroom.buffers.tools.decode;

import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.tools.framing.FramingException;
import io.headroom.buffers.tools.framing.Framings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
 * {@code headroom decode --framing F FILE}: the frames that a node with this framing would find in captured bytes.
 *
 * <p>Exit codes: 0 all bytes are whole frames; 1 the bytes can be no frame, or end inside one; 2 wrong options, or the file cannot be read.
 */
@Command(
        name = "decode",
        sortOptions = false,
        footer = Framings.SETTINGS_HELP,
        description =
                "Finds the frames in captured bytes of one direction of a connection, and prints where each begins, how long it is and its "
                        + "digest; or the error that a node would raise, with the bytes around it. How the bytes are cut makes no difference.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all bytes are whole frames",
            "1:the bytes can be no frame, or end inside one",
            "2:wrong options, the file cannot be read, or nobody takes the output"
        })
public final class Decode implements Callable<Integer> {
    private static final int FAULT = 1;
    private static final int MOST_CHUNK = 64 << 20;

    @Spec
    private @Nullable CommandSpec spec;

    /** Picocli reads it, nothing else. */
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--help", usageHelp = true, description = "print this and end")
    private boolean isHelpWanted;

    @Option(names = "--framing", required = true, paramLabel = "FRAMING", description = Framings.HELP)
    private String framing = "";

    @Option(
            names = "--max-frame",
            paramLabel = "BYTES",
            description = "the limit for a frame, in the measure of the framing (default: ${DEFAULT-VALUE})")
    private long maxFrame = ReadLimits.DEFAULT_MAX_FRAME;

    @Option(
            names = "--chunk",
            paramLabel = "BYTES",
            description = "how many bytes are fed at a time at most (default: ${DEFAULT-VALUE})")
    private int chunk = 64 << 10;

    @Option(names = "--json", description = "print an object of JSON in each line instead of a table")
    private boolean isJsonWanted;

    @Parameters(paramLabel = "FILE", description = "the bytes, - for the standard input")
    private String file = "";

    @Override
    public Integer call() throws IOException {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        if (maxFrame < 1) {
            throw new ParameterException(command, "decode: --max-frame " + maxFrame + ": expected at least 1 byte");
        }
        if (chunk < 1 || chunk > MOST_CHUNK) {
            throw new ParameterException(command, "decode: --chunk " + chunk + ": expected 1 to " + MOST_CHUNK);
        }
        Decoding decoding = new Decoding(framing(command), maxFrame, chunk);
        Output out = new Output(command.getOut());
        try (InputStream stream = open(command)) {
            boolean isWhole = decoding.run(stream, isJsonWanted ? new JsonReport(out) : new TextReport(out));
            return isWhole ? CommandLine.ExitCode.OK : FAULT;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        } finally {
            out.flush();
        }
    }

    private Framing framing(CommandLine command) {
        try {
            return Framings.parse(framing);
        } catch (FramingException e) {
            throw new ParameterException(command, "decode: --framing " + e.getMessage(), e);
        }
    }

    private InputStream open(CommandLine command) throws IOException {
        if (file.equals("-")) {
            return System.in;
        }
        Path path = Path.of(file);
        if (Files.isDirectory(path)) {
            throw new ParameterException(command, "decode: " + file + " is a folder");
        }
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw new ParameterException(command, "decode: there is no file " + file, e);
        } catch (AccessDeniedException e) {
            throw new ParameterException(command, "decode: " + file + " may not be read", e);
        }
    }
}
