package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A heap array of just the frame's length, allocated when its header says so: the header is read alone, then the rest. That is at least two
 * reads for each frame, which cost next to nothing here and a system call each on a socket; and a peer that lies in a header has that much
 * memory allocated.
 */
final class ExactReader implements FrameReader {
    private final Tally tally;
    private final ByteBuffer header = ByteBuffer.allocate(Frames.HEADER);
    private @Nullable ByteBuffer payload;

    ExactReader(Tally tally) {
        this.tally = tally;
    }

    @Override
    public void read(StreamSource source) {
        ByteBuffer body = payload;
        if (body == null) {
            source.read(header);
            if (!header.hasRemaining()) {
                payload = ByteBuffer.allocate(header.getInt(0));
                header.clear();
            }
            return;
        }
        source.read(body);
        if (!body.hasRemaining()) {
            int length = body.capacity();
            tally.frame(length, body.get(0), body.get(length - 1));
            if (tally.isKeeping()) {
                tally.keep(body);
            }
            payload = null;
        }
    }

    @Override
    public long copiedBytes() {
        return 0;
    }
}
