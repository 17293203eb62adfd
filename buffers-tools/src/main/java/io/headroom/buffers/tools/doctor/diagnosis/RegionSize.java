package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.SortedMap;

/**
 * The arithmetic of G1's regions: an object is humongous if it is larger than half of one, its header included, and takes whole regions then.
 */
public final class RegionSize {
    /** The smallest region. */
    public static final long SMALLEST = 1 << 20;

    private static final long LARGEST_BEFORE_18 = 32 << 20;
    private static final long LARGEST = 512 << 20;
    private static final int ALIGNMENT = 8;

    private RegionSize() {}

    /** Returns the size in the heap of a byte array. */
    public static long ofArray(long length, int headerBytes) {
        return (headerBytes + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Returns the smallest region of which an object of this size, header included, takes at most half. */
    public static long smallestFor(long objectBytes) {
        long region = SMALLEST;
        while (region / 2 < objectBytes && region <= Long.MAX_VALUE / 2) {
            region *= 2;
        }
        return region;
    }

    /** Returns the largest region that a JVM takes; 18 raised it. */
    public static long largest(Answer<Version> version) {
        return version.map(Version::feature).or(0) >= 18 ? LARGEST : LARGEST_BEFORE_18;
    }

    /** Returns which part of the regions that humongous objects take is empty. */
    public static double waste(SortedMap<Long, Long> bySize, long regionBytes) {
        double used = 0;
        double taken = 0;
        for (var entry : bySize.entrySet()) {
            long regions = (entry.getKey() + regionBytes - 1) / regionBytes;
            used += (double) entry.getKey() * entry.getValue();
            taken += (double) regions * regionBytes * entry.getValue();
        }
        return taken == 0 ? 0 : 1 - used / taken;
    }

    /** Returns how many objects would still be humongous. */
    static long humongousAt(SortedMap<Long, Long> bySize, long regionBytes) {
        return bySize.tailMap(regionBytes / 2 + 1).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Returns a region size in the form of the flag: {@code 8m}. */
    public static String flag(long bytes) {
        return bytes >> 20 > 0 ? (bytes >> 20) + "m" : (bytes >> 10) + "k";
    }
}
