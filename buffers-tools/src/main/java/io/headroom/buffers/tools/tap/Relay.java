package io.headroom.buffers.tools.tap;

import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.framing.Framing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Accepts clients, connects each to the server, and passes on what they send, on one thread and one selector.
 *
 * <p>Memory: one buffer of 64 KiB for all connections, at most as much for each direction whose reader does not keep up, and what the
 * framing needs to see a header.
 */
final class Relay implements AutoCloseable {
    private static final int ROOM = 64 << 10;
    private static final long MEMORY = 16 << 20;

    /** When accepting has failed, it is tried again after so long. */
    private static final long RETRY_MILLIS = 100;

    private final InetSocketAddress target;
    private final Wire wire;
    private final int connections;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final SelectionKey accepting;
    private final MessageBuffers buffers =
            MessageBuffers.builder().memoryLimit(MEMORY).build();
    private final Traffic fromClients = new Traffic("client > server");
    private final Traffic fromServers = new Traffic("server > client");
    private final Set<Connection> open = new HashSet<>();
    private final ByteBuffer room = ByteBuffer.allocateDirect(ROOM);
    private int accepted;
    private int most;
    private int unreachable;
    private String whyUnreachable = "";
    private boolean anyClosed;

    /** What there was when that was asked last. */
    private News told = new News(0, 0, 0, 0, 0);

    /** What a report is made for; no two of its figures may make up for each other. */
    private record News(int accepted, int unreachable, int open, long fromClients, long fromServers) {}

    /**
     * Makes one that listens.
     *
     * @param connections how many are accepted at most; then it listens no more
     */
    Relay(InetSocketAddress listen, InetSocketAddress target, Wire wire, int connections) throws IOException {
        this.target = target;
        this.wire = wire;
        this.connections = connections;
        selector = Selector.open();
        listener = ServerSocketChannel.open();
        try {
            listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listener.bind(listen);
            listener.configureBlocking(false);
            accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    SocketAddress address() throws IOException {
        return listener.getLocalAddress();
    }

    /** Passes on what there is, and waits for at most so long until there is something; returns at once when woken up. */
    void turn(long millis) throws IOException {
        boolean isHeldBack = accepting.isValid() && accepting.interestOps() == 0;
        selector.select(this::onReady, Math.max(1, isHeldBack ? Math.min(RETRY_MILLIS, millis) : millis));
        if (isHeldBack) {
            accepting.interestOps(SelectionKey.OP_ACCEPT);
        }
        if (anyClosed) {
            anyClosed = false;
            selector.selectNow(this::onReady); // a selector holds on to what was closed until it selects again
        }
    }

    /** Ends a {@link #turn} in progress. Any thread. */
    void wakeUp() {
        selector.wakeup();
    }

    private void onReady(SelectionKey key) {
        Object owner = key.attachment();
        if (owner == null) {
            accept();
        } else if (key.isValid()) {
            Connection connection = (Connection) owner;
            if (!connection.onReady(key, room)) {
                open.remove(connection);
                anyClosed = true;
                notReached(connection.unreached());
            }
        }
    }

    private void notReached(@Nullable IOException reason) {
        if (reason != null) {
            unreachable++;
            whyUnreachable = reason.toString().replaceFirst("^(\\w+\\.)*", "");
        }
    }

    private void accept() {
        SocketChannel client;
        try {
            client = listener.accept();
        } catch (IOException lost) {
            accepting.interestOps(0); // no descriptors are left, say: not again at once, and the others go on
            return;
        }
        if (client == null) {
            return;
        }
        accepted++;
        try {
            connect(client);
        } catch (IOException refused) {
            notReached(refused);
            try {
                client.close();
            } catch (IOException gone) {
                // nothing is left to do with it
            }
        }
        if (accepted == connections) {
            closeListener();
        }
    }

    private void closeListener() {
        anyClosed = true;
        try {
            listener.close();
        } catch (IOException gone) {
            // it accepts none in any case
        }
    }

    private void connect(SocketChannel client) throws IOException {
        SocketChannel server = SocketChannel.open();
        try {
            client.configureBlocking(false);
            server.configureBlocking(false);
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            server.setOption(StandardSocketOptions.TCP_NODELAY, true);
            server.connect(target);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        SocketAddress peer = client.getRemoteAddress();
        Connection connection = new Connection(
                client.register(selector, 0),
                server.register(selector, 0),
                new Direction(client, server, fromClients, follower(peer, wire.ofClients(), fromClients)),
                new Direction(server, client, fromServers, follower(target, wire.ofServer(), fromServers)));
        open.add(connection);
        most = Math.max(most, open.size());
        connection.want();
    }

    private Follower follower(SocketAddress peer, Framing framing, Traffic traffic) {
        long most = wire.maxFrame();
        ReadLimits limits = ReadLimits.maxFrame(Math.min(most, MEMORY / 2)).maxStreamed(most);
        return new Follower(
                accepted,
                buffers.connection(peer).framing(framing).limits(limits).open(),
                traffic);
    }

    /** Returns whether anything came, went or was lost since this was asked last. */
    boolean hasNews() {
        News now = new News(accepted, unreachable, open.size(), fromClients.bytes(), fromServers.bytes());
        boolean isNew = !now.equals(told);
        told = now;
        return isNew;
    }

    Traffic fromClients() {
        return fromClients;
    }

    Traffic fromServers() {
        return fromServers;
    }

    /** Returns how many connections there were. */
    int accepted() {
        return accepted;
    }

    /** Returns how many are open. */
    int open() {
        return open.size();
    }

    /** Returns how many were open at once. */
    int most() {
        return most;
    }

    /** Returns how many clients could not be connected. */
    int unreachable() {
        return unreachable;
    }

    /** Returns why the last of them could not, empty if all could. */
    String whyUnreachable() {
        return whyUnreachable;
    }

    @Override
    public void close() throws IOException {
        open.forEach(Connection::close);
        open.clear();
        listener.close();
        selector.close();
        buffers.close();
    }
}
