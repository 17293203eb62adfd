package io.headroom.buffers.memory;

/** How somebody who waits for memory stands to the completion lane of a {@link MemoryBudget}. */
public enum Lane {
    /** May not enter it. */
    BARRED,
    /** May go on as soon as nobody is in it. */
    WANTED,
    /** Is in it: what is kept back for it will do. */
    ENTERED
}
