package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.StreamSource;
import java.io.IOException;

/**
 * One connection that is read by one strategy. Each frame goes to the tally it was opened with: its length, its first and its last payload
 * byte.
 *
 * <p><b>Threads</b>: one. <b>Ownership</b>: the source stays the caller's.
 */
public interface FrameReader extends AutoCloseable {
    /** Reads once from a source that has something left, and takes the frames that are whole. */
    void read(StreamSource source) throws IOException;

    /**
     * Returns how many bytes were copied in all behind the read. The read itself is not counted, nor is what the source copies from direct
     * memory to the heap, which {@link StreamSource#copiedToHeapBytes} counts.
     */
    long copiedBytes();

    /** Gives back what is held. */
    @Override
    default void close() {}
}
