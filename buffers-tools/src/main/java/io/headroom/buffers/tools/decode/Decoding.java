package io.headroom.buffers.tools.decode;

import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.ReadStatus;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Feeds a stream to a read buffer, at most so many bytes at a time, as a node would be fed. */
final class Decoding {
    private static final long MEMORY = 4 << 20;

    private final Framing framing;
    private final long maxFrame;
    private final int chunk;

    Decoding(Framing framing, long maxFrame, int chunk) {
        this.framing = framing;
        this.maxFrame = maxFrame;
        this.chunk = chunk;
    }

    /**
     * Reports all frames of the stream, or those before the first fault.
     *
     * @return whether all were whole
     * @throws IOException of the stream, or of the report when nobody takes it any more
     */
    boolean run(InputStream stream, Report report) throws IOException {
        Window window = new Window(chunk + framing.maxHeader());
        Frames frames = new Frames(report);
        ReadLimits limits = ReadLimits.maxFrame(Math.min(maxFrame, MEMORY)).maxStreamed(maxFrame);
        try (MessageBuffers buffers =
                        MessageBuffers.builder().memoryLimit(MEMORY).build();
                ReadBuffer in =
                        buffers.connection("").framing(framing).limits(limits).open()) {
            byte[] bytes = new byte[chunk];
            try {
                for (int count = stream.read(bytes); count >= 0; count = stream.read(bytes)) {
                    window.add(bytes, count);
                    ReadStatus status = in.feed(ByteBuffer.wrap(bytes, 0, count), frames);
                    if (status != ReadStatus.DRAINED) {
                        throw new IllegalStateException("frames in parts were not taken: " + status);
                    }
                    report.flush();
                }
                in.endOfStream(frames);
            } catch (FrameException fault) {
                fault(fault, stream, window, frames.offset(), report);
                return false;
            }
        }
        report.end(frames.count(), frames.offset());
        return true;
    }

    /** A fault lies where its frame begins; a stream that is cut off, at its end. */
    private static void fault(FrameException fault, InputStream stream, Window window, long offset, Report report)
            throws IOException {
        boolean isCutOff = fault.kind() == FrameException.Kind.TRUNCATED;
        byte[] more = new byte[Window.AFTER];
        while (!isCutOff && window.seen() < offset + Window.AFTER) {
            int count = stream.readNBytes(more, 0, (int) (offset + Window.AFTER - window.seen()));
            if (count == 0) {
                break;
            }
            window.add(more, count);
        }
        report.fault(fault, offset, window.around(isCutOff ? Math.max(offset, window.seen() - Window.BEFORE) : offset));
    }
}
