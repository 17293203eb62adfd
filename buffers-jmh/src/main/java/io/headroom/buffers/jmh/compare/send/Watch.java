package io.headroom.buffers.jmh.compare.send;

import io.headroom.buffers.jmh.compare.result.Service;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Watches from {@link #begin} on how peers are served that each wait for the acknowledgement of their message.
 *
 * <p><b>Threads</b>: the sender's I/O thread.
 */
final class Watch {
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long WAITING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long startNanos;
    private long messages;
    private long bytes;
    private long worstWaitNanos;
    private long stalledNanos;
    private int unacknowledged;

    /** When the last message was acknowledged, or a message was sent while none waited. */
    private long movedAt;

    /** Forgets what was seen, but for the messages that wait. */
    void begin(long now) {
        startNanos = now;
        movedAt = now;
        messages = 0;
        bytes = 0;
        worstWaitNanos = 0;
        stalledNanos = 0;
    }

    void sent(long now) {
        if (unacknowledged == 0) {
            movedAt = now;
        }
        unacknowledged++;
    }

    void acknowledged(Peer peer, long now) {
        messages++;
        bytes += peer.lastLength();
        worstWaitNanos = Math.max(worstWaitNanos, now - begunAt(peer));
        stalledNanos += stallUntil(now);
        unacknowledged--;
        movedAt = now;
    }

    /** Notes that a peer has lost its connection: it waits for ever, as if for a message that was sent now if there was none. */
    void lost(Peer peer, long now) {
        if (!peer.isUnacknowledged()) {
            sent(now);
        }
    }

    /** Returns how all peers were served. */
    Service seen(List<Peer> peers, long now) {
        long worst = worstWaitNanos;
        int waiting = 0;
        int lost = 0;
        for (Peer peer : peers) {
            if (peer.isLost()) {
                lost++;
                worst = Math.max(worst, now - begunAt(peer));
            } else if (peer.isUnacknowledged()) {
                worst = Math.max(worst, now - begunAt(peer));
                waiting += now - peer.begunAt() >= WAITING_NANOS ? 1 : 0;
            }
        }
        long stalled = stalledNanos + (unacknowledged > 0 ? stallUntil(now) : 0);
        return new Service((now - startNanos) / 1e9, messages, bytes, worst / 1e9, stalled / 1e9, waiting, lost);
    }

    /** A wait from before this time counts from its beginning. */
    private long begunAt(Peer peer) {
        return Math.max(startNanos, peer.begunAt());
    }

    private long stallUntil(long now) {
        long still = now - movedAt;
        return still >= STALL_NANOS ? still : 0;
    }
}
