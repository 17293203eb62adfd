package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Heap;
import io.headroom.buffers.tools.doctor.evidence.Jvm;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lines about the JVM itself, mostly from the beginning of a log, which may be lost when the log is rotated. */
final class LogJvm {
    private static final String LOST = "no line of the log tells it; the beginning, with [gc,init], may be lost";
    private static final Pattern USING = Pattern.compile(
            "Using (?:The )?(G1|Serial|Parallel|Epsilon|Z Garbage Collector|Shenandoah|Concurrent Mark Sweep)");
    private static final Pattern VERSION = Pattern.compile("Version: (\\S+)(?: .*)?");
    private static final Pattern HOTSPOT = Pattern.compile(".*64-Bit Server VM \\(.*JRE \\(.*");
    private static final Pattern REGION = Pattern.compile("Heap [Rr]egion [Ss]ize: (\\d+)([KMG])");
    private static final Pattern EXIT_REGION = Pattern.compile("region size (\\d+)([KMG]),.*");
    private static final Pattern MAX_HEAP = Pattern.compile("Heap Max Capacity: (\\d+)([KMG])");
    private static final Pattern MEMORY = Pattern.compile("Memory: (\\d+)([KMG])");
    private static final Pattern HEADERS =
            Pattern.compile("UseCompressedClassPointers ([01]), UseCompactObjectHeaders ([01])");

    private @Nullable String collector;
    private @Nullable String version;
    private long regionBytes;
    private long maxBytes;
    private long memoryBytes;
    private @Nullable Boolean isCompact;
    private @Nullable Boolean isCompressed;

    /** Returns whether a JVM says with a line which collector it uses, which it does once and at its beginning. */
    static boolean isIntroduction(String text) {
        if (!text.contains("Using ")) {
            return false;
        }
        LogLine line = LogLine.parse(text);
        return line == null
                ? USING.matcher(text).matches()
                : line.collection() < 0 && USING.matcher(line.message()).matches();
    }

    /** Takes what a line tells; returns whether it tells anything. */
    boolean see(String message) {
        Matcher using = USING.matcher(message);
        if (using.matches()) {
            collector = using.group(1);
            return true;
        }
        Matcher number = VERSION.matcher(message);
        if (number.matches()) {
            version = number.group(1);
            return true;
        }
        if (HOTSPOT.matcher(message).matches()) {
            version = message;
            return true;
        }
        Matcher headers = HEADERS.matcher(message);
        if (headers.matches()) {
            isCompressed = headers.group(1).equals("1");
            isCompact = headers.group(2).equals("1");
            return true;
        }
        return seeSize(message);
    }

    private boolean seeSize(String message) {
        long region = Math.max(Sizes.match(REGION, message), Sizes.match(EXIT_REGION, message));
        long heap = Sizes.match(MAX_HEAP, message);
        long memory = Sizes.match(MEMORY, message);
        regionBytes = Math.max(regionBytes, region);
        maxBytes = Math.max(maxBytes, heap);
        memoryBytes = Math.max(memoryBytes, memory);
        return region > 0 || heap > 0 || memory > 0;
    }

    /** Returns whether the log began with a line about the collector, so that collections would be in it. */
    boolean tellsCollector() {
        return collector != null;
    }

    Answer<Long> memoryBytes() {
        return memoryBytes > 0 ? Answer.of(memoryBytes) : Answer.unknown(LOST);
    }

    private Answer<Long> regionBytes(Answer<String> collector) {
        if (collector.isKnown() && !collector.get().equals(Jvm.G1)) {
            return Answer.unknown("the collector is " + collector.get() + ", which has no regions of G1");
        }
        return regionBytes > 0 ? Answer.of(regionBytes) : Answer.unknown(LOST);
    }

    Jvm jvm() {
        String name = collector;
        String number = version;
        Answer<Version> known = number == null ? Answer.unknown(LOST) : JvmEvents.version(number);
        Answer<String> uses = name != null
                ? Answer.of(Jvm.collector(name))
                : regionBytes > 0 ? Answer.of(Jvm.G1) : Answer.unknown(LOST);
        int feature = known.map(Version::feature).or(0);
        Heap heap = new Heap(
                regionBytes(uses),
                maxBytes > 0 ? Answer.of(maxBytes) : Answer.unknown(LOST),
                JvmEvents.arrayHeaderBytes(isCompact, isCompressed, feature));
        return new Jvm(known, uses, heap, Answer.unknown("a log does not have them"));
    }
}
