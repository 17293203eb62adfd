package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Pause;
import io.headroom.buffers.tools.doctor.evidence.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines about collections and their pauses. */
final class LogCollections {
    /** Without a length at its end, the line says that the pause begins. */
    private static final Pattern PAUSE = Pattern.compile(
            "Pause (.+?)(?: (\\d+)([KMG])->(\\d+)([KMG])\\(\\d+[KMG]\\))?(?: (\\d{1,9}[.,]\\d{1,9})ms)?");

    private static final Pattern CAUSE = Pattern.compile(
            "(Young|Full|Initial Mark)(?: \\((?:Normal|Mixed|Concurrent Start|Prepare Mixed)\\))? \\((.+?\\)?)\\)(?: \\((?:To-space exhausted|Evacuation Failure.*|Preventive.*)\\))*");
    private static final Pattern CYCLE = Pattern.compile("Concurrent (?:Mark |Undo )?Cycle \\d.*ms");
    private static final Pattern OTHER_COLLECTOR =
            Pattern.compile("(?:Garbage|Minor|Major) Collection \\((.+?)\\) \\d.*");
    private static final Pattern OLD = Pattern.compile("Old regions: (\\d{1,9})->(\\d{1,9})(?:\\(.*)?");
    /** In front of a phase of generational ZGC. */
    private static final Pattern GENERATION = Pattern.compile("^[YyOo]: ");

    /** ZGC logs them with the phases of a collection only. */
    private static final String NO_PAUSES = "the log has collections without their pauses; log with -Xlog:gc*";

    private static final String NO_LINE = "no line of the log is about a collection; log with -Xlog:gc*";

    private final Clock clock;
    private final SortedMap<String, Long> byCause = new TreeMap<>();
    private final SortedMap<String, Long> full = new TreeMap<>();
    private final List<Pause> pauses = new ArrayList<>();
    private final List<Point> oldRegions = new ArrayList<>();
    private final List<Point> usedBytes = new ArrayList<>();
    private long cycles;
    private boolean hasNoTimes;

    LogCollections(Clock clock) {
        this.clock = clock;
    }

    /** Takes what a line tells; returns whether it tells anything. */
    boolean see(LogLine line) {
        String message = GENERATION.matcher(line.message()).replaceFirst("");
        if (message.startsWith("Pause ")) {
            return seePause(line, message);
        }
        Matcher old = OLD.matcher(message);
        if (old.matches()) {
            oldRegions.add(new Point(line.seconds(), Long.parseLong(old.group(2))));
            return true;
        }
        Matcher other = OTHER_COLLECTOR.matcher(message);
        if (other.matches()) {
            byCause.merge(other.group(1), 1L, Long::sum);
            return true;
        }
        if (CYCLE.matcher(message).matches()) {
            cycles++;
            return true;
        }
        return false;
    }

    private boolean seePause(LogLine line, String message) {
        Matcher pause = PAUSE.matcher(message);
        if (!pause.matches()) {
            return false;
        }
        String millis = pause.group(6);
        if (millis == null) {
            return true;
        }
        hasNoTimes = hasNoTimes || Double.isNaN(line.seconds());
        double length = Double.parseDouble(millis.replace(',', '.'));
        // The line is written when the pause has ended.
        pauses.add(new Pause(Double.isNaN(line.seconds()) ? 0 : line.seconds() - length / 1e3, length));
        if (pause.group(4) != null) {
            usedBytes.add(new Point(line.seconds(), Sizes.bytes(pause.group(4), pause.group(5))));
        }
        Matcher cause = CAUSE.matcher(pause.group(1));
        if (cause.matches()) {
            byCause.merge(cause.group(2), 1L, Long::sum);
            if (cause.group(1).equals("Full")) {
                full.merge(cause.group(2), 1L, Long::sum);
            }
        }
        return true;
    }

    Answer<Collected> collections(boolean tellsCollector) {
        if (byCause.isEmpty() && !tellsCollector) {
            return Answer.unknown(NO_LINE);
        }
        if (byCause.isEmpty() && !pauses.isEmpty()) {
            return Answer.unknown("the log names no causes of collections");
        }
        return Answer.of(new Collected(byCause, full, cycles));
    }

    Answer<List<Pause>> pauses(boolean tellsCollector) {
        if (pauses.isEmpty() && !tellsCollector) {
            return Answer.unknown(NO_LINE);
        }
        if (pauses.isEmpty() && !byCause.isEmpty()) {
            return Answer.unknown(NO_PAUSES);
        }
        List<Pause> all = pauses.stream()
                .map(pause -> new Pause(hasNoTimes ? 0 : Math.max(0, clock.since(pause.atSeconds())), pause.millis()))
                .toList();
        return hasNoTimes ? Answer.of(all, "lines have no time") : Answer.of(all);
    }

    Answer<List<Point>> oldBytes(Answer<Long> regionBytes) {
        if (hasNoTimes) {
            return Answer.unknown("lines have no time");
        }
        if (!oldRegions.isEmpty() && regionBytes.isKnown()) {
            return Answer.of(sinceStart(oldRegions, regionBytes.get()));
        }
        return usedBytes.isEmpty()
                ? Answer.unknown("no collection in the log tells what was left")
                : Answer.of(sinceStart(usedBytes, 1), "all that is in use after collections, young objects included");
    }

    private List<Point> sinceStart(List<Point> all, long unit) {
        return all.stream()
                .map(point -> new Point(clock.since(point.atSeconds()), point.value() * unit))
                .toList();
    }
}
