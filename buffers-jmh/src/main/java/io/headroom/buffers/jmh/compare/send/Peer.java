package io.headroom.buffers.jmh.compare.send;

import io.headroom.buffers.jmh.compare.wire.Deck;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * One connection that sends the messages of a deck in a circle.
 *
 * <p><b>Threads</b>: the sender's I/O thread.
 */
final class Peer {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Deck deck;
    private final ByteBuffer acknowledgements = ByteBuffer.allocateDirect(64);
    private int next;
    private @Nullable ByteBuffer unsent;
    private boolean isUnacknowledged;
    private boolean isLost;
    private long begunAt;
    private int lastLength;

    /** Makes a peer whose first message is frame {@code first} of the deck. */
    Peer(SocketChannel channel, SelectionKey key, Deck deck, int first) {
        this.channel = channel;
        this.key = key;
        this.deck = deck;
        next = first;
    }

    /** Returns whether nothing is left to send or to be acknowledged. */
    boolean isQuiet() {
        return unsent == null && !isUnacknowledged && !isLost;
    }

    /** Returns whether its last message has yet to be acknowledged. */
    boolean isUnacknowledged() {
        return isUnacknowledged;
    }

    /** Returns whether it has lost its connection. */
    boolean isLost() {
        return isLost;
    }

    /** Returns when it began its last message. */
    long begunAt() {
        return begunAt;
    }

    /** Returns the length of its last message's frame. */
    int lastLength() {
        return lastLength;
    }

    /** Gives the connection up; there is nothing more to send. */
    void lose() throws IOException {
        isLost = true;
        channel.close();
    }

    /** Begins the next message, which is acknowledged or not, and returns its frame's length. The peer must be quiet. */
    int sendNext(boolean acknowledged) throws IOException {
        ByteBuffer frame = deck.frame(next);
        next = (next + 1) % Deck.COUNT;
        lastLength = frame.remaining();
        begunAt = System.nanoTime();
        isUnacknowledged = acknowledged;
        unsent = frame;
        flush();
        return lastLength;
    }

    /** Sends the first bytes of a large message, and leaves it at that. */
    void sendStart(int bytes) throws IOException {
        unsent = deck.longest().limit(bytes);
        flush();
    }

    /** Sends what the socket takes of the message begun. */
    void flush() throws IOException {
        ByteBuffer rest = unsent;
        if (rest == null) {
            return;
        }
        channel.write(rest);
        if (!rest.hasRemaining()) {
            unsent = null;
        }
        int interest = rest.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    /**
     * Reads acknowledgements.
     *
     * @throws IOException if there are more than messages sent, or the receiver has closed the connection
     */
    void readAcknowledgements() throws IOException {
        int read = channel.read(acknowledgements.clear());
        if (read < 0) {
            throw new IOException("the receiver has closed a connection");
        }
        if (read > 1 || (read == 1 && !isUnacknowledged)) {
            throw new IOException("the receiver has acknowledged more messages than were sent");
        }
        if (read == 1) {
            isUnacknowledged = false;
        }
    }
}
