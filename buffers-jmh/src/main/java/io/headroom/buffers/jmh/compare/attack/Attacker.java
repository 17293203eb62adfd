package io.headroom.buffers.jmh.compare.attack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * One peer that attacks, with one connection at a time.
 *
 * <p><b>Threads</b>: the attackers' I/O thread.
 */
final class Attacker {
    private static final ByteBuffer IGNORED = ByteBuffer.allocateDirect(256);

    private final InetSocketAddress target;
    private final Selector selector;
    private final Attack attack;
    private final ByteBuffer stream;
    private @Nullable SocketChannel channel;
    private boolean isConnected;
    private long connectedAt;
    private long connections;

    /** Makes an attacker with a view of its own of the bytes that it sends. */
    Attacker(InetSocketAddress target, Selector selector, Attack attack, ByteBuffer stream) {
        this.target = target;
        this.selector = selector;
        this.attack = attack;
        this.stream = stream;
    }

    boolean isConnected() {
        return isConnected;
    }

    /** Returns when its connection was made. */
    long connectedAt() {
        return connectedAt;
    }

    /** Returns how many connections it has made. */
    long connections() {
        return connections;
    }

    /** Begins to connect, which on one machine may be done at once. */
    void connect() throws IOException {
        SocketChannel opened = SocketChannel.open();
        channel = opened;
        opened.configureBlocking(false);
        opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
        stream.limit(Math.min(stream.capacity(), attack.bytesAtOnce())).position(0);
        SelectionKey key = opened.register(selector, SelectionKey.OP_CONNECT, this);
        if (opened.connect(target)) {
            connected(key);
        }
    }

    /** Does one interval's work: one byte more, or another connection. */
    void turn() throws IOException {
        if (channel == null && attack.comesBack()) {
            connect();
        } else if (isConnected && attack.isTrickle() && !stream.hasRemaining()) {
            stream.limit(Math.min(stream.capacity(), stream.position() + 1));
            write();
        }
    }

    /** Notes that the connection is made, and sends what is sent at once. */
    void connected(SelectionKey key) throws IOException {
        if (channel != null && channel.finishConnect()) {
            isConnected = true;
            connectedAt = System.nanoTime();
            connections++;
            key.interestOps(SelectionKey.OP_READ);
            write();
        }
    }

    /** Sends what the socket takes. */
    void write() throws IOException {
        SocketChannel open = channel;
        if (open == null) {
            return;
        }
        open.write(stream);
        SelectionKey key = open.keyFor(selector);
        int interest = stream.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (key != null && key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    /** Reads and forgets what the receiver says, and returns whether the connection is still there. */
    boolean read() throws IOException {
        return channel != null && channel.read(IGNORED.clear()) >= 0;
    }

    /** Closes the connection. */
    void close() throws IOException {
        SocketChannel open = channel;
        channel = null;
        isConnected = false;
        if (open != null) {
            open.close();
        }
    }
}
