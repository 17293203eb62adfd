package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.Tally;

/**
 * What a node has once for all its connections, such as a pool, and what opens them.
 *
 * <p><b>Threads</b>: one.
 */
public interface Node extends AutoCloseable {
    /** What is returned where nobody can tell. */
    long UNKNOWN = -1;

    /** Opens a connection whose frames go to {@code tally}. */
    FrameReader connection(Tally tally);

    /**
     * Returns how much of the memory that is committed connections and kept frames have to themselves, so that nobody else could be given it;
     * {@link #UNKNOWN} if nothing is pooled, or the pool does not tell.
     */
    default long leasedBytes() {
        return UNKNOWN;
    }

    /** Gives back what the connections have shared, when all of them are closed. */
    @Override
    default void close() {}
}
