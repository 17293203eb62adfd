package io.headroom.buffers.tools;

import io.headroom.buffers.tools.decode.Decode;
import io.headroom.buffers.tools.doctor.Doctor;
import io.headroom.buffers.tools.tap.Tap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code headroom}: {@code java -jar headroom.jar COMMAND}.
 *
 * <p>Exit codes of all commands: 0 for a good answer, 1 for a bad one, 2 for wrong options or files that cannot be read. A command may have
 * more.
 */
@Command(
        name = "headroom",
        description = "Tools for large messages on the JVM.",
        subcommands = {Doctor.class, Decode.class, Tap.class})
public final class HeadroomMain implements Runnable {
    /** Picocli reads it, nothing else. */
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--help", usageHelp = true, description = "print this and end")
    private boolean isHelpWanted;

    @Spec
    private @Nullable CommandSpec spec;

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** Returns the command, ready to be executed. */
    public static CommandLine commandLine() {
        return new CommandLine(new HeadroomMain()).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println(command.getCommandName() + ": " + failure.getMessage());
            return CommandLine.ExitCode.USAGE;
        });
    }

    @Override
    public void run() {
        if (spec != null) {
            throw new ParameterException(spec.commandLine(), "headroom: expected a command");
        }
    }
}
