package io.headroom.buffers.jmh;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;

/**
 * A ring through which one thread hands objects to another one, without locks and without allocation.
 *
 * <p><b>Threads</b>: one that puts, one that takes. Both wait busily, and give up when the measurement ends.
 */
@State(Scope.Group)
public class HandOver {
    /** What is handed over where nothing is leased. */
    static final Object NOTHING = new Object();

    /** How many objects are under way at most. */
    static final int LENGTH = 64;

    private static final int SPINS = 1_000;

    private final AtomicReferenceArray<@Nullable Object> slots = new AtomicReferenceArray<>(LENGTH);
    private int written;
    private int taken;

    /** Hands an object over; returns false if the measurement has ended first. */
    boolean put(Object leased, Control control) {
        for (int turn = 0; slots.getAcquire(written) != null; turn++) {
            if (control.stopMeasurement) {
                return false;
            }
            await(turn);
        }
        slots.setRelease(written, leased);
        written = (written + 1) % LENGTH;
        return true;
    }

    /** Returns what was handed over; null if the measurement has ended first. */
    @Nullable Object take(Control control) {
        Object leased = slots.getAcquire(taken);
        for (int turn = 0; leased == null; turn++) {
            if (control.stopMeasurement) {
                return null;
            }
            await(turn);
            leased = slots.getAcquire(taken);
        }
        slots.setRelease(taken, null);
        taken = (taken + 1) % LENGTH;
        return leased;
    }

    /** Lets the other thread run where it has no processor of its own. */
    @SuppressWarnings("ThreadPriorityCheck") // a hint, on which nothing relies
    private static void await(int turn) {
        if (turn < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** Leaves nothing between two iterations. */
    @TearDown(Level.Iteration)
    public void empty(LeaseBenchmark benchmark) {
        for (int i = 0; i < LENGTH; i++) {
            Object leased = slots.getAndSet(i, null);
            if (leased != null && leased != NOTHING) {
                benchmark.takeBack(leased);
            }
        }
        written = 0;
        taken = 0;
    }
}
