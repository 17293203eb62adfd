package io.headroom.buffers.tools.tap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** One direction of a connection: reads no more than it can pass on, so that whoever does not read holds up whoever sends, and nobody else. */
final class Direction {
    private final SocketChannel from;
    private final SocketChannel to;
    private final Traffic traffic;
    private final Follower follower;

    /** What has been read and not written yet, from its position to its limit. */
    private final ByteBuffer pending;

    private boolean ended;
    private boolean passedEnd;

    Direction(SocketChannel from, SocketChannel to, Traffic traffic, Follower follower, ByteBuffer pending) {
        this.from = from;
        this.to = to;
        this.traffic = traffic;
        this.follower = follower;
        this.pending = pending;
        pending.limit(0);
    }

    /** Returns whether there is something that the other side has not taken. */
    boolean isBlocked() {
        return pending.hasRemaining();
    }

    /** Returns whether there may be more to read. */
    boolean isOpen() {
        return !ended;
    }

    /** Returns whether the other side knows that there is no more. */
    boolean isDone() {
        return passedEnd;
    }

    /** Reads once and passes it on as far as the other side takes it. */
    void read() throws IOException {
        if (ended || isBlocked()) {
            return;
        }
        pending.clear();
        int count = from.read(pending);
        pending.flip();
        if (count < 0) {
            ended = true;
            follower.end();
        } else if (count > 0) {
            traffic.passed(count);
            follower.see(pending);
        }
        write();
    }

    /** Passes on what is pending, and the end of it. */
    void write() throws IOException {
        if (isBlocked()) {
            to.write(pending);
        }
        if (ended && !isBlocked() && !passedEnd) {
            passedEnd = true;
            to.shutdownOutput();
        }
    }

    /** The connection has failed. */
    void stop() {
        follower.stop();
    }
}
