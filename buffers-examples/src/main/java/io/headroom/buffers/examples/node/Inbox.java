package io.headroom.buffers.examples.node;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a peer has sent and nobody has taken yet: replies by the id that somebody waits for, and all else in order.
 *
 * <p>It never refuses a message. It says when it is full, and expects that nothing is read from the peer until there is room again.
 *
 * <p><b>Threads</b>: any.
 */
final class Inbox {
    private final int fullMessages;
    private final long fullBytes;
    private final Map<Integer, BlockingQueue<Message>> replies = new ConcurrentHashMap<>();
    private final Queue<Message> pending = new ArrayDeque<>();
    private long pendingBytes;
    private @Nullable Runnable onRoom;

    /** Creates an inbox that is full with so many messages, or with messages whose bodies have so many bytes. */
    Inbox(int fullMessages, long fullBytes) {
        this.fullMessages = fullMessages;
        this.fullBytes = fullBytes;
    }

    /** Returns the queue that the next message with this id goes to, instead of the pending ones. */
    BlockingQueue<Message> expectReply(int id) {
        return replies.computeIfAbsent(id, i -> new ArrayBlockingQueue<>(1));
    }

    /** No longer waits for a reply with this id. */
    void forgetReply(int id) {
        replies.remove(id);
    }

    /** Hands a message to whoever waits for its id, and returns whether there is such a one who has not got a reply before. */
    boolean offerReply(Message message) {
        BlockingQueue<Message> waiting = message.hasId() ? replies.get(message.id()) : null;
        return waiting != null && waiting.offer(message);
    }

    /** Puts a message behind the pending ones. */
    synchronized void add(Message message) {
        pending.add(message);
        pendingBytes += message.body().length;
    }

    /** Takes the oldest pending message; null if there is none. */
    @Nullable Message poll() {
        Message message;
        Runnable wake = null;
        synchronized (this) {
            message = pending.poll();
            if (message != null) {
                pendingBytes -= message.body().length;
            }
            if (hasRoom()) {
                wake = onRoom;
                onRoom = null;
            }
        }
        if (wake != null) {
            wake.run();
        }
        return message;
    }

    synchronized boolean isFull() {
        return pending.size() >= fullMessages || pendingBytes >= fullBytes;
    }

    synchronized int pendingCount() {
        return pending.size();
    }

    /** Runs the action once, on this thread or on that of a {@link #poll}, when at most half of what makes the inbox full is pending. */
    void whenRoom(Runnable action) {
        synchronized (this) {
            if (!hasRoom()) {
                onRoom = action;
                return;
            }
        }
        action.run();
    }

    private boolean hasRoom() {
        return pending.size() <= fullMessages / 2 && pendingBytes <= fullBytes / 2;
    }
}
