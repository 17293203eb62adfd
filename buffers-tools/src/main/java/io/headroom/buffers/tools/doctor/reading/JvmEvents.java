package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Jvm;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** Events about the JVM itself: version, collector, flags. */
final class JvmEvents {
    private static final String INFORMATION = "jdk.JVMInformation";
    private static final String COLLECTOR = "jdk.GCConfiguration";
    private static final String HEAP = "jdk.GCHeapConfiguration";
    private static final String NUMBERS = "jdk.UnsignedLongFlag";
    private static final String SWITCHES = "jdk.BooleanFlag";
    private static final Pattern JRE = Pattern.compile("JRE \\(([^)\\s]+)");
    private static final Pattern ANY_VERSION = Pattern.compile("\\(([^)\\s]+)\\)");

    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, Boolean> flags = new HashMap<>();
    private @Nullable String version;
    private @Nullable String arguments;
    private @Nullable String oldCollector;
    private long maxHeapBytes;

    void see(RecordedEvent event, String name) {
        switch (name) {
            case INFORMATION -> {
                version = event.getString("jvmVersion");
                arguments = event.getString("jvmArguments");
            }
            case COLLECTOR -> oldCollector = event.getString("oldCollector");
            case HEAP -> maxHeapBytes = event.getLong("maxSize");
            case NUMBERS -> numbers.put(String.valueOf(event.getString("name")), event.getLong("value"));
            case SWITCHES -> flags.put(String.valueOf(event.getString("name")), event.getBoolean("value"));
            default -> {}
        }
    }

    Answer<Version> version(Switches switches) {
        String text = version;
        if (text == null) {
            return Answer.unknown(why(switches, INFORMATION));
        }
        return version(text);
    }

    /** Returns the version in the way that HotSpot introduces itself. */
    static Answer<Version> version(String text) {
        Matcher jre = JRE.matcher(text);
        Matcher any = ANY_VERSION.matcher(text);
        String number = jre.find() ? jre.group(1) : any.find() ? any.group(1) : text;
        return Version.parse(number)
                .map(Answer::of)
                .orElseGet(() -> Answer.unknown("the JVM calls itself \"" + text + "\", which tells no version"));
    }

    Answer<String> arguments(Switches switches) {
        String text = arguments;
        return text == null ? Answer.unknown(why(switches, INFORMATION)) : Answer.of(flags(text));
    }

    /** Returns the flags among a JVM's arguments: properties may be secrets, and a report is passed on. */
    private static String flags(String arguments) {
        return Arrays.stream(arguments.split("\\s+"))
                .filter(argument -> argument.startsWith("-X"))
                .collect(Collectors.joining(" "));
    }

    Answer<String> collector(Switches switches) {
        String old = oldCollector;
        if (old != null) {
            return Answer.of(Jvm.collector(old));
        }
        if (numbers.getOrDefault("G1HeapRegionSize", 0L) > 0) {
            return Answer.of(Jvm.G1);
        }
        return Answer.unknown(why(switches, COLLECTOR));
    }

    Answer<Long> regionBytes(Switches switches, HeapEvents heap) {
        long flag = numbers.getOrDefault("G1HeapRegionSize", 0L);
        if (flag > 0) {
            return Answer.of(flag);
        }
        String old = oldCollector;
        if (old != null && !old.startsWith(Jvm.G1)) {
            return Answer.unknown("the collector is " + Jvm.collector(old) + ", which has no regions of G1");
        }
        long divided = heap.regionBytes();
        return divided > 0
                ? Answer.of(divided, "from the size of the heap and its number of regions")
                : Answer.unknown(why(switches, NUMBERS));
    }

    Answer<Long> maxHeapBytes(Switches switches) {
        long flag = numbers.getOrDefault("MaxHeapSize", 0L);
        long bytes = flag > 0 ? flag : maxHeapBytes;
        return bytes > 0 ? Answer.of(bytes) : Answer.unknown(why(switches, HEAP));
    }

    Answer<Integer> arrayHeaderBytes(Switches switches) {
        int feature = version(switches).map(Version::feature).or(0);
        return arrayHeaderBytes(flags.get("UseCompactObjectHeaders"), flags.get("UseCompressedClassPointers"), feature);
    }

    /** Returns what is in front of the bytes of an array; flags are null where they are not known. */
    static Answer<Integer> arrayHeaderBytes(@Nullable Boolean isCompact, @Nullable Boolean isCompressed, int feature) {
        if (Boolean.TRUE.equals(isCompact)) {
            return Answer.of(12);
        }
        if (Boolean.FALSE.equals(isCompressed)) {
            return Answer.of(feature >= 23 ? 20 : 24);
        }
        return isCompressed == null
                ? Answer.of(16, "the usual header; the flags that change it are not known")
                : Answer.of(16);
    }

    private static String why(Switches switches, String event) {
        String missing = switches.missing(event);
        return missing.isEmpty() ? "no " + event + " tells it" : missing;
    }
}
