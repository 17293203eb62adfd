package io.headroom.buffers.memory;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * How a warm-up proceeds: in pieces with pauses between them, so that it leaves memory bandwidth, the disk and a processor to others, and on
 * which thread.
 *
 * <p><b>Threads</b>: immutable; each setting returns a new pace.
 *
 * <pre>{@code
 * Pace pace = Pace.defaults().pieceBytes(16 << 20).bytesPerSecond(200 << 20);
 * }</pre>
 */
public final class Pace {
    /** The size of a piece unless set otherwise, in bytes. */
    public static final long DEFAULT_PIECE = 64 << 20;

    /** The pause between two pieces unless set otherwise, in milliseconds. */
    public static final int DEFAULT_PAUSE_MILLIS = 10;

    private static final Pace DEFAULT = new Pace(
            DEFAULT_PIECE,
            Duration.ofMillis(DEFAULT_PAUSE_MILLIS).toNanos(),
            Long.MAX_VALUE,
            work -> daemon(work).start());

    private final long pieceBytes;
    private final long pauseNanos;
    private final long bytesPerSecond;
    private final Executor executor;

    private Pace(long pieceBytes, long pauseNanos, long bytesPerSecond, Executor executor) {
        this.pieceBytes = pieceBytes;
        this.pauseNanos = pauseNanos;
        this.bytesPerSecond = bytesPerSecond;
        this.executor = executor;
    }

    /** Returns pieces of {@value #DEFAULT_PIECE} bytes, pauses of {@value #DEFAULT_PAUSE_MILLIS} ms, no limit on the rate, and a thread of its own. */
    public static Pace defaults() {
        return DEFAULT;
    }

    /**
     * Returns this pace with a pause after every {@code bytes} bytes, rounded up to whole steps: a chunk of 4 MiB or a slab on the heap for a
     * pool.
     *
     * @throws IllegalArgumentException if {@code bytes} is less than 1
     */
    public Pace pieceBytes(long bytes) {
        return new Pace(positive("pieceBytes", bytes), pauseNanos, bytesPerSecond, executor);
    }

    /**
     * Returns this pace with pauses of this length between two pieces.
     *
     * @param time zero for none
     * @throws IllegalArgumentException if it is negative
     */
    public Pace pause(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("Pace.pause(" + time + "): expected zero or more");
        }
        return new Pace(pieceBytes, TimeUnit.NANOSECONDS.convert(time), bytesPerSecond, executor);
    }

    /**
     * Returns this pace with pauses made longer where more than this would be warmed in a second. Within a piece nothing is held back: a low
     * rate wants small pieces.
     *
     * @throws IllegalArgumentException if {@code bytes} is less than 1
     */
    public Pace bytesPerSecond(long bytes) {
        return new Pace(pieceBytes, pauseNanos, positive("bytesPerSecond", bytes), executor);
    }

    /**
     * Returns this pace with a thread of the caller's choice: one task for a whole warm-up, pauses included. With {@code Runnable::run} the
     * call that begins it returns when it has ended.
     */
    public Pace executor(Executor executor) {
        return new Pace(pieceBytes, pauseNanos, bytesPerSecond, Objects.requireNonNull(executor, "executor"));
    }

    private static long positive(String setting, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("Pace." + setting + "(" + bytes + "): expected at least 1 byte");
        }
        return bytes;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "headroom-warm-up");
        thread.setDaemon(true);
        return thread;
    }

    void execute(Runnable work) {
        executor.execute(work);
    }

    long pieceBytes() {
        return pieceBytes;
    }

    /** Returns how long to pause when so many bytes were warmed in so many nanoseconds. */
    long pauseNanos(long bytes, long elapsedNanos) {
        double dueNanos = bytesPerSecond == Long.MAX_VALUE ? 0 : bytes * 1e9 / bytesPerSecond;
        return Math.max(pauseNanos, (long) (dueNanos - elapsedNanos));
    }

    @Override
    public String toString() {
        return "Pace[pieces of " + pieceBytes + " bytes, pauses of " + Duration.ofNanos(pauseNanos)
                + (bytesPerSecond == Long.MAX_VALUE ? "" : ", " + bytesPerSecond + " bytes/s") + "]";
    }
}
