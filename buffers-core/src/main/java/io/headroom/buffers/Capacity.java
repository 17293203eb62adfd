package io.headroom.buffers;

import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.SlabPool;

/** What fits into a node's memory: how long frames may be for them ever to be whole, and what must be kept back so that one can always be. */
final class Capacity {
    /**
     * What one connection needs at once, so that it is never stuck alone: a landing, a slab cut into parked pieces, another one cut into longer
     * pieces for the same bytes to move to, and one in reserve.
     */
    static final int LEAST_SLABS = 4;

    /** Links of a chain are two arrays of references; more of them would make an array of more than 256 KiB. */
    private static final int MOST_LINKS = 1 << 15;

    private final MemoryBudget budget;
    private final Shares shares;
    private final long slabBytes;
    private final boolean hasLane;
    private final long mostLinked;
    private final long mostMoved;

    /** The longest frame that a handler alone has asked for in one piece. */
    private volatile long longestAsked;

    Capacity(MemoryBudget budget, Shares shares, int slabBytes, boolean hasLane) {
        this.budget = budget;
        this.shares = shares;
        this.slabBytes = slabBytes;
        this.hasLane = hasLane;
        mostLinked = Math.min((long) MOST_LINKS * slabBytes, Integer.MAX_VALUE);
        mostMoved = Math.max(slabBytes, mostMoved());
    }

    /**
     * Returns how long a contiguous frame may be within the limit: it lies in slabs and in a run at the same time when half of it moves. In the
     * completion lane memory is committed to measure. Without it its half and its run share one chunk, or the run has what no chunk has taken.
     */
    private long mostMoved() {
        long limit = budget.limitBytes();
        if (hasLane) {
            return (limit - besideAMove()) / 3 * 2;
        }
        long most = (Math.min(limit, SlabPool.CHUNK) - besideAMove()) / 3 * 2;
        // One of them rises with the chunks and the other one falls: the most is next to where they meet.
        long meet = (limit / 3 + besideAMove()) / SlabPool.CHUNK * SlabPool.CHUNK;
        long last = Math.min(meet + SlabPool.CHUNK, limit - 1);
        for (long chunks = Math.max(meet - SlabPool.CHUNK, SlabPool.CHUNK); chunks <= last; chunks += SlabPool.CHUNK) {
            most = Math.max(most, Math.min(limit - chunks, 2 * (chunks - besideAMove())));
        }
        return most / slabBytes * slabBytes;
    }

    /** Returns what a move needs beside the frame: rounding up to a slab, a landing, and slabs cut into pieces of all sizes, which may lie in the way. */
    private long besideAMove() {
        return (2 + Long.numberOfTrailingZeros(slabBytes / SlabPool.SMALLEST_FRACTION)) * slabBytes;
    }

    /** Returns how long a frame may be for it ever to fit. */
    long mostInMemory(Delivery delivery) {
        return delivery == Delivery.CONTIGUOUS
                ? Math.min(mostLinked / slabBytes * slabBytes, mostMoved)
                : Math.min(mostLinked, mostChained());
    }

    /** Returns what frames may have of the limit: not what is set aside for small messages. */
    private long mostChained() {
        return budget.limitBytes() - budget.reservedBytes();
    }

    /** Returns the name of the setting that a frame of this length, which never fits, would need changed. */
    String settingFor(long length) {
        return length > mostLinked ? "MessageBuffers.slabBytes" : "MessageBuffers.memoryLimit";
    }

    /** Returns what the longest frame of at most this length may need at once. */
    private long worstCommitment(long length, boolean contiguous) {
        long longest = Math.min(length, mostInMemory(contiguous ? Delivery.CONTIGUOUS : Delivery.WHOLE));
        long whole = (longest + slabBytes - 1) / slabBytes * slabBytes;
        return whole + (contiguous ? whole / 2 + besideAMove() : 2 * slabBytes);
    }

    /**
     * Sees to it that a frame that its handler alone wants in one piece can be completed whoever has all other memory: from the first of its
     * length on, as soon as there is room for that.
     */
    void keepBackFor(Delivery wanted, long length) {
        if (wanted == Delivery.CONTIGUOUS && hasLane && length > longestAsked) {
            longestAsked = length;
            keepBack(worstCommitment(length, true));
        }
    }

    private void keepBack(long worst) {
        budget.widenLane(Math.min(worst, budget.limitBytes() - LEAST_SLABS * slabBytes));
    }

    /** Sees to it that frames within these limits fit into the memory limit, and that one of them can always be completed. */
    void admit(ReadLimits limits, boolean contiguous, boolean hasKey) {
        long most = budget.limitBytes();
        if (limits.maxFrame() > most) {
            throw new IllegalArgumentException("ReadLimits.maxFrame " + limits.maxFrame()
                    + ": expected at most MessageBuffers.memoryLimit, which is " + most
                    + " in whole slabs; frames in parts may be longer, by ReadLimits.maxStreamed");
        }
        if (contiguous && limits.maxFrame() > mostMoved) {
            throw new IllegalArgumentException("ReadLimits.maxFrame " + limits.maxFrame()
                    + ", contiguous: expected at most " + mostMoved
                    + ", about two thirds of MessageBuffers.memoryLimit "
                    + most);
        }
        long worst = worstCommitment(limits.maxFrame(), contiguous);
        long share = shares.leastBytes(hasKey);
        if (worst > share) {
            throw new IllegalArgumentException("ReadLimits.maxFrame " + limits.maxFrame()
                    + " may need " + worst + " bytes at once: expected at most the share of a connection or key, "
                    + share);
        }
        if (hasLane) {
            keepBack(worst);
        }
    }
}
