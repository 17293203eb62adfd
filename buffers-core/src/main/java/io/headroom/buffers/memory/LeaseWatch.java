package io.headroom.buffers.memory;

/** Sees the end of a lease that it was set to watch with {@link Slab#watch}. */
public interface LeaseWatch {
    /**
     * The last holder has released the slab, whose memory goes back to its pool when this returns. Called once for each lease, on the thread
     * that released; it must not throw.
     */
    void onEnd(Slab slab);
}
