package io.headroom.buffers.jmh.faults;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A file of random bytes whose pages the system can be made to forget; it is deleted in the end.
 *
 * <p>GNU dd does that with its {@code nocache} flag, for this file alone and without privileges. Where there is no such dd, the file stays in
 * memory, and a cold run has minor faults only.
 */
final class ColdFile implements AutoCloseable {
    private static final int PIECE = 1 << 20;

    private final Path path;

    private ColdFile(Path path) {
        this.path = path;
        path.toFile().deleteOnExit();
    }

    static ColdFile create(Path folder, long bytes) throws IOException {
        ColdFile file = new ColdFile(Files.createTempFile(folder, "headroom-faults-", ".tmp"));
        byte[] random = new byte[PIECE];
        Random source = new Random(1);
        try (FileChannel channel = FileChannel.open(file.path, StandardOpenOption.WRITE)) {
            for (long at = 0; at < bytes; at += PIECE) {
                source.nextBytes(random);
                channel.write(ByteBuffer.wrap(random));
            }
            channel.force(true);
        }
        return file;
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /** Makes the system forget the file's pages, and returns whether it has. */
    boolean forget() throws IOException, InterruptedException {
        try {
            Process dd = new ProcessBuilder("dd", "if=" + path, "iflag=nocache", "count=0")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!dd.waitFor(1, TimeUnit.MINUTES) || dd.exitValue() != 0) {
                return false;
            }
        } catch (IOException absent) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(path)) {
            return !channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
                    .isLoaded();
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
