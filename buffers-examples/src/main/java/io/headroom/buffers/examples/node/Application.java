package io.headroom.buffers.examples.node;

/** What a node does with messages. Called on the node's worker thread, one message at a time. */
interface Application {
    /** A message that nobody waited for as a reply; an unchecked exception disconnects its peer. */
    void onMessage(Peer peer, Message message);
}
