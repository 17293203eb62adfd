package io.headroom.buffers.jmh.compare.result;

import java.util.Map;

/**
 * What the flight recording says about memory while a receiver was measured.
 *
 * @param collectionsByCause stop-the-world collections, each counted once, by the cause that G1 gives
 * @param humongousAllocations objects longer than half a region that were allocated
 * @param pauses pauses, from the pause events
 * @param nettyChunkBytes direct memory that Netty's allocator took in chunks, given back since or not; 0 for receivers without Netty
 */
public record Garbage(
        Map<String, Integer> collectionsByCause, int humongousAllocations, Pauses pauses, long nettyChunkBytes) {
    /** Returns the number of collections of all causes. */
    public int collections() {
        return collectionsByCause.values().stream().mapToInt(Integer::intValue).sum();
    }
}
