package io.headroom.buffers.examples.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;

/** A non-blocking connection whose bytes arrive when the test says so, and that counts how often it is read. */
final class ScriptedChannel extends SocketChannel {
    private final Queue<ByteBuffer> arrived = new ArrayDeque<>();
    private final Socket socket = new UnconnectedSocket();
    private boolean ended;
    private IOException failure;
    private int readCount;
    private int emptyReadCount;
    private boolean endSeen;

    ScriptedChannel() throws IOException {
        super(SelectorProvider.provider());
        configureBlocking(false);
    }

    /** These bytes are there to be read, behind those before them. */
    void arrive(byte[]... pieces) {
        for (byte[] piece : pieces) {
            arrived.add(ByteBuffer.wrap(piece));
        }
    }

    /** The other end sends nothing more. */
    void end() {
        ended = true;
    }

    /** The next read that finds no byte throws. */
    void fail(IOException failure) {
        this.failure = failure;
    }

    /** Returns whether a selector would say that there is something to read. */
    boolean isReadable() {
        return isOpen() && (!arrived.isEmpty() || ended || failure != null);
    }

    int readCount() {
        return readCount;
    }

    /** Returns how many reads gave nothing, without the end of the stream. */
    int emptyReadCount() {
        return emptyReadCount;
    }

    /** Returns whether a read has told of the end of the stream. */
    boolean isEndSeen() {
        return endSeen;
    }

    /** Returns how many bytes have arrived and not been read. */
    int unreadBytes() {
        return arrived.stream().mapToInt(ByteBuffer::remaining).sum();
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return (int) read(new ByteBuffer[] {target}, 0, 1);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        readCount++;
        long room = 0;
        for (int i = offset; i < offset + length; i++) {
            room += targets[i].remaining();
        }
        if (room > 0 && arrived.isEmpty()) {
            return nothing();
        }
        long count = 0;
        for (int i = offset; i < offset + length; i++) {
            count += fill(targets[i]);
        }
        emptyReadCount += count == 0 ? 1 : 0;
        return count;
    }

    private long nothing() throws IOException {
        if (failure != null) {
            throw failure;
        }
        endSeen |= ended;
        emptyReadCount += ended ? 0 : 1;
        return ended ? -1 : 0;
    }

    private int fill(ByteBuffer target) {
        int before = target.remaining();
        while (target.hasRemaining() && !arrived.isEmpty()) {
            ByteBuffer piece = arrived.element();
            int count = Math.min(piece.remaining(), target.remaining());
            target.put(piece.slice().limit(count));
            piece.position(piece.position() + count);
            if (!piece.hasRemaining()) {
                arrived.remove();
            }
        }
        return before - target.remaining();
    }

    @Override
    public Socket socket() {
        return socket;
    }

    @Override
    public int write(ByteBuffer source) {
        int count = source.remaining();
        source.position(source.limit());
        return count;
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SocketChannel bind(SocketAddress local) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public SocketChannel shutdownInput() {
        throw new UnsupportedOperationException();
    }

    @Override
    public SocketChannel shutdownOutput() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isConnectionPending() {
        return false;
    }

    @Override
    public boolean connect(SocketAddress remote) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean finishConnect() {
        return true;
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return socket.getRemoteSocketAddress();
    }

    @Override
    public SocketAddress getLocalAddress() {
        return socket.getRemoteSocketAddress();
    }

    @Override
    protected void implCloseSelectableChannel() {}

    @Override
    protected void implConfigureBlocking(boolean block) {}

    /** A socket that has an address and no connection. */
    private static final class UnconnectedSocket extends Socket {
        @Override
        public SocketAddress getRemoteSocketAddress() {
            return InetSocketAddress.createUnresolved("scripted", 1);
        }
    }
}
