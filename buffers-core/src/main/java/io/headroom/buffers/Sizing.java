package io.headroom.buffers;

import io.headroom.buffers.memory.SlabPool;

/** How much memory a parked remainder may hold: at most four times itself, and the smallest piece that there is. */
final class Sizing {
    private static final int FACTOR = 4;

    private Sizing() {}

    /** Returns whether {@code held} bytes may hold a piece of {@code capacity} bytes. */
    static boolean mayHold(int capacity, int held) {
        return capacity <= Math.max(SlabPool.SMALLEST_FRACTION, (long) FACTOR * held);
    }

    /**
     * Returns how long a piece to lease for {@code held} bytes of a frame that needs {@code target}: enough for all of it if it may hold that,
     * else the longest that it may hold; never more than a slab.
     */
    static int piece(int held, long target, int slabBytes) {
        int longest = Integer.highestOneBit((int) Math.min((long) FACTOR * held, slabBytes));
        return (int) Math.max(Math.min(target, Math.max(SlabPool.SMALLEST_FRACTION, longest)), held);
    }
}
