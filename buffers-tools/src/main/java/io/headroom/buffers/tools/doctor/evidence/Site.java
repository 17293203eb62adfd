package io.headroom.buffers.tools.doctor.evidence;

import java.util.List;
import java.util.SortedMap;

/**
 * A line of code that allocates.
 *
 * @param line the first line that is not the JDK's, such as {@code a.b.Peer.read(Peer.java:29)}
 * @param stack the lines from the allocation outwards, empty if no stack was recorded
 * @param objectClass what is allocated, such as {@code byte[]}
 * @param certainty how far the objects are known to be humongous
 * @param count objects, or samples where there are only samples
 * @param bySize objects of each size, or samples where a log told the size; empty where there are only samples
 * @param leastWeight the smallest weight of a sample, which no object in that sample is larger than; 0 where there are sizes
 */
public record Site(
        String line,
        List<String> stack,
        String objectClass,
        Certainty certainty,
        long count,
        SortedMap<Long, Long> bySize,
        long leastWeight) {

    /** How far the objects of a site are known to be humongous. */
    public enum Certainty {
        /** The recording has the size of each, which is above the threshold. */
        CERTAIN,
        /** The recording has samples only; a log of the same JVM has the size, and it is the largest that the samples allow. */
        LIKELY,
        /** The recording has samples only, whose weight is not a size; it does not rule out that they were humongous. */
        POSSIBLE
    }

    /** Returns whether the line is known: stacks may have been switched off. */
    public boolean hasStack() {
        return !stack.isEmpty();
    }

    /** Returns the largest size, 0 if none is known. */
    public long largest() {
        return bySize.isEmpty() ? 0 : bySize.lastKey();
    }
}
