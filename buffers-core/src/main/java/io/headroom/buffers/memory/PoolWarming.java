package io.headroom.buffers.memory;

/** Commits memory of a pool ahead of need, a chunk at a time. */
final class PoolWarming implements WarmUp.Work {
    /*
     * A lease that needs a chunk has it allocated under the depot's lock, where zeroing 4 MiB takes a millisecond or two and other leases wait.
     * Here the depot is told only afterwards. In between the budget has the chunk counted and nobody can lease of it, so that somebody may be
     * refused at the limit and begin to wait: whether the chunk comes or not, whoever waits is looked for.
     *
     * Two warm-ups of one pool take turns, chunk by chunk: each sees what the other has committed, and both together commit no more than the
     * larger one.
     */
    private final SlabPool pool;
    private final Depot depot;
    private final NativeMemory memory;
    private final long wantedBytes;

    PoolWarming(SlabPool pool, Depot depot, NativeMemory memory, long wantedBytes) {
        this.pool = pool;
        this.depot = depot;
        this.memory = memory;
        this.wantedBytes = wantedBytes;
    }

    @Override
    public long wantedBytes() {
        return wantedBytes;
    }

    @Override
    public long warmedBytes() {
        return Math.min(wantedBytes, depot.committedBytes());
    }

    @Override
    public WarmUp.State step(long most) {
        try {
            synchronized (depot.warmUps) {
                if (pool.isClosed()) {
                    return WarmUp.State.CLOSED;
                }
                WarmUp.State now = depot.committedBytes() >= wantedBytes ? WarmUp.State.WARM : commitChunk();
                depot.keep(wantedBytes);
                return now;
            }
        } finally {
            pool.budget().wakeWhoeverMayGoOn();
        }
    }

    private WarmUp.State commitChunk() {
        int slabBytes = pool.slabBytes();
        int bytes = (int) pool.budget().commit(depot.chunkBytes(), slabBytes, slabBytes, false);
        if (bytes == 0) {
            return WarmUp.State.LIMIT_REACHED;
        }
        WarmUp.State outcome = WarmUp.State.FAILED;
        try {
            outcome = allocate(bytes);
        } finally {
            if (outcome != WarmUp.State.RUNNING) {
                pool.budget().giveBack(bytes);
            }
        }
        return outcome;
    }

    private WarmUp.State allocate(int bytes) {
        NativeMemory.Piece piece = memory.tryAllocate(bytes);
        if (piece == null) {
            depot.refused(bytes);
            return WarmUp.State.REFUSED;
        }
        if (!depot.add(piece)) {
            piece.free();
            return WarmUp.State.CLOSED;
        }
        return WarmUp.State.RUNNING;
    }

    @Override
    public String reason(WarmUp.State state) {
        switch (state) {
            case LIMIT_REACHED:
                return "the budget has no more for ordinary leases: " + pool.budget();
            case REFUSED:
                return "the system, or -XX:MaxDirectMemorySize or -Xmx, has no more memory to give";
            case RUNNING:
                return "it goes on";
            case WARM:
                return "the pool has committed as much";
            case CLOSED:
                return "the pool is closed";
            default:
                return "it was told to end";
        }
    }
}
