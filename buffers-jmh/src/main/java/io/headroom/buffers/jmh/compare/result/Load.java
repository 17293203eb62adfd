package io.headroom.buffers.jmh.compare.result;

/**
 * One receiver under one load.
 *
 * @param traffic what it took
 * @param work what it spent
 * @param garbage what the collector had to do
 */
public record Load(Traffic traffic, Work work, Garbage garbage) {
    /** Returns bytes allocated, on and off the heap as far as both can be counted. */
    public long allocatedBytes() {
        return work.heapAllocatedBytes() + Math.max(work.directGrowthBytes(), garbage.nettyChunkBytes());
    }

    /** Returns a quantity for each billion bytes received. */
    public double perGigabyte(double quantity) {
        return quantity / (traffic.bytes() / 1e9);
    }
}
