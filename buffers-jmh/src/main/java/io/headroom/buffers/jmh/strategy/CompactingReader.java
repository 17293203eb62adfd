package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The loop of many nodes: a heap buffer of the longest frame, from whose front one message is taken after the other, and what follows is
 * moved to the front each time. A naive node drops the buffer when it is empty and allocates another one at the next read; one that keeps it
 * is spared the garbage, but not the moves.
 */
final class CompactingReader implements FrameReader {
    private final boolean keeps;
    private final int capacity;
    private final Tally tally;
    private @Nullable ByteBuffer buffer;
    private long copied;

    CompactingReader(boolean keeps, FrameStream stream, Tally tally) {
        this.keeps = keeps;
        capacity = Math.max(Strategy.LONGEST_ALLOWED, stream.longest());
        this.tally = tally;
    }

    @Override
    public void read(StreamSource source) {
        ByteBuffer received = buffer;
        if (received == null) {
            received = ByteBuffer.allocate(capacity);
            buffer = received;
        }
        source.read(received);
        while (takeFirst(received)) {}
        if (!keeps && received.position() == 0) {
            buffer = null;
        }
    }

    private boolean takeFirst(ByteBuffer received) {
        if (received.position() < Frames.HEADER) {
            return false;
        }
        int length = received.getInt(0);
        int whole = Frames.HEADER + length;
        if (received.position() < whole) {
            return false;
        }
        tally.frame(length, received.get(Frames.HEADER), received.get(whole - 1));
        if (tally.isKeeping()) {
            keep(received, length);
        }
        received.flip().position(whole);
        copied += received.remaining();
        received.compact();
        return true;
    }

    private void keep(ByteBuffer received, int length) {
        byte[] payload = new byte[length];
        received.get(Frames.HEADER, payload);
        tally.keep(payload);
    }

    @Override
    public long copiedBytes() {
        return copied;
    }
}
