package io.headroom.buffers.memory;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A warm-up in progress or ended: of a pool by {@link SlabPool#warm}, of a mapped region by {@link Preloader}.
 *
 * <p><b>Threads</b>: all methods may be called from any thread. The waiting ones are not for I/O threads: open for traffic when it is done,
 * or watch {@link #isDone()}.
 *
 * <p><b>States</b>: {@link State#RUNNING}, and then one of the others for ever. However it ends, what was warmed until then stays warm, and a
 * pool is as consistent as after leases and releases.
 *
 * <p><b>Cost</b>: a thread for as long as it runs, unless another one is chosen; no lock that a lease or a release takes is held while the
 * system gives memory.
 *
 * <pre>{@code
 * WarmUp warmUp = pool.warm(256 << 20);
 * if (warmUp.await() != WarmUp.State.WARM) {
 *     log.warn("opening for traffic with less: {}", warmUp);   // less, as far as warmedBytes() says, and why
 * }
 * server.open();
 * }</pre>
 */
public final class WarmUp {
    /** How far a warm-up is, or why it ended. */
    public enum State {
        /** It goes on. */
        RUNNING,
        /** All is warm. */
        WARM,
        /** There was nothing to do: the memory is such that its first use does not fault. The reason says why. */
        NOT_NEEDED,
        /** {@link WarmUp#cancel} was called. */
        CANCELLED,
        /** Its thread was interrupted. */
        INTERRUPTED,
        /** The pool's budget has nothing more to commit for ordinary leases. */
        LIMIT_REACHED,
        /** The system, or the JVM's limit on direct memory, has no more to give. */
        REFUSED,
        /** The pool was closed. */
        CLOSED,
        /** Something was thrown: {@link WarmUp#failure} returns it. */
        FAILED
    }

    /** What is warmed, in small steps. */
    interface Work {
        /** Returns how many bytes are to be warm. */
        long wantedBytes();

        /** Returns how many of them are. */
        long warmedBytes();

        /** Warms a little more, {@code most} bytes or the least that is possible, and returns RUNNING if there may be more to do. */
        State step(long most);

        /** Returns why a warm-up ended in this state. */
        String reason(State state);
    }

    private final Pace pace;
    private final Work work;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile State state = State.RUNNING;
    private volatile long warmedBytes;
    private volatile @Nullable Throwable failure;

    private WarmUp(Pace pace, Work work) {
        this.pace = pace;
        this.work = work;
        warmedBytes = work.warmedBytes();
    }

    static WarmUp begin(Pace pace, Work work) {
        WarmUp warmUp = new WarmUp(pace, work);
        pace.execute(warmUp::run);
        return warmUp;
    }

    private void run() {
        if (!begun.compareAndSet(false, true)) {
            return; // cancelled before its thread came to it
        }
        State last = State.FAILED;
        try {
            last = warm();
        } catch (InterruptedException e) {
            last = State.INTERRUPTED;
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            state = last;
            ended.countDown();
        }
    }

    private State warm() throws InterruptedException {
        long begun = System.nanoTime();
        long before = warmedBytes;
        long pieceStart = before;
        long pieceBegun = begun;
        State now = State.RUNNING;
        while (now == State.RUNNING) {
            if (isCancelled(0)) {
                return State.CANCELLED;
            }
            now = work.step(pace.pieceBytes() - (warmedBytes - pieceStart));
            warmedBytes = work.warmedBytes();
            boolean isWhole = warmedBytes - pieceStart >= pace.pieceBytes();
            if (isWhole || (now != State.RUNNING && warmedBytes > pieceStart)) {
                PoolEvents.warmed(warmedBytes - pieceStart, System.nanoTime() - pieceBegun);
            }
            if (now == State.RUNNING && isWhole) {
                if (isCancelled(pace.pauseNanos(warmedBytes - before, System.nanoTime() - begun))) {
                    return State.CANCELLED;
                }
                pieceStart = warmedBytes;
                pieceBegun = System.nanoTime();
            }
        }
        return now;
    }

    /** Waits for so long, or for the end, and learns of an interruption in any case. */
    private boolean isCancelled(long nanos) throws InterruptedException {
        return cancelled.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Returns how many bytes were asked for. */
    public long wantedBytes() {
        return work.wantedBytes();
    }

    /** Returns how many of these bytes are warm, those included that were so before; it grows while this goes on. */
    public long warmedBytes() {
        return warmedBytes;
    }

    /** Returns how far this is, or why it ended. */
    public State state() {
        return state;
    }

    /** Returns why it ended in the state that it is in, in a sentence. */
    public String reason() {
        Throwable thrown = failure;
        return thrown == null ? work.reason(state) : thrown.toString();
    }

    /** Returns what was thrown while warming, for a file that was cut off say; null if nothing was. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Returns whether it has ended, for whichever reason. */
    public boolean isDone() {
        return state != State.RUNNING;
    }

    /** Ends it within a step, a pause included; what is warm stays so. Idempotent, and without effect once it is done. */
    public void cancel() {
        cancelled.countDown();
        if (begun.compareAndSet(false, true)) {
            state = State.CANCELLED;
            ended.countDown();
        }
    }

    /**
     * Waits until it has ended.
     *
     * @return why
     * @throws InterruptedException if the caller is interrupted; the warm-up goes on
     */
    public State await() throws InterruptedException {
        ended.await();
        return state;
    }

    /**
     * Waits until it has ended, for at most this time.
     *
     * @return whether it has
     * @throws InterruptedException if the caller is interrupted; the warm-up goes on
     */
    public boolean await(Duration atMost) throws InterruptedException {
        return ended.await(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
    }

    @Override
    public String toString() {
        return "WarmUp[" + warmedBytes + " of " + wantedBytes() + " bytes, " + state + ": " + reason() + "]";
    }
}
