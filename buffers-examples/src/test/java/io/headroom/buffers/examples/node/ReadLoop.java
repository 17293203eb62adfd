package io.headroom.buffers.examples.node;

import java.nio.channels.SocketChannel;

/** The two read loops, for tests that hold for both. */
enum ReadLoop implements PeerFactory {
    BEFORE {
        @Override
        public PeerBefore open(SocketChannel channel, PeerHost host) {
            return new PeerBefore(channel, host);
        }
    },
    AFTER {
        @Override
        public PeerAfter open(SocketChannel channel, PeerHost host) {
            return new PeerAfter(channel, host);
        }
    }
}
