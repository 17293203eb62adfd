package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;

/** The short form of all memory-model tests, and the proof that it finds the bugs that are seeded for it. */
class MemoryModelTest {
    /*
     * jcstress looks for its list of tests once on the class path. That of the seeded bugs comes first where test classes are on it; the one of
     * the library's tests is found where they are not.
     */
    private static final Predicate<String> IS_OF_SEEDED_BUGS =
            entry -> Path.of(entry).endsWith("test-classes");

    /** Of the run before: its output, results and report. */
    private Path folder = target();

    @Test
    void findsNoForbiddenOutcome() throws Exception {
        int exit = run(IS_OF_SEEDED_BUGS.negate(), Duration.ofMillis(100), 3, ".*");

        assertThat(exit).as(this::output).isZero();
        Collection<TestResult> results = results();
        assertThat(results).as(this::output).isNotEmpty().allSatisfy(result -> {
            assertThat(result.status()).as(result::getName).isEqualTo(Status.NORMAL);
            assertThat(result.getTotalCount()).as(result::getName).isPositive();
        });
        assertThat(names(results.stream())).hasSameSizeAs(new TreeSet<>(listed()));
    }

    @Test
    void catchesEverySeededBug() throws Exception {
        Set<String> seeded = new TreeSet<>(TestList.tests());
        assertThat(seeded).isNotEmpty();

        // Nearly all are caught in the first round; on a machine that is busy with other things some take longer.
        for (int millis = 200; millis < 10_000 && !seeded.isEmpty(); millis *= 3) {
            int exit = run(entry -> true, Duration.ofMillis(millis), 10, String.join("|", seeded));

            Collection<TestResult> results = results();
            assertThat(results)
                    .as(this::output)
                    .isNotEmpty()
                    .allSatisfy(result ->
                            assertThat(result.status()).as(result::getName).isEqualTo(Status.NORMAL));
            Set<String> caught = names(results.stream().filter(result -> !result.grading().isPassed));
            assertThat(exit != 0).as(this::output).isEqualTo(!caught.isEmpty());
            seeded.removeAll(caught);
        }

        assertThat(seeded).as(this::output).isEmpty();
    }

    private int run(Predicate<String> isOnClassPath, Duration each, int strides, String tests)
            throws IOException, InterruptedException {
        folder = Files.createTempDirectory(Files.createDirectories(target()), "run");
        String classPath = entries().filter(isOnClassPath).collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-Xmx128m", "-cp", classPath, Main.class.getName()));
        command.addAll(List.of("-r", folder + "/report", "-t", tests));
        // One JVM for each test, with one set of flags, small and soon up; the long form has them all.
        command.addAll(List.of("-f", "1", "-fsm", "1", "-iters", "1", "-time", String.valueOf(each.toMillis())));
        command.addAll(List.of("-hs", "64", "-pth", "false", "-sc", "false", "-af", "NONE"));
        command.addAll(List.of("-strideCount", String.valueOf(strides)));
        command.addAll(List.of("-jvmArgs", "-Xmx64m -XX:+UseParallelGC"));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(outputFile().toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(this::output).isTrue();
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Returns where this module is built, which is where its test classes are. */
    private static Path target() {
        return entries()
                .filter(IS_OF_SEEDED_BUGS)
                .findFirst()
                .map(Path::of)
                .orElseThrow()
                .resolveSibling("jcstress-short");
    }

    private static Stream<String> entries() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL).splitAsStream(all);
    }

    /** Returns the library's tests, as lines of the list that was made when they were compiled. */
    private static List<String> listed() throws IOException {
        for (String entry : entries().filter(IS_OF_SEEDED_BUGS.negate()).toList()) {
            Path list = Path.of(entry, "META-INF", "TestList");
            if (Files.exists(list)) {
                return Files.readAllLines(list);
            }
        }
        throw new AssertionError("no list of tests");
    }

    private Collection<TestResult> results() throws Exception {
        InProcessCollector collector = new InProcessCollector();
        try (Stream<Path> files = Files.list(folder)) {
            Path file = files.filter(path -> path.toString().endsWith(".bin.gz"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(output()));
            DiskReadCollector reader = new DiskReadCollector(file.toString(), collector);
            reader.dump();
            reader.close();
        }
        return collector.getTestResults();
    }

    private static Set<String> names(Stream<TestResult> results) {
        return results.map(TestResult::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    private Path outputFile() {
        return folder.resolve("output.txt");
    }

    private String output() {
        try {
            return Files.readString(outputFile());
        } catch (IOException e) {
            return e.toString();
        }
    }
}
