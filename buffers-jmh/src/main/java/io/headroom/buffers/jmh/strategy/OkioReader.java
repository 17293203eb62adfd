package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import okio.Buffer;

/**
 * Okio's buffer, filled from a channel as Okio's own example of a channel source does it: a segment at a time, at most 8 KiB, read in place.
 * That is as many reads more for whoever is offered more. A frame is seen where it is and skipped, so that its segments go back to Okio's pool.
 */
final class OkioReader implements FrameReader {
    private static final int SEGMENT_BYTES = 8_192;
    private static final int UNKNOWN = -1;

    private final Tally tally;
    private final Buffer buffer = new Buffer();
    private final Buffer.UnsafeCursor cursor = new Buffer.UnsafeCursor();
    private int length = UNKNOWN;

    OkioReader(Tally tally) {
        this.tally = tally;
    }

    @Override
    public void read(StreamSource source) throws IOException {
        buffer.readAndWriteUnsafe(cursor);
        try {
            long before = buffer.size();
            cursor.expandBuffer(SEGMENT_BYTES);
            int count = source.read(ByteBuffer.wrap(cursor.data, cursor.start, SEGMENT_BYTES));
            cursor.resizeBuffer(before + Math.max(0, count));
        } finally {
            cursor.close();
        }
        while (takeFirst()) {}
    }

    private boolean takeFirst() throws IOException {
        if (length == UNKNOWN) {
            if (!buffer.request(Frames.HEADER)) {
                return false;
            }
            length = buffer.readInt();
        }
        if (!buffer.request(length)) {
            return false;
        }
        tally.frame(length, buffer.getByte(0), buffer.getByte(length - 1L));
        if (tally.isKeeping()) {
            tally.keep(buffer.readByteString(length));
        } else {
            buffer.skip(length);
        }
        length = UNKNOWN;
        return true;
    }

    @Override
    public long copiedBytes() {
        return 0;
    }

    @Override
    public void close() {
        buffer.clear();
    }
}
