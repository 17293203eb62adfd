package io.headroom.buffers.jmh.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is gone when it is closed, or when the JVM is told to end before that. */
final class TemporaryFolder implements AutoCloseable {
    private final Path path;
    private final Thread atExit;

    private TemporaryFolder(Path path) {
        this.path = path;
        atExit = new Thread(() -> deleteAll(path), "temporary folder");
    }

    static TemporaryFolder create() throws IOException {
        TemporaryFolder folder = new TemporaryFolder(Files.createTempDirectory("headroom-compare-"));
        Runtime.getRuntime().addShutdownHook(folder.atExit);
        return folder;
    }

    /** Returns the path of a file in it, which need not exist. */
    Path file(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        deleteAll(path);
    }

    /** Deletes what can be deleted: a process that is being killed may still write here, and then a file stays in the system's care. */
    private static void deleteAll(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            System.err.println("compare: could not delete " + folder + ": " + e.getMessage());
        }
    }
}
