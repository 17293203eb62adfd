package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of the tests in a JVM of its own, with the library on the class path. */
final class ChildJvm {
    private ChildJvm() {}

    /** Returns what the program printed; it must end by itself within a minute. */
    static String run(String flags, Class<?> program, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags.split(" ", -1)));
        command.addAll(
                List.of("-cp", Path.of("target", "classes") + File.pathSeparator + Path.of("target", "test-classes")));
        command.add(program.getName());
        command.addAll(arguments);
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        child.getOutputStream().close();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(60, TimeUnit.SECONDS))
                .as("the child has ended")
                .isTrue();
        return output;
    }
}
