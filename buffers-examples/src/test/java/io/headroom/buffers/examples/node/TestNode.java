package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A node that listens, with its peers in the order in which they came. */
final class TestNode implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    final Node node;
    final int port;
    private final BlockingQueue<Peer> opened = new LinkedBlockingQueue<>();

    private TestNode(ReadLoop loop, UnaryOperator<NodeSettings.Builder> settings, Application application)
            throws IOException {
        NodeSettings.Builder builder = NodeSettings.builder().peers((channel, host) -> {
            Peer peer = loop.open(channel, host);
            opened.add(peer);
            return peer;
        });
        node = Node.start(settings.apply(builder).build(), application);
        port = node.listen(0);
    }

    static TestNode start(ReadLoop loop, UnaryOperator<NodeSettings.Builder> settings, Application application)
            throws IOException {
        return new TestNode(loop, settings, application);
    }

    static TestNode start(Application application) throws IOException {
        return start(ReadLoop.AFTER, settings -> settings, application);
    }

    Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    /** Waits for the next connection that this node has made or accepted. */
    Peer nextPeer() throws InterruptedException {
        Peer peer = opened.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(peer).isNotNull();
        return peer;
    }

    long leasedBytes() {
        return node.buffers().leasedBytes();
    }

    /** Waits until the condition holds; how long that takes is of no interest, for ever is a failure. */
    static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).as("time over the limit").isNegative();
            Thread.sleep(2);
        }
    }

    /** Closes the node, and expects that all memory is back. */
    @Override
    public void close() {
        node.close();
        assertThat(leasedBytes()).isZero();
    }

    /** Returns why a node disconnects a peer that does this. */
    static String reasonToDisconnect(ReadLoop loop, SocketAction action) throws IOException, InterruptedException {
        try (TestNode server = start(loop, settings -> settings, (peer, message) -> {});
                Socket socket = server.connect()) {
            Peer peer = server.nextPeer();
            action.on(socket);
            await(() -> peer.disconnectReason() != null);
            return peer.disconnectReason();
        }
    }

    /** What the other end does. */
    interface SocketAction {
        void on(Socket socket) throws IOException;
    }
}
