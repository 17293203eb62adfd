package io.headroom.buffers.tools.doctor.evidence;

/**
 * The JVM that wrote a recording or a log.
 *
 * @param version as it calls itself
 * @param collector such as {@code G1}
 * @param heap the heap
 * @param arguments its flags as they were given: properties are left out
 */
public record Jvm(Answer<Version> version, Answer<String> collector, Heap heap, Answer<String> arguments) {
    /** The collector with regions of which a large object takes whole ones. */
    public static final String G1 = "G1";

    /** Behind the name of a collector in a recording, where it is that of the old generation. */
    private static final String OLD = "Old";

    /** Returns a collector by its short name, whatever a recording or a log calls it: {@code G1Old}, {@code Z Garbage Collector}. */
    public static String collector(String name) {
        if (name.startsWith("Z")) {
            return "ZGC";
        }
        return name.endsWith(OLD) ? name.substring(0, name.length() - OLD.length()) : name;
    }

    /** Returns whether the collector is known to be another one than G1. */
    public boolean isWithoutRegions() {
        return collector.isKnown() && !collector.get().equals(G1);
    }
}
