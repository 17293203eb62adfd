package io.headroom.buffers;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * What one connection shows to sweeps, written by whoever leaves it, and what sweeps remember of it.
 *
 * <p>Single writer; a sweep may see figures of two calls side by side, which does no harm: it decides by what has not changed between two sweeps.
 */
final class Vigil {
    private static final int FRAMES = 0;
    private static final int RECEIVED = 1;
    private static final int DECLARED = 2;
    private static final int PENDING = 3;
    private static final int HELD = 4;
    private static final int PAUSES = 5;
    private static final int STATE = 6;
    private static final int COUNT = 7;

    private static final int IN_FRAME = 1;
    private static final int WAITING = 2;
    private static final int IN_LANE = 4;
    private static final int PAUSED = 8;
    private static final int BY_SHARE = 16;

    final Object peer;
    final @Nullable Object key;
    final Runnable close;
    private final AtomicLongArray figures = new AtomicLongArray(COUNT);

    /** Of the sweeper, under its lock: the frame that was seen, and how much of what has come since. */
    long frame = -1;

    long pauses;
    long bytes;
    long waited;
    long sinceLastByte;
    boolean waiting;

    @Nullable Vigil previous;

    @Nullable Vigil next;

    /** Told when the connection is closed, if that is tracked. */
    @Nullable Runnable onClose;

    /** Why the connection was closed by a sweep. */
    volatile @Nullable Suspect evicted;

    Vigil(Object peer, @Nullable Object key, Runnable close) {
        this.peer = peer;
        this.key = key;
        this.close = close;
    }

    /** Shows where the connection stands, on the way out of it. */
    void left(Course course, Pump pump, Store store) {
        long size = store.size();
        figures.setOpaque(FRAMES, course.frames);
        figures.setOpaque(RECEIVED, course.received);
        figures.setOpaque(DECLARED, course.length);
        figures.setOpaque(PENDING, course.passesOn() ? course.gone : size);
        figures.setOpaque(HELD, store.heldBytes());
        if (pump.isPaused()) {
            figures.setOpaque(PAUSES, figures.getPlain(PAUSES) + 1);
        }
        boolean inFrame = course.length != 0 || size > 0;
        figures.setOpaque(
                STATE,
                (inFrame ? IN_FRAME : 0)
                        | (pump.waitsForPeer() ? WAITING : 0)
                        | (store.leases().isInLane() ? IN_LANE : 0)
                        | (pump.isRefused() ? PAUSED : 0)
                        | (pump.isRefused() && store.leases().isRefusedByShareOfKey() ? BY_SHARE : 0));
    }

    long frames() {
        return figures.getOpaque(FRAMES);
    }

    long received() {
        return figures.getOpaque(RECEIVED);
    }

    long declared() {
        return figures.getOpaque(DECLARED);
    }

    long pending() {
        return figures.getOpaque(PENDING);
    }

    long held() {
        return figures.getOpaque(HELD);
    }

    long pauses() {
        return figures.getOpaque(PAUSES);
    }

    private boolean has(int flag) {
        return (figures.getOpaque(STATE) & flag) != 0;
    }

    boolean isInFrame() {
        return has(IN_FRAME);
    }

    boolean isPaused() {
        return has(PAUSED);
    }

    /** Returns whether it is paused since its key's share of memory is used up; if it has no such share, also since its own is. */
    boolean isRefusedByShareOfKey() {
        return has(BY_SHARE);
    }

    boolean isInLane() {
        return has(IN_LANE);
    }

    /** Returns whether a frame is in progress and all that the peer has sent was read. */
    boolean isWaiting() {
        return has(IN_FRAME) && has(WAITING);
    }
}
