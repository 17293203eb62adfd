package io.headroom.buffers.tools.doctor.evidence;

/**
 * A heap.
 *
 * @param regionBytes size of a region, under G1
 * @param maxBytes how large the heap may become
 * @param arrayHeaderBytes what an array of bytes takes besides its bytes
 */
public record Heap(Answer<Long> regionBytes, Answer<Long> maxBytes, Answer<Integer> arrayHeaderBytes) {
    /** Returns the size above which an object is humongous, its header included: half a region. */
    public Answer<Long> thresholdBytes() {
        return regionBytes.map(bytes -> bytes / 2);
    }
}
