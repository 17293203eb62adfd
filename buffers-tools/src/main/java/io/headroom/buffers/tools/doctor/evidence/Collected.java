package io.headroom.buffers.tools.doctor.evidence;

import java.util.SortedMap;

/**
 * Collections that stopped the world, each once. A cycle that G1 finishes concurrently is in a recording twice, as the young collection
 * that began it and as "G1Old"; only the former is counted.
 *
 * @param byCause how many, by cause
 * @param fullByCause those of them that were full ones, by cause
 * @param concurrentCycles cycles beside the application, counted apart
 */
public record Collected(SortedMap<String, Long> byCause, SortedMap<String, Long> fullByCause, long concurrentCycles) {
    /** The cause of a collection that an allocation of a humongous object asked for. */
    public static final String HUMONGOUS = "G1 Humongous Allocation";

    /** Returns how many there were. */
    public long count() {
        return byCause.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns how many a humongous object asked for. */
    public long humongous() {
        return byCause.getOrDefault(HUMONGOUS, 0L);
    }

    /** Returns a part of all as a share from 0 to 1. */
    public double share(long part) {
        long all = count();
        return all == 0 ? 0 : (double) part / all;
    }
}
