package io.headroom.buffers.tools.doctor.reading;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells the logs of several JVMs apart that lie in files of one name. A JVM that starts where a log is renames it, as it renames its own when
 * it is full; so {@code gc.log.0} may be the rest of {@code gc.log}, or what the JVM before has left. What a program appends to its standard
 * output has several JVMs in one file.
 *
 * <p>A JVM introduces itself once, before its first collection. Other parts continue the log that had come so far by then: by the number of
 * the collection, else by the time.
 */
final class LogParts {
    /** Threads may write a line a little later than its time, and one that is about a cycle beside those of later collections. */
    private static final double SLACK_SECONDS = 1;

    private static final int SLACK_COLLECTIONS = 2;

    private LogParts() {}

    /** Returns what there is of each JVM, in the order of time. */
    static List<List<LogPart>> byJvm(List<Path> files) throws UnreadableException {
        List<LogPart> parts = new ArrayList<>();
        for (Path file : files) {
            try {
                new Scan(file).into(parts);
            } catch (IOException e) {
                throw new UnreadableException(Sources.name(file) + ": cannot be read: " + e.getMessage());
            }
        }
        parts.sort(Comparator.<LogPart>comparingDouble(
                        part -> Double.isNaN(part.start()) ? Double.POSITIVE_INFINITY : part.start())
                .thenComparingInt(LogPart::firstCollection));
        List<Jvm> jvms = new ArrayList<>();
        for (LogPart part : parts) {
            Jvm jvm = part.isBeginning() ? null : continued(jvms, part);
            if (jvm == null) {
                jvm = new Jvm();
                jvms.add(jvm);
            }
            jvm.add(part);
        }
        return jvms.stream().map(jvm -> jvm.parts).toList();
    }

    private static @Nullable Jvm continued(List<Jvm> jvms, LogPart part) {
        Jvm best = null;
        for (Jvm jvm : jvms) {
            if (jvm.mayGoOnWith(part) && (best == null || jvm.isNearer(best, part))) {
                best = jvm;
            }
        }
        return best;
    }

    private static final class Jvm {
        private final List<LogPart> parts = new ArrayList<>();
        private double end = Double.NEGATIVE_INFINITY;
        private int collection = -1;

        void add(LogPart part) {
            parts.add(part);
            end = Double.isNaN(part.end()) ? end : Math.max(end, part.end());
            collection = Math.max(collection, part.lastCollection());
        }

        boolean mayGoOnWith(LogPart part) {
            boolean isEarlier = part.start() < end - SLACK_SECONDS;
            boolean isBefore = part.firstCollection() >= 0 && part.firstCollection() < collection - SLACK_COLLECTIONS;
            return !isEarlier && !isBefore;
        }

        /** Returns whether a part goes on here rather than there: where no collection is missing, else where less time is. */
        boolean isNearer(Jvm other, LogPart part) {
            boolean isNext = isNext(part);
            return isNext == other.isNext(part) ? end > other.end : isNext;
        }

        private boolean isNext(LogPart part) {
            return part.firstCollection() >= 0
                    && collection >= 0
                    && part.firstCollection() <= collection + SLACK_COLLECTIONS;
        }
    }

    /** Finds the parts of one file. A log may be long and is read again afterwards, so that only the lines that count are taken apart. */
    private static final class Scan {
        private final Path file;
        private long fromLine = 1;
        private long line;
        private boolean isBeginning;
        private double start = Double.NaN;
        private int firstCollection = -1;
        private String last = "";
        private String lastOfCollection = "";

        Scan(Path file) {
            this.file = file;
        }

        void into(List<LogPart> parts) throws IOException {
            try (Lines lines = new Lines(file)) {
                for (String text = lines.next(); text != null; text = lines.next()) {
                    if (LogJvm.isIntroduction(text)) {
                        if (firstCollection >= 0) {
                            parts.add(part());
                            startAnew();
                        }
                        isBeginning = true;
                    }
                    line++;
                    see(text);
                }
            }
            parts.add(part());
        }

        private void see(String text) {
            if (text.startsWith("[")) {
                last = text;
                start = Double.isNaN(start) ? seconds(text) : start;
            }
            if (text.contains("GC(")) {
                lastOfCollection = text;
                firstCollection = firstCollection < 0 ? collection(text) : firstCollection;
            }
        }

        private static double seconds(String text) {
            LogLine parsed = LogLine.parse(text);
            return parsed == null ? Double.NaN : parsed.seconds();
        }

        private static int collection(String text) {
            LogLine parsed = LogLine.parse(text);
            return parsed == null ? -1 : parsed.collection();
        }

        private LogPart part() {
            int lastCollection = Math.max(firstCollection, collection(lastOfCollection));
            return new LogPart(
                    file, fromLine, line, isBeginning, start, seconds(last), firstCollection, lastCollection);
        }

        private void startAnew() {
            fromLine = line + 1;
            start = Double.NaN;
            firstCollection = -1;
            last = "";
            lastOfCollection = "";
        }
    }
}
