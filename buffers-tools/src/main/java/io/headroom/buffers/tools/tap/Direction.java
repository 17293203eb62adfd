package io.headroom.buffers.tools.tap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** One direction of a connection: reads no more than it can pass on, so that whoever does not read holds up whoever sends, and nobody else. */
final class Direction {
    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private final SocketChannel from;
    private final SocketChannel to;
    private final Traffic traffic;
    private final Follower follower;

    /** What has been read and not written yet. Empty wherever the other side keeps up, so that only those that wait for it hold memory. */
    private ByteBuffer pending = NONE;

    private boolean ended;
    private boolean passedEnd;
    private boolean lost;

    Direction(SocketChannel from, SocketChannel to, Traffic traffic, Follower follower) {
        this.from = from;
        this.to = to;
        this.traffic = traffic;
        this.follower = follower;
    }

    /** Returns whether there is something that the other side has not taken. */
    boolean isBlocked() {
        return pending.hasRemaining();
    }

    /** Returns whether there may be more to read that somebody takes. */
    boolean isOpen() {
        return !ended && !lost;
    }

    /** Returns whether nothing more will be passed on: the other side knows that there is no more, or takes none. */
    boolean isDone() {
        return passedEnd || lost;
    }

    /** Returns whether the other side has broken off. */
    boolean isLost() {
        return lost;
    }

    /**
     * Reads once and passes it on as far as the other side takes it.
     *
     * @param room for what is read; nothing is in it before and after
     * @throws IOException if the side that sends has broken off
     */
    void read(ByteBuffer room) throws IOException {
        if (!isOpen() || isBlocked()) {
            return;
        }
        room.clear();
        int count = from.read(room);
        room.flip();
        if (count < 0) {
            ended = true;
            follower.end();
        } else {
            traffic.passed(count);
            follower.see(room);
        }
        pass(room);
        if (room.hasRemaining() && !lost) {
            pending = ByteBuffer.allocate(room.remaining()).put(room).flip();
        }
    }

    /** Passes on what is pending, and the end of it. */
    void write() {
        pass(pending);
        if (!isBlocked() || lost) {
            pending = NONE;
        }
    }

    private void pass(ByteBuffer bytes) {
        try {
            if (bytes.hasRemaining()) {
                to.write(bytes);
            }
            if (ended && !bytes.hasRemaining() && !passedEnd) {
                to.shutdownOutput();
                passedEnd = true;
            }
        } catch (IOException gone) {
            lost = true; // what it has sent before still has to go the other way
            stop();
        }
    }

    /** The frames are not followed any further. */
    void stop() {
        follower.stop();
    }
}
