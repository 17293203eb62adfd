package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Evidence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The files that somebody named, as things to read: each recording is one, and all files of a log that was rotated ({@code gc.log},
 * {@code gc.log.0}, {@code gc.log.1}) are one together,
 * as far as one JVM wrote them.
 */
public final class Sources {
    private static final byte[] RECORDING = {'F', 'L', 'R', 0};
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final byte[] ZIP = {'P', 'K'};
    private static final String ROTATED = "\\.\\d{1,6}$";

    private Sources() {}

    /** One thing to read. */
    public interface Source {
        /**
         * Reads it.
         *
         * @throws UnreadableException if it is empty, damaged or something else
         */
        Evidence read() throws UnreadableException;
    }

    /** Returns what there is to read, in the order in which it was named; what was named twice once. */
    public static List<Source> of(List<Path> files) {
        Map<Path, List<Path>> logs = new LinkedHashMap<>();
        List<Supplier<List<Source>>> all = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (Path file : files) {
            if (!seen.add(real(file))) {
                continue;
            }
            Kind kind;
            try {
                kind = kind(file);
            } catch (UnreadableException e) {
                all.add(() -> List.of(unreadable(e)));
                continue;
            }
            if (kind == Kind.RECORDING) {
                all.add(() -> List.of(() -> RecordingReader.read(file)));
                continue;
            }
            Path whole = file.toAbsolutePath().normalize();
            Path family =
                    whole.resolveSibling(String.valueOf(file.getFileName()).replaceFirst(ROTATED, ""));
            List<Path> parts = logs.get(family);
            if (parts == null) {
                parts = new ArrayList<>();
                logs.put(family, parts);
                List<Path> those = parts;
                all.add(() -> logs(those));
            }
            parts.add(file);
        }
        return all.stream().flatMap(some -> some.get().stream()).toList();
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath().normalize(); // what is wrong with it is said when it is read
        }
    }

    private static Source unreadable(UnreadableException reason) {
        return () -> {
            throw reason;
        };
    }

    private static List<Source> logs(List<Path> files) {
        try {
            return LogParts.byJvm(files).stream()
                    .<Source>map(parts -> () -> LogReader.read(parts))
                    .toList();
        } catch (UnreadableException e) {
            return List.of(unreadable(e));
        }
    }

    /** Returns the name by which reports and errors call a file: in one line, and without what a terminal obeys. */
    static String name(Path file) {
        return file.toString().replaceAll("\\p{Cntrl}", "?");
    }

    private enum Kind {
        RECORDING,
        TEXT
    }

    private static Kind kind(Path file) throws UnreadableException {
        byte[] start;
        try {
            if (Files.isDirectory(file)) {
                throw new UnreadableException(name(file) + ": is a folder, expected a recording or a log");
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new UnreadableException(
                        name(file) + ": is a pipe or a device, which cannot be read twice; save it as a file first");
            }
            start = start(file);
        } catch (NoSuchFileException e) {
            throw new UnreadableException(name(file) + ": no such file");
        } catch (AccessDeniedException e) {
            throw new UnreadableException(name(file) + ": may not be read");
        } catch (UnreadableException e) {
            throw e;
        } catch (IOException e) {
            throw new UnreadableException(name(file) + ": cannot be read: " + e.getMessage());
        }
        if (start.length == 0) {
            throw new UnreadableException(name(file)
                    + ": is empty; a recording is written when it is stopped or the JVM ends in order, a log at once");
        }
        if (begins(start, RECORDING)) {
            return Kind.RECORDING;
        }
        if (begins(start, GZIP) || begins(start, ZIP)) {
            throw new UnreadableException(name(file) + ": is compressed; unpack it first");
        }
        if (new String(start, StandardCharsets.ISO_8859_1).indexOf('\0') >= 0) {
            throw new UnreadableException(
                    name(file) + ": is neither a flight recording (or its beginning is lost) nor a text");
        }
        return Kind.TEXT;
    }

    private static byte[] start(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(512);
        }
    }

    private static boolean begins(byte[] start, byte[] with) {
        return start.length >= with.length && Arrays.equals(start, 0, with.length, with, 0, with.length);
    }
}
