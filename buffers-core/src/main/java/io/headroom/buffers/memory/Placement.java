package io.headroom.buffers.memory;

/** Where the bytes of a piece of memory live. */
public enum Placement {
    /** In a Java array, which the collector owns. */
    HEAP,
    /** Outside the Java heap, freed by its owner. */
    DIRECT
}
