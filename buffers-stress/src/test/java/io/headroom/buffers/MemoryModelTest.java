package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.api.io.TempDir;
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

    @TempDir
    private Path folder;

    @Test
    void findsNoForbiddenOutcome() throws Exception {
        int exit = run(IS_OF_SEEDED_BUGS.negate(), 150);

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
        int exit = run(entry -> true, 300);

        Collection<TestResult> results = results();
        assertThat(results)
                .as(this::output)
                .isNotEmpty()
                .allSatisfy(result ->
                        assertThat(result.status()).as(result::getName).isEqualTo(Status.NORMAL));
        Stream<TestResult> caught = results.stream().filter(result -> !result.grading().isPassed);
        assertThat(names(caught)).as(this::output).isEqualTo(new TreeSet<>(TestList.tests()));
        assertThat(exit).as(this::output).isNotZero();
    }

    private int run(Predicate<String> isOnClassPath, int millis) throws IOException, InterruptedException {
        String classPath = entries().filter(isOnClassPath).collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-Xmx128m", "-cp", classPath, Main.class.getName()));
        // One JVM for each test, with one set of flags; the long form has them all.
        command.addAll(List.of("-f", "1", "-fsm", "1", "-iters", "1", "-time", String.valueOf(millis)));
        command.addAll(List.of("-sc", "false", "-af", "NONE", "-jvmArgs", "-Xmx256m", "-strideCount", "10"));
        command.addAll(List.of("-r", folder + "/report"));
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
