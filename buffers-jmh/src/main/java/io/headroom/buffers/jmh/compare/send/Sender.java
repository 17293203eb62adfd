package io.headroom.buffers.jmh.compare.send;

import io.headroom.buffers.jmh.compare.child.SelectorThread;
import io.headroom.buffers.jmh.compare.result.Service;
import io.headroom.buffers.jmh.compare.wire.Deck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * All peers of a node on one selector thread, under no load, a paced one, the closed loop or a watched one.
 *
 * <p>Paced: bytes become due at a steady rate, and the next peer whose last message has gone out sends its next one as soon as any are due.
 * What a slow receiver leaves unsent stays due, up to what {@value #MOST_DUE_MILLIS} ms bring. Closed loop: each peer sends its next message
 * when the receiver has acknowledged the last one. Watched: paced, but each peer waits for the acknowledgement of its message too, and how long
 * is seen; a peer that loses its connection is one peer less.
 *
 * <p><b>Threads</b>: any may call the public methods, one at a time.
 */
final class Sender extends SelectorThread {
    private static final int MOST_DUE_MILLIS = 1_000;
    private static final int PACED_WAIT_MILLIS = 1;

    private final List<Peer> peers = new ArrayList<>();
    private final Watch watch = new Watch();
    private Load load = Load.NONE;
    private int nextPeer;
    private double bytesPerNano;
    private double dueBytes;
    private long dueAt;
    private long messages;
    private long bytes;

    private enum Load {
        NONE,
        PACED,
        CLOSED_LOOP,
        WATCHED
    }

    private Sender() throws IOException {}

    /** Connects that many peers to a port of the loopback interface; each begins the deck at a place of its own. */
    static Sender connect(int port, int peers, Deck deck) throws IOException {
        Sender sender = new Sender();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        for (int i = 0; i < peers; i++) {
            SocketChannel channel = SocketChannel.open(address);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            SelectionKey key = channel.register(sender.selector(), SelectionKey.OP_READ);
            Peer peer = new Peer(channel, key, deck, (int) ((long) i * Deck.COUNT / peers % Deck.COUNT));
            key.attach(peer);
            sender.peers.add(peer);
        }
        sender.start("sender");
        return sender;
    }

    /** Begins the paced load. */
    void paced(double bytesPerSecond) throws IOException, InterruptedException {
        pace(Load.PACED, bytesPerSecond);
    }

    /** Begins the watched load. */
    void watched(double bytesPerSecond) throws IOException, InterruptedException {
        pace(Load.WATCHED, bytesPerSecond);
        watch();
    }

    /** Begins to watch how the peers are served, and returns how they were served since that was done last. */
    Service watch() throws IOException, InterruptedException {
        return call(() -> {
            long now = System.nanoTime();
            Service seen = watch.seen(peers, now);
            watch.begin(now);
            return seen;
        });
    }

    private void pace(Load paced, double bytesPerSecond) throws IOException, InterruptedException {
        call(() -> {
            load = paced;
            bytesPerNano = bytesPerSecond / 1e9;
            dueBytes = 0;
            dueAt = System.nanoTime();
            return load;
        });
    }

    /** Begins the closed loop. */
    void closedLoop() throws IOException, InterruptedException {
        call(() -> {
            load = Load.CLOSED_LOOP;
            for (Peer peer : peers) {
                send(peer);
            }
            return load;
        });
    }

    /** Ends the load; messages that were begun still go out. */
    void stop() throws IOException, InterruptedException {
        call(() -> load = Load.NONE);
    }

    /** Returns whether every message that was begun has gone out and been acknowledged as far as that is due. */
    boolean isQuiet() throws IOException, InterruptedException {
        return call(() -> peers.stream().allMatch(Peer::isQuiet));
    }

    /** Has each peer send the first bytes of a large message. */
    void sendStarts(int bytesEach) throws IOException, InterruptedException {
        call(() -> {
            for (Peer peer : peers) {
                peer.sendStart(bytesEach);
            }
            return peers;
        });
    }

    /** Returns "MESSAGES BYTES", sent since the start. */
    String sent() throws IOException, InterruptedException {
        return call(() -> messages + " " + bytes);
    }

    @Override
    protected long beforeSelect() throws IOException {
        if (load != Load.PACED && load != Load.WATCHED) {
            return 0;
        }
        long now = System.nanoTime();
        dueBytes = Math.min(dueBytes + (now - dueAt) * bytesPerNano, MOST_DUE_MILLIS * 1e6 * bytesPerNano);
        dueAt = now;
        int busy = 0;
        while (dueBytes > 0 && busy < peers.size()) {
            Peer peer = peers.get(nextPeer);
            nextPeer = (nextPeer + 1) % peers.size();
            if (peer.isQuiet()) {
                dueBytes -= send(peer);
                busy = 0;
            } else {
                busy++;
            }
        }
        return PACED_WAIT_MILLIS;
    }

    @Override
    protected void ready(SelectionKey key) throws IOException {
        Peer peer = (Peer) key.attachment();
        try {
            ready(key, peer);
        } catch (IOException e) {
            lose(peer, e);
        }
    }

    private void ready(SelectionKey key, Peer peer) throws IOException {
        if (key.isWritable()) {
            peer.flush();
        }
        if (key.isReadable()) {
            boolean wasUnacknowledged = peer.isUnacknowledged();
            peer.readAcknowledgements();
            if (load == Load.WATCHED && wasUnacknowledged && !peer.isUnacknowledged()) {
                watch.acknowledged(peer, System.nanoTime());
            }
            if (load == Load.CLOSED_LOOP && peer.isQuiet()) {
                send(peer);
            }
        }
    }

    private int send(Peer peer) throws IOException {
        if (load == Load.WATCHED) {
            return sendWatched(peer);
        }
        int length = peer.sendNext(load == Load.CLOSED_LOOP);
        messages++;
        bytes += length;
        return length;
    }

    private int sendWatched(Peer peer) throws IOException {
        watch.sent(System.nanoTime());
        try {
            return peer.sendNext(true);
        } catch (IOException e) {
            lose(peer, e);
            return 0;
        }
    }

    private void lose(Peer peer, IOException cause) throws IOException {
        if (load != Load.WATCHED) {
            throw cause;
        }
        watch.lost(peer, System.nanoTime());
        peer.lose();
    }
}
