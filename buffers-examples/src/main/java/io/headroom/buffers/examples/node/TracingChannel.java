package io.headroom.buffers.examples.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ScatteringByteChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells of each read from a channel: how many bytes came, the first of them in hex, and how many were there before that belong to no
 * frame yet.
 *
 * <p>It is for tracing only: since nobody can see whether it blocks, a buffer reads from it once for each wake-up of the selector.
 *
 * <p><b>Threads</b>: one at a time.
 */
final class TracingChannel implements ScatteringByteChannel {
    private static final int SHOWN_BYTES = 8;

    private final SocketChannel channel;
    private final LongSupplier consumedBytes;
    private final Consumer<String> trace;
    private long receivedBytes;

    /** Creates the channel; of the bytes that it reads, {@code consumedBytes} tells how many were in frames that are done. */
    TracingChannel(SocketChannel channel, LongSupplier consumedBytes, Consumer<String> trace) {
        this.channel = channel;
        this.consumedBytes = consumedBytes;
        this.trace = trace;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return (int) read(new ByteBuffer[] {target}, 0, 1);
    }

    @Override
    public long read(ByteBuffer[] targets) throws IOException {
        return read(targets, 0, targets.length);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        ByteBuffer[] starts = new ByteBuffer[length];
        for (int i = 0; i < length; i++) {
            starts[i] = targets[offset + i].duplicate();
        }
        long count = channel.read(targets, offset, length);
        if (count > 0) {
            long before = receivedBytes - consumedBytes.getAsLong();
            receivedBytes += count;
            trace.accept("read " + count + " bytes [" + firstOf(starts, count) + "] behind " + before);
        }
        return count;
    }

    private static String firstOf(ByteBuffer[] starts, long count) {
        StringBuilder hex = new StringBuilder(3 * SHOWN_BYTES);
        long left = Math.min(count, SHOWN_BYTES);
        for (ByteBuffer start : starts) {
            for (; left > 0 && start.hasRemaining(); left--) {
                int b = start.get() & 0xff;
                hex.append(hex.length() == 0 ? "" : " ")
                        .append(Character.forDigit(b >> 4, 16))
                        .append(Character.forDigit(b & 15, 16));
            }
        }
        return hex.toString();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
