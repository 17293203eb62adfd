package io.headroom.buffers.jmh.held;

import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;

/** What connections have received when their memory is counted. */
public enum Situation {
    /** Nothing. */
    IDLE("idle", 32, Frames.MIB2) {
        @Override
        long bytes(FrameStream stream) {
            return 0;
        }
    },
    /** The first bytes of a frame of 2 MiB. */
    PARTIAL("9 bytes of a 2 MiB frame", 32, Frames.MIB2) {
        @Override
        long bytes(FrameStream stream) {
            return Situation.beginning(stream);
        }
    },
    /** A frame of 2 MiB, and the first bytes of another one. */
    PARTIAL_AFTER_LONG("9 bytes after a 2 MiB frame", 32, Frames.MIB2) {
        @Override
        long bytes(FrameStream stream) {
            return stream.frameLength(0) + Situation.beginning(stream);
        }
    },
    /** 1,000 frames of 256 bytes on one connection, whose payloads the application keeps. */
    KEPT("1,000 kept 256-byte frames", 1, Frames.B256) {
        @Override
        long bytes(FrameStream stream) {
            return (long) KEPT_FRAMES * stream.frameLength(0);
        }
    };

    /** How many are kept. */
    static final int KEPT_FRAMES = 1_000;

    private final String title;
    private final int connections;
    private final Frames frames;

    Situation(String title, int connections, Frames frames) {
        this.title = title;
        this.connections = connections;
        this.frames = frames;
    }

    /** Returns how many bytes there are before the length has been seen whole, and five more; in the shortest form of frames, nine. */
    private static long beginning(FrameStream stream) {
        return stream.wire().headerBytes() + 5L;
    }

    /** Returns it in words. */
    public String title() {
        return title;
    }

    /** Returns how many connections are in it. */
    public int connections() {
        return connections;
    }

    /** Returns what they receive. */
    Frames frames() {
        return frames;
    }

    /** Returns whether payloads are kept. */
    boolean keeps() {
        return this == KEPT;
    }

    /** Returns how many bytes each receives. */
    abstract long bytes(FrameStream stream);
}
