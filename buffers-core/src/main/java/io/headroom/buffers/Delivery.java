package io.headroom.buffers;

/** How a frame is to be delivered, decided at its header. */
public enum Delivery {
    /** Whole, by {@link FrameHandler#onFrame}; one part if it is no longer than a slab, else a chain of parts. */
    WHOLE,
    /**
     * Whole and in one part, by {@link FrameHandler#onFrame}, for handlers that need one {@link java.nio.ByteBuffer}. A frame longer than a slab
     * gathers in slabs until half of it is here, moves once into adjacent ones, and the rest is read straight into those: half a copy a byte,
     * and one and a half times its length at the peak; not even that from peers that are {@linkplain ReadBuffer#trusted trusted}. In direct
     * memory, also where frames are otherwise held on the heap.
     */
    CONTIGUOUS,
    /** In parts as they arrive, by {@link FrameHandler#onPart}; of any length, with at most one slab held. */
    PARTS,
    /** Not at all: its bytes are dropped as they arrive. */
    SKIP
}
