package io.headroom.buffers.tools.decode;

import io.headroom.buffers.framing.FrameException;
import java.io.IOException;

/** Where the frames go, in the order of the stream, and what ended them. */
interface Report {
    /** A whole frame: its number from 1 on, where it begins, how long it is, and the SHA-256 of all its bytes. */
    void frame(long number, long offset, long length, byte[] sha256);

    /** The bytes can be no frame, or end inside one; {@code around} is what lies there. Nothing comes after it. */
    void fault(FrameException fault, long offset, Window.Excerpt around);

    /** All frames were whole. Nothing comes after it. */
    void end(long frames, long bytes);

    /**
     * Shows what there is so far.
     *
     * @throws IOException if nobody takes it any more, as behind a pipe that is closed
     */
    void flush() throws IOException;
}
