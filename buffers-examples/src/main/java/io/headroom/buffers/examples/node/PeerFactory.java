package io.headroom.buffers.examples.node;

import java.nio.channels.SocketChannel;

/** Makes a peer of a connection. */
interface PeerFactory {
    Peer open(SocketChannel channel, PeerHost host);
}
