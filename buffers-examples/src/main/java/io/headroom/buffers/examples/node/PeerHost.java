package io.headroom.buffers.examples.node;

import io.headroom.buffers.MessageBuffers;

/** The node of a peer, as far as the peer needs it. All methods may be called on any thread. */
interface PeerHost {
    NodeSettings settings();

    /** Returns the memory that this node's connections read into. */
    MessageBuffers buffers();

    MessageCounters counters();

    /** Has the peer read again on the I/O thread, after all others that are ready. */
    void readSoon(Peer peer);

    /** Has the selector watch for {@link Peer#interestOps()}. */
    void interestChanged(Peer peer);

    /** A message waits in the peer's inbox. */
    void onPending(Peer peer);

    /** The peer is disconnected. */
    void onDisconnected(Peer peer);
}
