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

    /** Returns whether the collector is known to be another one than G1. */
    public boolean isWithoutRegions() {
        return collector.isKnown() && !collector.get().equals(G1);
    }
}
