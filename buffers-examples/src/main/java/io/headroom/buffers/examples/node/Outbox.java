package io.headroom.buffers.examples.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The frames that a peer has not been sent yet.
 *
 * <p><b>Threads</b>: {@link #writeTo} one at a time, all else any.
 */
final class Outbox {
    /** The JDK copies what it writes from the heap to direct memory, and keeps as much for the thread: 10 MiB for a whole block. */
    private static final int PIECE_BYTES = 64 * 1024;

    private final long limitBytes;
    private final Queue<ByteBuffer> frames = new ConcurrentLinkedQueue<>();
    private final AtomicLong unsentBytes = new AtomicLong();

    Outbox(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Takes a frame to be sent, or refuses it because the limit of unsent bytes is reached. */
    boolean offer(ByteBuffer frame) {
        if (unsentBytes.get() >= limitBytes) {
            return false;
        }
        unsentBytes.addAndGet(frame.remaining());
        return frames.add(frame);
    }

    boolean isEmpty() {
        return unsentBytes.get() == 0;
    }

    /** Writes as much as the channel takes now. */
    void writeTo(WritableByteChannel channel) throws IOException {
        for (ByteBuffer frame = frames.peek(); frame != null && writeTo(channel, frame); frame = frames.peek()) {
            frames.remove();
        }
    }

    private boolean writeTo(WritableByteChannel channel, ByteBuffer frame) throws IOException {
        int end = frame.limit();
        int written = 1;
        while (frame.position() < end && written > 0) {
            frame.limit(Math.min(end, frame.position() + PIECE_BYTES));
            written = channel.write(frame);
            unsentBytes.addAndGet(-written);
        }
        frame.limit(end);
        return !frame.hasRemaining();
    }
}
