package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.Tally;

/**
 * What a node has once for all its connections, such as a pool, and what opens them.
 *
 * <p><b>Threads</b>: one.
 */
public interface Node extends AutoCloseable {
    /** Opens a connection whose frames go to {@code tally}. */
    FrameReader connection(Tally tally);

    /** Gives back what the connections have shared, when all of them are closed. */
    @Override
    default void close() {}
}
