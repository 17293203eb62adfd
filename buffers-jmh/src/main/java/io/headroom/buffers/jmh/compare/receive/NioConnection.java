package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * One connection of a {@link NioReceiver}: the place where a strategy reads.
 *
 * <p><b>Threads</b>: the I/O thread.
 */
abstract class NioConnection {
    private static final ByteBuffer ACKNOWLEDGEMENT = ByteBuffer.allocateDirect(1);

    private final SocketChannel channel;
    private final Inbox inbox;
    private long readBytes;
    private long copiedBytes;
    private int unacknowledged;

    NioConnection(SocketChannel channel, Inbox inbox) {
        this.channel = channel;
        this.inbox = inbox;
    }

    /**
     * Reads what the socket has and hands whole messages to the inbox. What it leaves in the socket makes the selector call it again.
     *
     * @param key the connection's key, for strategies that stop reading for a while
     * @return false if the peer has ended the stream
     */
    abstract boolean read(SelectionKey key) throws IOException;

    /** Returns the capacity of the buffers held now. */
    abstract long heldBytes();

    /** Gives back what is held; the channel is closed by the receiver. */
    void close() {}

    final SocketChannel channel() {
        return channel;
    }

    /** Returns the bytes read from the socket. */
    long readBytes() {
        return readBytes;
    }

    /** Returns the bytes copied between socket and inbox, the JDK's own copy from its direct buffer to a heap buffer included. */
    long copiedBytes() {
        return copiedBytes;
    }

    /** Reads into a heap buffer: the JDK reads into a direct one of its own and copies. */
    final int readCopied(ByteBuffer target) throws IOException {
        int read = channel.read(target);
        if (read > 0) {
            readBytes += read;
            copiedBytes += read;
        }
        return read;
    }

    final void countCopied(long bytes) {
        copiedBytes += bytes;
    }

    /** Checks the 13 bytes from {@code at} on, which do not move the buffer's position. */
    final int checkedDataSize(ByteBuffer buffer, int at) {
        int dataSize = buffer.getInt(at + WireForm.SIZE_AT);
        inbox.header(
                buffer.getInt(at), buffer.getInt(at + WireForm.TYPE_AT), buffer.get(at + WireForm.HAS_ID_AT), dataSize);
        return dataSize;
    }

    /** Hands a message to the inbox. */
    final void deliver(int checksum, Data data) {
        inbox.take(checksum, data);
        if (inbox.acknowledges()) {
            unacknowledged++;
        }
    }

    /**
     * Acknowledges the messages that were read. This comes after {@link #read}, as the answers of a node do: if it came within, a peer on
     * another core could send on and on into the same read.
     */
    final void acknowledge() throws IOException {
        for (; unacknowledged > 0; unacknowledged--) {
            if (channel.write(ACKNOWLEDGEMENT.clear()) != 1) {
                throw new IllegalStateException("no room in the socket for an acknowledgement");
            }
        }
    }

    final Inbox inbox() {
        return inbox;
    }
}
