package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.child.SelectorThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** A receiver on one plain selector thread, for every strategy that reads from a {@link SocketChannel} itself. */
final class NioReceiver extends SelectorThread implements Receiver {
    private static final int BACKLOG = 4_096;

    private final Connections shared;
    private final Inbox inbox;
    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final Set<NioConnection> connections = new LinkedHashSet<>();
    private long sweptAt = System.nanoTime();

    private NioReceiver(Connections shared, Inbox inbox) throws IOException {
        this.shared = shared;
        this.inbox = inbox;
    }

    /** What makes the difference: how a connection reads, and the memory that all connections share. */
    interface Connections {
        /** Returns the reading side of a new connection. */
        NioConnection open(SocketChannel channel, Inbox inbox);

        /** Returns the direct memory of the shared allocator; 0, the default, if there is none. */
        default long directBytes() {
            return 0;
        }

        /** Returns how many milliseconds are between two {@linkplain #sweep sweeps}; 0, the default: there are none. */
        default long sweepMillis() {
            return 0;
        }

        /** Returns the channels of peers that are late, to be closed. */
        default List<SocketChannel> sweep() {
            return List.of();
        }
    }

    /** Opens a receiver on a free port of the loopback interface. */
    static Receiver open(Connections shared, Inbox inbox) throws IOException {
        NioReceiver receiver = new NioReceiver(shared, inbox);
        receiver.listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        receiver.listener.configureBlocking(false);
        receiver.listener.register(receiver.selector(), SelectionKey.OP_ACCEPT);
        receiver.start("receiver");
        return receiver;
    }

    @Override
    protected void ready(SelectionKey key) throws IOException {
        if (key.attachment() instanceof NioConnection connection) {
            read(key, connection);
        } else {
            for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                NioConnection connection = shared.open(channel, inbox);
                connections.add(connection);
                channel.register(selector(), SelectionKey.OP_READ, connection);
            }
        }
    }

    @Override
    protected long beforeSelect() throws IOException {
        long every = shared.sweepMillis();
        long now = System.nanoTime();
        if (every > 0 && now - sweptAt >= TimeUnit.MILLISECONDS.toNanos(every)) {
            sweptAt = now;
            for (SocketChannel channel : shared.sweep()) {
                SelectionKey key = channel.keyFor(selector());
                if (key != null && key.attachment() instanceof NioConnection connection) {
                    drop(connection);
                }
            }
        }
        return every;
    }

    private void read(SelectionKey key, NioConnection connection) throws IOException {
        boolean open;
        try {
            open = connection.read(key);
            connection.acknowledge();
        } catch (IOException e) {
            // A peer that is gone; whether anything of it is missing shows in the counts.
            open = false;
        } catch (BadBytesException e) {
            if (!inbox.expectsStrangers()) {
                throw e;
            }
            open = false;
        }
        if (!open) {
            drop(connection);
        }
    }

    private void drop(NioConnection connection) throws IOException {
        connections.remove(connection);
        SelectionKey key = connection.channel().keyFor(selector());
        if (key != null) {
            // A cancelled key stays until the next select, and would keep the connection's buffer that long.
            key.attach(null);
        }
        connection.close();
        connection.channel().close();
    }

    @Override
    public int port() {
        return listener.socket().getLocalPort();
    }

    @Override
    public int connections() {
        return connections.size();
    }

    @Override
    public long readBytes() {
        return sum(NioConnection::readBytes);
    }

    @Override
    public OptionalLong copiedBytes() {
        return OptionalLong.of(sum(NioConnection::copiedBytes));
    }

    @Override
    public long heldBytes() {
        return sum(NioConnection::heldBytes);
    }

    @Override
    public long directBytes() {
        return shared.directBytes();
    }

    private long sum(ToLongFunction<NioConnection> figure) {
        return connections.stream().mapToLong(figure).sum();
    }
}
