package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Host;
import io.headroom.buffers.tools.doctor.evidence.Source;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what one JVM has written into unified logs of the collector, JDK 11 to 25. Lines that it does not know are counted. */
final class LogReader {
    private static final Pattern BEFORE_UNIFIED = Pattern.compile(".*\\[(Full )?GC[ (].*|.*CommandLine flags: .*");
    private static final String NOT_IN_LOGS = "a log does not have it: take a flight recording";

    private final Clock clock = new Clock();
    private final LogJvm jvm = new LogJvm();
    private final LogCollections collections = new LogCollections(clock);
    private final LogHumongous humongous = new LogHumongous();
    private long used;
    private long others;
    private long unknown;
    private boolean isBeforeUnified;
    private boolean isUnified;

    private LogReader() {}

    /**
     * Returns what a log says.
     *
     * @param parts what one JVM wrote, in the order of time
     * @throws UnreadableException if no line is one of a unified log
     */
    static Evidence read(List<LogPart> parts) throws UnreadableException {
        LogReader reader = new LogReader();
        for (LogPart part : parts) {
            try (Lines lines = new Lines(part.file())) {
                for (long number = 1; number <= part.toLine(); number++) {
                    String line = lines.next();
                    if (line != null && number >= part.fromLine()) {
                        reader.see(line);
                    }
                }
            } catch (IOException e) {
                throw new UnreadableException(part.name() + ": cannot be read: " + e.getMessage());
            }
        }
        return reader.evidence(parts.stream().map(LogPart::name).toList());
    }

    private void see(String text) {
        if (text.isBlank()) {
            return;
        }
        @Nullable LogLine line = LogLine.parse(text);
        if (line == null) {
            if (jvm.see(text)) {
                used++;
            } else {
                unknown++;
                isBeforeUnified =
                        isBeforeUnified || BEFORE_UNIFIED.matcher(text).matches();
            }
            return;
        }
        if (!Double.isNaN(line.seconds())) {
            clock.see(line.seconds());
        }
        boolean isUsed = line.collection() < 0
                ? jvm.see(line.message()) || humongous.see(line)
                : collections.see(line) || humongous.see(line);
        if (isUsed) {
            isUnified = true;
            used++;
        } else {
            others++;
        }
    }

    private Evidence evidence(List<String> files) throws UnreadableException {
        String names = String.join(", ", files);
        if (isBeforeUnified && !isUnified) {
            throw new UnreadableException(names
                    + ": is a log of JDK 8, which is not read; run on JDK 11 or later with -Xlog:gc*:file=gc.log");
        }
        if (used == 0) {
            throw new UnreadableException(names + ": is neither a flight recording nor a unified log of the collector ("
                    + (others + unknown) + " lines, none about collections)");
        }
        return new Evidence(
                new Source(Source.Kind.LOG, files, new Source.Lines(used, others, unknown)),
                jvm.jvm(),
                clock.length(),
                collections.collections(jvm.tellsCollector()),
                collections.pauses(jvm.tellsCollector()),
                humongous.humongous(jvm.jvm()),
                collections.oldBytes(jvm.jvm().heap().regionBytes()),
                new Host(
                        Answer.unknown(NOT_IN_LOGS),
                        Answer.unknown(NOT_IN_LOGS),
                        Answer.unknown(NOT_IN_LOGS),
                        jvm.memoryBytes()));
    }
}
