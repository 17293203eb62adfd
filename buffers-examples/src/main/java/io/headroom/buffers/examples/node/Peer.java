package io.headroom.buffers.examples.node;

import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadStatus;
import io.headroom.buffers.framing.FrameException;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a node: all of it but the read loop.
 *
 * <p><b>Threads</b>: reading and writing on the node's I/O thread, everything else on any.
 */
abstract class Peer {
    private final SocketChannel channel;
    private final ReadableByteChannel source;
    private final PeerHost host;
    private final String name;
    private final Inbox inbox;
    private final Outbox outbox;
    private final AtomicReference<@Nullable String> disconnectReason = new AtomicReference<>();
    private final AtomicInteger unhandledCount = new AtomicInteger();
    private volatile boolean wantsRead = true;
    private volatile @Nullable String endReason;
    private long consumedBytes;

    Peer(SocketChannel channel, PeerHost host) {
        NodeSettings settings = host.settings();
        Consumer<String> trace = settings.trace();
        this.channel = channel;
        this.host = host;
        source = trace == null ? channel : new TracingChannel(channel, this::consumedBytes, trace);
        name = String.valueOf(channel.socket().getRemoteSocketAddress());
        inbox = new Inbox(settings.pendingMessages(), settings.pendingBytes());
        outbox = new Outbox(settings.unsentBytes());
    }

    /** Reads what the channel has, and delivers the messages in it. */
    abstract void readChannel() throws IOException, MessageException;

    /** The connection is over: gives back the memory that reading holds. On any thread. */
    abstract void releaseBuffer();

    /** Reads, and ends the connection of a peer that breaks the protocol; an {@code IOException} goes on to the I/O loop. */
    final void onReadable() throws IOException {
        if (!channel.isOpen()) {
            disconnect("closed");
            return;
        }
        try {
            readChannel();
        } catch (MessageException e) {
            disconnect(e.reason());
        } catch (FrameException e) {
            if (e.kind() == FrameException.Kind.TRUNCATED) {
                disconnectWhenHandled(endOfStream(e.received()));
            } else {
                disconnect(String.valueOf(e.getMessage()));
            }
        }
    }

    final void onWritable() throws IOException {
        outbox.writeTo(channel);
        host.interestChanged(this);
        disconnectIfDone();
    }

    /** Counts a frame that is whole and whose checksum is right, of a known type or not. */
    final void count(int type, int frameBytes) {
        consumedBytes += frameBytes;
        host.counters().add(type, frameBytes);
    }

    /** Delivers a message to whoever waits for it, or else to the pending ones. Returns whether more may follow at once. */
    final boolean accept(Message message) {
        if (inbox.offerReply(message)) {
            return true;
        }
        unhandledCount.incrementAndGet();
        inbox.add(message);
        host.onPending(this);
        return !inbox.isFull();
    }

    /** Takes the oldest pending message, which {@link #handled()} must follow; null if there is none or the connection is over. */
    final @Nullable Message poll() {
        return isOpen() ? inbox.poll() : null;
    }

    /** What {@link #poll} returned is dealt with. */
    final void handled() {
        unhandledCount.decrementAndGet();
        disconnectIfDone();
    }

    /** Sends a message, now or later; a peer that does not read what it is sent is disconnected. */
    final void send(Message message) {
        if (!outbox.offer(MessageEncoder.encode(message))) {
            disconnect("does not read what it is sent");
        }
        host.interestChanged(this);
    }

    /**
     * Sends a message and waits for the reply with the same id, a random one that the other end is unlikely to use as well; returns null if
     * none came in time.
     */
    final @Nullable Message request(Message message, Duration timeout) throws InterruptedException {
        int id = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
        BlockingQueue<Message> reply = inbox.expectReply(id);
        try {
            send(message.withId(id));
            return reply.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            inbox.forgetReply(id);
        }
    }

    /** The read budget is used up: reads again when the others have had their turn. */
    final void readAgainLater() {
        host.readSoon(this);
    }

    /** Reads nothing until memory is there again or, if the inbox was full, until it has room. */
    final void pauseReading(ReadBuffer in, ReadStatus status) {
        wantsRead = false;
        host.interestChanged(this);
        in.whenReadable(this::resumeReading);
        if (status == ReadStatus.HELD) {
            inbox.whenRoom(in::resume);
        }
    }

    /** Bytes may lie in the buffer that no selector knows of, so this reads at once. */
    private void resumeReading() {
        wantsRead = endReason == null;
        host.interestChanged(this);
        host.readSoon(this);
    }

    /** Returns why a stream is over that ended with so many bytes unconsumed. */
    static String endOfStream(long heldBytes) {
        return heldBytes > 0 ? "EOF - read " + heldBytes + " bytes" : "EOF - nothing left to read";
    }

    /** Disconnects when all pending messages are handled and their replies are sent. */
    final void disconnectWhenHandled(String reason) {
        endReason = reason;
        wantsRead = false;
        host.interestChanged(this);
        disconnectIfDone();
    }

    private void disconnectIfDone() {
        String reason = endReason;
        if (reason != null && unhandledCount.get() == 0 && outbox.isEmpty()) {
            disconnect(reason);
        }
    }

    /** Disconnects at once, unless that was done before. */
    final void disconnect(String reason) {
        if (!disconnectReason.compareAndSet(null, reason)) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is over either way, and this is not the reason why.
        }
        releaseBuffer();
        host.onDisconnected(this);
    }

    /** Returns why the connection is over; null while it is not. */
    final @Nullable String disconnectReason() {
        return disconnectReason.get();
    }

    final boolean isOpen() {
        return disconnectReason.get() == null && channel.isOpen();
    }

    final int interestOps() {
        return (wantsRead ? SelectionKey.OP_READ : 0) | (outbox.isEmpty() ? 0 : SelectionKey.OP_WRITE);
    }

    final SocketChannel channel() {
        return channel;
    }

    /** Returns the channel to read from, which tells of each read if the node traces. */
    final ReadableByteChannel source() {
        return source;
    }

    final PeerHost host() {
        return host;
    }

    final Inbox inbox() {
        return inbox;
    }

    private long consumedBytes() {
        return consumedBytes;
    }

    /** Returns the address of the other end. */
    @Override
    public final String toString() {
        return name;
    }
}
