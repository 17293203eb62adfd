package io.headroom.buffers.examples.node;

import io.headroom.buffers.memory.SlabPool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What can be set on a node.
 *
 * <p><b>Threads</b>: immutable.
 */
final class NodeSettings {
    private final MessageTypes types;
    private final PeerFactory peers;
    private final int pendingMessages;
    private final long pendingBytes;
    private final long unsentBytes;
    private final long memoryLimit;
    private final @Nullable Consumer<String> trace;

    private NodeSettings(Builder builder) {
        types = builder.types;
        peers = builder.peers;
        pendingMessages = builder.pendingMessages;
        pendingBytes = builder.pendingBytes;
        unsentBytes = builder.unsentBytes;
        memoryLimit = builder.memoryLimit;
        trace = builder.trace;
    }

    static Builder builder() {
        return new Builder();
    }

    MessageTypes types() {
        return types;
    }

    PeerFactory peers() {
        return peers;
    }

    /** Returns with how many messages that nobody has taken a peer is no longer read from. */
    int pendingMessages() {
        return pendingMessages;
    }

    /** Returns with how many bytes in the bodies of such messages a peer is no longer read from. */
    long pendingBytes() {
        return pendingBytes;
    }

    /** Returns with how many bytes that a peer has not taken it is disconnected when it is sent more. */
    long unsentBytes() {
        return unsentBytes;
    }

    /** Returns how many bytes all connections together may hold for reading. */
    long memoryLimit() {
        return memoryLimit;
    }

    /** Returns who is told of each read, if anybody is. */
    @Nullable Consumer<String> trace() {
        return trace;
    }

    /** Gathers the settings; each has a default. */
    static final class Builder {
        private static final int MIB = 1024 * 1024;

        /** The longest message one and a half times, as it takes to have it in one piece, and what is read into and parked beside it. */
        private static final int LEAST_MEMORY = MessageFraming.MAX_DATA_BYTES / 2 * 3 + 32 * SlabPool.DEFAULT_SLAB;

        private MessageTypes types = MessageTypes.standard();
        private PeerFactory peers = PeerAfter::new;
        private int pendingMessages = 256;
        private long pendingBytes = 16L * MIB;
        private long unsentBytes = 32L * MIB;
        private long memoryLimit = 64L * MIB;
        private @Nullable Consumer<String> trace;

        private Builder() {}

        Builder types(MessageTypes types) {
            this.types = types;
            return this;
        }

        Builder peers(PeerFactory peers) {
            this.peers = peers;
            return this;
        }

        Builder pendingMessages(int count) {
            pendingMessages = count;
            return this;
        }

        Builder pendingBytes(long bytes) {
            pendingBytes = bytes;
            return this;
        }

        Builder unsentBytes(long bytes) {
            unsentBytes = bytes;
            return this;
        }

        Builder memoryLimit(long bytes) {
            memoryLimit = bytes;
            return this;
        }

        Builder trace(Consumer<String> trace) {
            this.trace = trace;
            return this;
        }

        /**
         * Returns the settings.
         *
         * @throws IllegalArgumentException if one of them is less than 1, or the memory less than a whole frame may take
         */
        NodeSettings build() {
            atLeast(1, "pendingMessages", pendingMessages);
            atLeast(1, "pendingBytes", pendingBytes);
            atLeast(1, "unsentBytes", unsentBytes);
            atLeast(LEAST_MEMORY, "memoryLimit", memoryLimit);
            return new NodeSettings(this);
        }

        private static void atLeast(long least, String setting, long value) {
            if (value < least) {
                throw new IllegalArgumentException(
                        "NodeSettings." + setting + "(" + value + "): expected " + least + " or more");
            }
        }
    }
}
