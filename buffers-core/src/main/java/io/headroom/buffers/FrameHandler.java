package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;

/**
 * Takes the frames of a connection. Make it once, as a field: a handler that is made for each call allocates for each call.
 *
 * <p><b>Threads</b>: called on the thread that drains, inside that call.
 *
 * <p><b>Ownership</b>: every view is valid until the method returns. Afterwards it shows other bytes, or nothing.
 *
 * <p>An exception of a handler passes through {@code drain} unchanged; the frame it was thrown for is consumed, and the buffer stays usable.
 * Only a {@link FrameException} of {@link #onHeader} refuses the peer for good; one that {@link #onFrame} throws is an exception like others.
 *
 * @param <X> the checked exception that the handler may throw, {@link RuntimeException} if none
 */
@FunctionalInterface
public interface FrameHandler<X extends Exception> {
    /** Takes a whole frame. */
    Next onFrame(Frame frame) throws X;

    /**
     * Decides how to take the frame that begins here; called once for each frame within the limits, before memory is committed for it.
     *
     * @param header the frame's first bytes: all that its framing wanted to see, at most {@link
     *     io.headroom.buffers.framing.Framing#maxHeader()} of them; bytes behind those that were wanted are there or not, as they arrived
     * @param frameLength the length of the whole frame in bytes
     * @throws FrameException to refuse the frame as a fault of the peer: the buffer then accepts nothing more
     * @throws X after which the frame is skipped
     */
    default Delivery onHeader(Bytes header, long frameLength) throws X, FrameException {
        return Delivery.WHOLE;
    }

    /**
     * Takes the next part of a frame that is delivered in parts. They cover it without gap from offset 0, its first byte, header included, to
     * {@code frameLength}; {@link #onFrame} is not called for it.
     *
     * @throws X after which the rest of the frame is skipped
     */
    default void onPart(Bytes part, long offset, long frameLength) throws X {}

    /**
     * Learns, at its header, that a frame is skipped: because {@link #onHeader} said so, or because it is too long and {@link
     * ReadLimits#skipTooLong()} is set.
     *
     * @param declared the frame's length in the measure of the limit
     * @param limit the limit that it exceeds, or that for whole frames
     */
    default void onSkipped(long declared, long limit) throws X {}
}
