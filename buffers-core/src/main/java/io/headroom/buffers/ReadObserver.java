package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;

/**
 * Sees what a connection reads, for traces and warnings. It decides nothing.
 *
 * <p><b>Threads</b>: called on the thread that drains, inside that call; it must not call the read buffer, and what it throws passes through
 * as a handler's exception would.
 *
 * <p><b>Cost</b>: a connection with an observer allocates a few bytes for each read; one without allocates none.
 */
public interface ReadObserver {
    /**
     * Learns of a read, before its frames are delivered.
     *
     * @param count how many bytes it brought, 1 or more
     * @param firstBytes the first of them, 8 at most
     * @param pendingBefore how many received bytes were held before it
     */
    default void onRead(long count, Bytes firstBytes, long pendingBefore) {}

    /**
     * Learns, at its header, of a frame that is within the limits and yet longer than usual.
     *
     * @param length the frame's length, in the measure of the limits
     * @param threshold what was set by {@link ReadLimits#warnAbove}
     */
    default void onLongFrame(long length, long threshold) {}
}
