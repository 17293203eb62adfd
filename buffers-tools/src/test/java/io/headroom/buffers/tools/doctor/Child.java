package io.headroom.buffers.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs small programs in JVMs that record or log, with regions of a known size. */
public final class Child {
    /** Switches the events with sizes and with counts on. */
    public static final String ALL =
            "settings=profile,jdk.ObjectAllocationOutsideTLAB#enabled=true,jdk.G1HeapRegionTypeChange#enabled=true";

    private Child() {}

    /** Records a program, and returns the recording. */
    public static Path record(Path folder, Class<?> program, String settings, String... flags)
            throws IOException, InterruptedException {
        Path recording = folder.resolve(program.getSimpleName() + ".jfr");
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("-XX:StartFlightRecording=" + settings + ",filename=" + recording);
        all.add("-XX:FlightRecorderOptions=repository=" + folder);
        run(folder, program, all);
        return recording;
    }

    /** Runs a program to its end. */
    public static void run(Path folder, Class<?> program, List<String> flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        command.addAll(List.of("-cp", classes, program.getName()));
        File output = folder.resolve("output.txt").toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            boolean isOver = process.waitFor(2, TimeUnit.MINUTES);
            assertThat(isOver && process.exitValue() == 0)
                    .as(() -> program.getSimpleName() + ": " + read(output.toPath()))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
