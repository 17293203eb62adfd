package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.page.Page;
import io.headroom.buffers.jmh.compare.receive.Strategy;
import io.headroom.buffers.jmh.compare.result.Comparison;
import io.headroom.buffers.jmh.compare.result.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The files that a comparison is written to, besides the table that is printed. */
final class Outputs {
    @Option(names = Words.JSON, paramLabel = "FILE", description = "write all figures to this file too")
    private @Nullable Path json;

    @Option(
            names = Words.HTML,
            paramLabel = "FILE",
            description = "write a page with all figures and charts to this file too")
    private @Nullable Path html;

    /**
     * Refuses files that cannot be written, before minutes are spent on what would be written to them.
     *
     * @param from the file that is read, or null if none is
     * @throws IllegalArgumentException if one cannot, or would replace another
     */
    void check(@Nullable Path from) {
        checkWritable(Words.JSON, json);
        checkWritable(Words.HTML, html);
        if (from != null && !Files.isReadable(from)) {
            throw new IllegalArgumentException(Words.FROM + " " + from + ": no such file");
        }
        if (html != null && (isSame(html, json) || isSame(html, from))) {
            throw new IllegalArgumentException(Words.HTML + " " + html + ": expected a file of its own");
        }
    }

    /** Writes the comparison to the files that were asked for. */
    void write(Comparison comparison) throws IOException {
        if (json != null) {
            Json.write(comparison, json);
        }
        if (html != null) {
            Files.writeString(html, Page.of(comparison, Strategy.names()));
        }
    }

    private static void checkWritable(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
            throw new IllegalArgumentException(
                    option + " " + file + ": expected a file in a folder that can be written to");
        }
    }

    private static boolean isSame(Path file, @Nullable Path other) {
        return other != null
                && file.toAbsolutePath()
                        .normalize()
                        .equals(other.toAbsolutePath().normalize());
    }
}
