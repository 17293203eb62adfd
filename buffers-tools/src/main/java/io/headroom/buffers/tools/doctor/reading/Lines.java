package io.headroom.buffers.tools.doctor.reading;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lines of a text, of which none takes more memory than a line of a log would: the rest of a longer one is left out. */
final class Lines implements Closeable {
    /** Ten times the longest line of a log; without a limit, a file that is no log may have one line that fills the heap. */
    private static final int LONGEST = 8192;

    private final Reader in;
    private final char[] buffer = new char[1 << 16];
    private final StringBuilder line = new StringBuilder();
    private int at;
    private int end;

    Lines(Path file) throws IOException {
        in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
    }

    /** Returns the next line, null if there is none. */
    @Nullable String next() throws IOException {
        line.setLength(0);
        boolean isThere = false;
        while (at < end || fill()) {
            isThere = true;
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            line.append(buffer, from, Math.min(at - from, LONGEST - line.length()));
            if (at < end) {
                at++;
                break;
            }
        }
        if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        return isThere ? line.toString() : null;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
