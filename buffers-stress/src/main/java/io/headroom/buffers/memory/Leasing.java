package io.headroom.buffers.memory;

/** Small pools on the heap, and leases from them that must succeed. */
final class Leasing {
    /** The size of a slab. */
    static final int SLAB = SlabPool.SMALLEST_SLAB;

    private Leasing() {}

    /** Returns a pool of so many slabs. */
    static SlabPool pool(int slabs) {
        return pool(MemoryBudget.of((long) slabs * SLAB));
    }

    static SlabPool pool(MemoryBudget budget) {
        return SlabPool.heap().slabBytes(SLAB).budget(budget).build();
    }

    /** Leases a slab that is known to be there. */
    static Slab lease(SlabPool pool) {
        Slab slab = pool.tryLease(SLAB);
        if (slab == null) {
            throw new IllegalStateException("refused by " + pool);
        }
        return slab;
    }

    /** Returns how many slabs are leased. */
    static int leased(SlabPool pool) {
        return Math.toIntExact(pool.leasedBytes() / SLAB);
    }
}
