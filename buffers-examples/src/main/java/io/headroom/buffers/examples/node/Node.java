package io.headroom.buffers.examples.node;

import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Suspect;
import io.headroom.buffers.SweepReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * A node: listens and connects on the loopback address, with one thread for I/O and one for the application.
 *
 * <p><b>Threads</b>: any.
 *
 * <p><b>Ownership</b>: the node closes its connections and the memory that they read into, which nobody else must use.
 */
final class Node implements PeerHost, AutoCloseable {
    private static final Duration SWEEP_EVERY = Duration.ofSeconds(10);

    private final NodeSettings settings;
    private final MessageBuffers buffers;
    private final MessageCounters counters = new MessageCounters();
    private final Set<Peer> peers = ConcurrentHashMap.newKeySet();
    private final SelectorLoop loop;
    private final MessageWorker worker;
    private final Thread ioThread;
    private final Thread workerThread;
    private final ScheduledExecutorService sweeps = Executors.newSingleThreadScheduledExecutor();
    private volatile @Nullable Throwable failure;

    private Node(NodeSettings settings, Application application) throws IOException {
        this.settings = settings;
        buffers = MessageBuffers.builder().memoryLimit(settings.memoryLimit()).build();
        loop = new SelectorLoop();
        worker = new MessageWorker(application);
        ioThread = new Thread(loop, "node-io");
        ioThread.setUncaughtExceptionHandler((thread, thrown) -> failure = thrown);
        workerThread = new Thread(worker, "node-worker");
    }

    /** Starts a node that listens to nobody yet. */
    static Node start(NodeSettings settings, Application application) throws IOException {
        Node node = new Node(settings, application);
        node.ioThread.start();
        node.workerThread.start();
        node.buffers.sweepEvery(SWEEP_EVERY, node.sweeps, Node::disconnectLatePeers);
        return node;
    }

    /** A peer that is late with a message has lost its buffer; its channel is ours to close. */
    private static void disconnectLatePeers(SweepReport report) {
        for (Suspect late : report.evicted()) {
            ((Peer) late.peer()).disconnect("late with a message: " + late.cause());
        }
    }

    /** Listens on a port, 0 for any that is free, and returns it. */
    int listen(int port) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        loop.listen(server, this::add);
        return server.socket().getLocalPort();
    }

    /** Connects to a port, and waits until that is done. */
    Peer connect(int port) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
        return add(channel);
    }

    private Peer add(SocketChannel channel) {
        Peer peer = settings.peers().open(channel, this);
        peers.add(peer);
        loop.add(peer);
        if (loop.isClosed()) {
            peer.disconnect("node closed");
        }
        return peer;
    }

    /** Returns the peers that are connected now. */
    Set<Peer> peers() {
        return Set.copyOf(peers);
    }

    /** Returns what ended the I/O thread before its time; null if nothing did. */
    @Nullable Throwable failure() {
        return failure;
    }

    Thread ioThread() {
        return ioThread;
    }

    @Override
    public NodeSettings settings() {
        return settings;
    }

    @Override
    public MessageBuffers buffers() {
        return buffers;
    }

    @Override
    public MessageCounters counters() {
        return counters;
    }

    @Override
    public void readSoon(Peer peer) {
        loop.readSoon(peer);
    }

    @Override
    public void interestChanged(Peer peer) {
        loop.interestChanged(peer);
    }

    @Override
    public void onPending(Peer peer) {
        worker.onPending(peer);
    }

    @Override
    public void onDisconnected(Peer peer) {
        peers.remove(peer);
    }

    /** Disconnects all peers and ends both threads. */
    @Override
    public void close() {
        sweeps.shutdown();
        loop.close();
        worker.close();
        workerThread.interrupt();
        try {
            ioThread.join();
            workerThread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        buffers.close();
    }
}
