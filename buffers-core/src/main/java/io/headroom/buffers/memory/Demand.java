package io.headroom.buffers.memory;

/**
 * How much of a pool's memory has been in use lately, and how much is therefore to spare. Guarded by the {@link Depot}'s lock.
 *
 * <p>A round lasts from one {@link SlabPool#shrink} to the next.
 */
final class Demand {
    /*
     * What counts is chunks, not slabs: a chunk is needed while any part of it is leased, or lies on a shelf. That is known where the first slab
     * of a chunk is taken and the last one comes back, which happens under the depot's lock anyway and seldom, so that lease and release pay
     * nothing for it. It is more than what is leased, never less: by what the shelves hold, and by what lone slabs keep of their chunks. A sum
     * of leased bytes would be less than what the same load needs again, since runs of adjacent slabs leave gaps: the pool would give chunks back
     * and take them again in each round.
     *
     * Chunks of up to 4 MiB stand in for each other, so that the most that was in use at once says how many of them to keep. A longer one was
     * made for a run that fits nowhere else; it goes by its own age.
     */
    private static final long LEAST_STEP = 2L * SlabPool.CHUNK;

    /** What is to spare when it is first seen is given back in so many rounds. */
    private static final int STEPS = 8;

    private final long[] peaks = new long[SlabPool.QUIET_ROUNDS];
    private int round;

    /** Bytes of chunks that stand in for each other: all, those in use, and the most that were in use in this round. */
    private long committed;

    private long inUse;
    private long peak;
    private long step = LEAST_STEP;

    /** What is kept for a load that has not come yet. */
    private long kept;

    void committed(Block chunk) {
        chunk.idleSince = round;
        committed += chunk.isLarge() ? 0 : chunk.bytes();
    }

    void freed(Block chunk) {
        committed -= chunk.isLarge() ? 0 : chunk.bytes();
    }

    /** The first slab of an unused chunk was taken. */
    void began(Block chunk) {
        if (!chunk.isLarge()) {
            inUse += chunk.bytes();
            peak = Math.max(peak, inUse);
        }
    }

    /** The last slab of a chunk came back. */
    void ended(Block chunk) {
        chunk.idleSince = round;
        inUse -= chunk.isLarge() ? 0 : chunk.bytes();
    }

    /** Ends a round and returns how many bytes are to be given back at most until the next one ends. */
    long endRound() {
        peaks[round & (peaks.length - 1)] = peak;
        peak = inUse;
        round++;
        long spare = spareBytes();
        long share = (spare / STEPS + SlabPool.CHUNK - 1) / SlabPool.CHUNK * SlabPool.CHUNK;
        step = spare == 0 ? LEAST_STEP : Math.max(step, share);
        return step;
    }

    /** Returns whether an unused chunk has not been needed in any of the last rounds. */
    boolean isSpare(Block chunk) {
        return chunk.isLarge() ? round - chunk.idleSince > peaks.length : chunk.bytes() <= spareBytes();
    }

    void keepAtLeast(long bytes) {
        kept = Math.max(kept, bytes);
    }

    void keepNothing() {
        kept = 0;
    }

    private long spareBytes() {
        long recent = Math.max(peak, kept);
        for (long earlier : peaks) {
            recent = Math.max(recent, earlier);
        }
        return committed - recent;
    }
}
