package io.headroom.buffers.examples.node;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * The one I/O thread of a node.
 *
 * <p>In each round every peer that is ready reads once; one that has more to read waits for the next round. An {@code IOException} of a
 * peer disconnects it. An unchecked exception ends the loop and with it every connection: peers must not let any through.
 *
 * <p><b>Threads</b>: {@link #run()} is the I/O thread; all else on any.
 */
final class SelectorLoop implements Runnable {
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Set<Peer> ready = new LinkedHashSet<>();
    private volatile boolean closed;

    SelectorLoop() throws IOException {
        selector = Selector.open();
    }

    /** Accepts connections and hands them over, non-blocking. */
    void listen(ServerSocketChannel server, Consumer<SocketChannel> onConnection) {
        execute(() -> register(() -> {
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT, onConnection);
        }));
    }

    /** Has the loop serve a peer, whose channel must be non-blocking. */
    void add(Peer peer) {
        execute(() -> register(() -> peer.channel().register(selector, peer.interestOps(), peer)));
    }

    void readSoon(Peer peer) {
        execute(() -> ready.add(peer));
    }

    void interestChanged(Peer peer) {
        execute(() -> {
            SelectionKey key = peer.channel().keyFor(selector);
            if (key != null && key.isValid()) {
                key.interestOps(peer.interestOps());
            }
        });
    }

    /** Ends the loop and its connections, as soon as its thread gets to it. */
    void close() {
        closed = true;
        selector.wakeup();
    }

    /** Returns whether the loop has ended or is about to. */
    boolean isClosed() {
        return closed;
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                selector.select();
                runTasks();
                for (SelectionKey key : selector.selectedKeys()) {
                    dispatch(key);
                }
                selector.selectedKeys().clear();
                readReady();
            }
        } catch (IOException e) {
            throw new IllegalStateException("the selector failed", e);
        } finally {
            closeAll();
        }
    }

    private void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            try {
                task.run();
            } catch (CancelledKeyException e) {
                // Another thread has closed the channel since the key was looked at; nothing is left to watch for.
            }
        }
    }

    private void dispatch(SelectionKey key) throws IOException {
        Object attachment = key.attachment();
        if (attachment instanceof Peer) {
            dispatch(key, (Peer) attachment);
        } else {
            accept(key);
        }
    }

    private void dispatch(SelectionKey key, Peer peer) {
        int operations;
        try {
            operations = key.readyOps();
        } catch (CancelledKeyException e) {
            return;
        }
        if ((operations & SelectionKey.OP_READ) != 0) {
            ready.add(peer);
        }
        if ((operations & SelectionKey.OP_WRITE) != 0) {
            guarded(peer, peer::onWritable);
        }
    }

    /** A node that can accept nothing, having too many files open say, listens no more: trying again at once would spin. */
    @SuppressWarnings("unchecked")
    private static void accept(SelectionKey key) throws IOException {
        ServerSocketChannel server = (ServerSocketChannel) key.channel();
        SocketChannel channel;
        try {
            channel = server.accept();
        } catch (IOException e) {
            server.close();
            return;
        }
        if (channel != null) {
            channel.configureBlocking(false);
            ((Consumer<SocketChannel>) key.attachment()).accept(channel);
        }
    }

    /** What is ready again at the end of its turn is in a task, and so in the next round. */
    private void readReady() {
        List<Peer> round = new ArrayList<>(ready);
        ready.clear();
        for (Peer peer : round) {
            guarded(peer, peer::onReadable);
        }
    }

    private static void guarded(Peer peer, IoAction action) {
        try {
            action.run();
        } catch (IOException e) {
            boolean reset = String.valueOf(e.getMessage()).startsWith("Connection reset");
            peer.disconnect(reset ? "Connection reset" : "I/O error");
        }
    }

    private static void register(IoAction registration) {
        try {
            registration.run();
        } catch (ClosedChannelException e) {
            // Closed before it was ever watched; whoever closed it has dealt with it.
        } catch (IOException e) {
            throw new IllegalStateException("a channel cannot be watched", e);
        }
    }

    private void closeAll() {
        closed = true;
        runTasks();
        try {
            for (SelectionKey key : new ArrayList<>(selector.keys())) {
                Object attachment = key.attachment();
                if (attachment instanceof Peer) {
                    ((Peer) attachment).disconnect("node closed");
                } else {
                    key.channel().close();
                }
            }
            selector.close();
        } catch (IOException e) {
            throw new IllegalStateException("the selector cannot be closed", e);
        }
    }

    /** An action on a channel. */
    private interface IoAction {
        void run() throws IOException;
    }
}
