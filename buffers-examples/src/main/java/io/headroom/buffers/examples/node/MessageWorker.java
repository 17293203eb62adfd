package io.headroom.buffers.examples.node;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The thread on which a node's application sees the messages, one after the other.
 *
 * <p>Its queue has an entry for each message that is pending in some peer's inbox, so the inboxes bound it.
 */
final class MessageWorker implements Runnable {
    private final Application application;
    private final BlockingQueue<Peer> pending = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    MessageWorker(Application application) {
        this.application = application;
    }

    /** One more message waits in the peer's inbox. On any thread. */
    void onPending(Peer peer) {
        pending.add(peer);
    }

    /** Ends with the message in hand; to be followed by an interrupt of the thread. */
    void close() {
        closed = true;
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                handleNext(pending.take());
            }
        } catch (InterruptedException e) {
            // The node closes: what is pending has no peer to answer to.
        }
    }

    private void handleNext(Peer peer) {
        Message message = peer.poll();
        if (message == null) {
            return;
        }
        try {
            application.onMessage(peer, message);
        } catch (RuntimeException e) {
            peer.disconnect("the application failed: " + e);
        } finally {
            peer.handled();
        }
    }
}
