package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.nio.ByteBuffer;

/**
 * One buffer for each connection, as well as it can be done: direct, long enough for the longest frame and a read behind it, so that no read
 * is cut short; frames are taken where they are, and bytes are moved to the front only when there is no room for a read behind them.
 *
 * <p>It costs time only where one connection is measured: what it costs in memory is the longest frame for each connection, idle or not.
 */
final class MaximalReader implements FrameReader {
    private final Tally tally;
    private final int readBytes;
    private final ByteBuffer buffer;
    private int from;
    private int to;
    private long copied;

    MaximalReader(FrameStream stream, int readBytes, Tally tally) {
        this.tally = tally;
        this.readBytes = readBytes;
        buffer = ByteBuffer.allocateDirect(Math.max(Strategy.LONGEST_ALLOWED, stream.longest()) + readBytes);
    }

    @Override
    public void read(StreamSource source) {
        if (buffer.capacity() - to < readBytes) {
            compact();
        }
        buffer.position(to);
        source.read(buffer);
        to = buffer.position();
        while (takeFirst()) {}
        if (from == to) {
            from = 0;
            to = 0;
        }
    }

    private boolean takeFirst() {
        int available = to - from;
        if (available < Frames.HEADER) {
            return false;
        }
        int length = buffer.getInt(from);
        if (available < Frames.HEADER + length) {
            return false;
        }
        int payload = from + Frames.HEADER;
        from = payload + length;
        tally.frame(length, buffer.get(payload), buffer.get(from - 1));
        if (tally.isKeeping()) {
            byte[] copy = new byte[length];
            buffer.get(payload, copy);
            tally.keep(copy);
        }
        return true;
    }

    private void compact() {
        copied += to - from;
        buffer.limit(to).position(from);
        buffer.compact();
        to = buffer.position();
        from = 0;
        buffer.clear();
    }

    @Override
    public long copiedBytes() {
        return copied;
    }
}
