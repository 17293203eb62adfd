package io.headroom.buffers;

import io.headroom.buffers.framing.FrameException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one connection shows to sweeps and statistics, written by whoever leaves it, and what sweeps remember of it.
 *
 * <p>Single writer; a sweep may see figures of two calls side by side, which does no harm: it decides by what has not changed between two sweeps.
 */
final class Vigil {
    /** The first figures are the first totals of {@link BufferStats}. */
    private static final int DECLARED = BufferStats.OF_CONNECTIONS;

    private static final int PENDING = DECLARED + 1;
    private static final int HELD = DECLARED + 2;
    private static final int STOPS = DECLARED + 3;
    private static final int STATE = DECLARED + 4;
    private static final int TURN = DECLARED + 5;
    private static final int COUNT = DECLARED + 6;

    private static final int IN_FRAME = 1;
    private static final int WAITING = 2;
    private static final int IN_LANE = 4;
    private static final int PAUSED = 8;
    private static final int BY_SHARE = 16;

    final Object peer;
    final @Nullable Object key;
    final Runnable close;
    private final AtomicLongArray figures = new AtomicLongArray(COUNT);

    /** The kind of the fault that the connection has failed with. */
    private volatile FrameException.@Nullable Kind fault;

    /** When the pause began that has not ended, if it is paused. */
    private long pausedAt;

    /** Of the sweeper, under its lock: the frame that was seen, and how much of what has come since. */
    long frame = -1;

    long stopsSeen;
    long bytes;
    long waited;
    long sinceLastByte;
    long age;
    boolean waiting;

    @Nullable Vigil previous;

    @Nullable Vigil next;

    /** Where it is registered, null before and after. */
    volatile Registry.@Nullable Segment segment;

    /** Paused until it was told that it may read on, and not looked at by its application since: then it is the peer that is waited for. */
    volatile boolean woken;

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
    void left(Framer framer, Pump pump, Store store, LongSupplier clock) {
        Course course = framer.course();
        Parking parking = store.parking();
        long size = store.size();
        boolean isRefused = pump.isRefused();
        count(course, parking);
        figures.setOpaque(TURN, course.turn);
        figures.setOpaque(DECLARED, course.length);
        figures.setOpaque(PENDING, course.passesOn() ? course.gone : size);
        figures.setOpaque(HELD, store.heldBytes());
        if (isRefused != isPaused()) {
            pauseChanged(isRefused, clock.getAsLong());
            if (isRefused) {
                ConnectionEvents.paused(this, store.leases());
            }
        }
        if (pump.isPaused()) {
            figures.setOpaque(STOPS, figures.getPlain(STOPS) + 1);
        }
        FrameException failure = framer.failure();
        boolean inFrame = failure == null && (course.length != 0 || size > 0);
        if (failure != null && fault == null) {
            fault = failure.kind();
            ConnectionEvents.rejected(this, failure);
        }
        figures.setOpaque(
                STATE,
                (inFrame ? IN_FRAME : 0)
                        | (pump.waitsForPeer() ? WAITING : 0)
                        | (store.leases().isInLane() ? IN_LANE : 0)
                        | (isRefused ? PAUSED : 0)
                        | (isRefused && store.leases().isRefusedByShareOfKey() ? BY_SHARE : 0));
    }

    /** Shows what the connection has counted: by whoever leaves it, or when it can be reached no more. */
    void count(Course course, Parking parking) {
        figures.setOpaque(BufferStats.FRAMES, course.frames());
        figures.setOpaque(BufferStats.RECEIVED, course.received);
        figures.setOpaque(BufferStats.LONG_FRAMES, course.longFrames);
        figures.setOpaque(BufferStats.COPIED, parking.copiedBytes());
        figures.setOpaque(BufferStats.GROWTHS, parking.growths());
        figures.setOpaque(BufferStats.COMPACTIONS, parking.compactions());
        figures.setOpaque(BufferStats.PARKS, parking.parks());
    }

    private void pauseChanged(boolean begins, long nowNanos) {
        if (begins) {
            figures.setOpaque(BufferStats.PAUSES, figures.getPlain(BufferStats.PAUSES) + 1);
            pausedAt = nowNanos;
        } else {
            long lasted = Math.max(0, nowNanos - pausedAt);
            figures.setOpaque(BufferStats.PAUSED_NANOS, figures.getPlain(BufferStats.PAUSED_NANOS) + lasted);
            ConnectionEvents.resumed(this, lasted);
        }
    }

    /** The connection is closed: a pause of its ends here. */
    void endPause(long nowNanos) {
        if (isPaused()) {
            pauseChanged(false, nowNanos);
        }
    }

    /** Adds what it has counted to totals in the order of {@link BufferStats}. */
    void addTotalsTo(long[] totals) {
        for (int i = 0; i < BufferStats.OF_CONNECTIONS; i++) {
            totals[i] += figures.getOpaque(i);
        }
        FrameException.Kind kind = fault;
        if (kind != null) {
            totals[BufferStats.rejectsOf(kind)]++;
        }
    }

    /** Returns what tells the frame in progress from those before it. */
    long turn() {
        return figures.getOpaque(TURN);
    }

    long received() {
        return figures.getOpaque(BufferStats.RECEIVED);
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

    /** Returns how many bytes of the frame in progress were declared and have not come. */
    long promised() {
        return isInFrame() ? Math.max(0, declared() - pending()) : 0;
    }

    /** Returns how often it was left paused for lack of memory or held by its handler. */
    long stops() {
        return figures.getOpaque(STOPS);
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

    /** Returns whether a frame is in progress and nothing on this side is in the way: all that came was read, or what comes may be read. */
    boolean isWaiting() {
        return has(IN_FRAME) && (has(WAITING) || woken);
    }
}
