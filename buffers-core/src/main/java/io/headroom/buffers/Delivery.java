package io.headroom.buffers;

/** How a frame is to be delivered, decided at its header. */
public enum Delivery {
    /** Whole, by {@link FrameHandler#onFrame}; one part if it is no longer than a slab, else a chain of parts. */
    WHOLE,
    /** In parts as they arrive, by {@link FrameHandler#onPart}; of any length, with at most one slab held. */
    PARTS,
    /** Not at all: its bytes are dropped as they arrive. */
    SKIP
}
