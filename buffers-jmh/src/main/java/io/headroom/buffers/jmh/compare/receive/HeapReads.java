package io.headroom.buffers.jmh.compare.receive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ScatteringByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import org.jspecify.annotations.Nullable;

/**
 * A socket that counts what is read from it into heap buffers: the JDK reads that into a direct buffer of its own and copies, which whoever
 * reads cannot see. All else is the socket's own.
 */
final class HeapReads extends SelectableChannel implements ScatteringByteChannel {
    private final SocketChannel socket;
    private long bytes;

    HeapReads(SocketChannel socket) {
        this.socket = socket;
    }

    /** Returns how many bytes have been read into heap buffers. */
    long bytes() {
        return bytes;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int before = target.position();
        int read = socket.read(target);
        if (!target.isDirect()) {
            bytes += target.position() - before;
        }
        return read;
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        long before = heapPositions(targets, offset, length);
        long read = socket.read(targets, offset, length);
        bytes += heapPositions(targets, offset, length) - before;
        return read;
    }

    @Override
    public long read(ByteBuffer[] targets) throws IOException {
        return read(targets, 0, targets.length);
    }

    private static long heapPositions(ByteBuffer[] targets, int offset, int length) {
        long sum = 0;
        for (int i = offset; i < offset + length; i++) {
            sum += targets[i].isDirect() ? 0 : targets[i].position();
        }
        return sum;
    }

    @Override
    public SelectorProvider provider() {
        return socket.provider();
    }

    @Override
    public int validOps() {
        return socket.validOps();
    }

    @Override
    public boolean isRegistered() {
        return socket.isRegistered();
    }

    @Override
    public @Nullable SelectionKey keyFor(Selector selector) {
        return socket.keyFor(selector);
    }

    @Override
    public SelectionKey register(Selector selector, int operations, @Nullable Object attachment)
            throws ClosedChannelException {
        return socket.register(selector, operations, attachment);
    }

    @Override
    public SelectableChannel configureBlocking(boolean block) throws IOException {
        return socket.configureBlocking(block);
    }

    @Override
    public boolean isBlocking() {
        return socket.isBlocking();
    }

    @Override
    public Object blockingLock() {
        return socket.blockingLock();
    }

    @Override
    protected void implCloseChannel() throws IOException {
        socket.close();
    }
}
