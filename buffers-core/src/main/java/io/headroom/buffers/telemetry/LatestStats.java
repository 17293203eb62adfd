package io.headroom.buffers.telemetry;

import io.headroom.buffers.BufferStats;
import io.headroom.buffers.MessageBuffers;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The latest snapshot of a node's buffers, for those who ask for one figure after the other: whoever asks first in a while takes the snapshot, and
 * the others are answered from it.
 *
 * <p>Holds the buffers weakly. Once they are gone, totals stay what they were when they were seen last, and gauges are 0. A snapshot that fails
 * leaves the one before it. So totals never fall.
 *
 * <p><b>Threads</b>: any. <b>Cost</b>: about 6 KB; {@link MessageBuffers#stats} once in {@code maxAge} at most, whoever and how many ask.
 */
public final class LatestStats {
    /*
     * Time decides when a snapshot is old, not who asks: a mark on each figure that was read, with a new snapshot when one is read twice, needs no
     * clock, but takes a snapshot for each figure when two readers take turns.
     */

    /** How old a snapshot may be unless set: longer than a scrape takes, much shorter than the time between two. */
    public static final Duration DEFAULT_MAX_AGE = Duration.ofMillis(100);

    private final Source source;
    private final long maxAgeNanos;
    private final LongSupplier clock;

    private BufferStats latest = new BufferStats();
    private BufferStats spare = new BufferStats();
    private long takenNanos;
    private boolean isTaken;
    private boolean isGone;

    /** Where snapshots come from. */
    interface Source {
        /** Fills a snapshot and returns true, or returns false: there will be no more. */
        boolean fill(BufferStats into);
    }

    LatestStats(Source source, Duration maxAge, LongSupplier clock) {
        if (maxAge.isNegative()) {
            throw new IllegalArgumentException("maxAge " + maxAge + ": expected 0 or more");
        }
        this.source = source;
        this.maxAgeNanos = TimeUnit.NANOSECONDS.convert(maxAge);
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Returns those of the given buffers, at most {@link #DEFAULT_MAX_AGE} old. */
    public static LatestStats of(MessageBuffers buffers) {
        return of(buffers, DEFAULT_MAX_AGE, System::nanoTime);
    }

    /**
     * Returns those of the given buffers.
     *
     * @param maxAge how old a snapshot may be that answers; with 0 there is a new one for each figure
     * @param clock nanoseconds, as of {@link System#nanoTime()}
     */
    public static LatestStats of(MessageBuffers buffers, Duration maxAge, LongSupplier clock) {
        WeakReference<MessageBuffers> weak = new WeakReference<>(Objects.requireNonNull(buffers, "buffers"));
        return new LatestStats(into -> fill(weak.get(), into), maxAge, clock);
    }

    private static boolean fill(@Nullable MessageBuffers buffers, BufferStats into) {
        if (buffers != null) {
            buffers.stats(into);
        }
        return buffers != null;
    }

    /** Returns one figure; 0 for a gauge of buffers that are gone. */
    public synchronized long value(Figure figure) {
        refresh();
        return isGone && !figure.isTotal() ? 0 : figure.of(latest);
    }

    /** Returns something that counts since the buffers were built: {@code stats -> stats.rejects(kind)}. It runs under a lock, and may keep nothing. */
    public synchronized long total(ToLongFunction<BufferStats> total) {
        refresh();
        return total.applyAsLong(latest);
    }

    /** Sets {@code into} to the snapshot, and returns it; gauges of buffers that are gone are as they were seen last. */
    public synchronized BufferStats copyTo(BufferStats into) {
        refresh();
        return latest.copyTo(into);
    }

    private void refresh() {
        long now = clock.getAsLong();
        if (isGone || (isTaken && now - takenNanos < maxAgeNanos)) {
            return;
        }
        isTaken = true;
        takenNanos = now;
        try {
            isGone = !source.fill(spare);
        } catch (RuntimeException e) {
            return; // what was seen last stands; the next try is in maxAge
        }
        if (!isGone) {
            BufferStats previous = latest;
            latest = spare;
            spare = previous;
        }
    }
}
