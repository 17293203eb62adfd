package io.headroom.buffers;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long a peer may take for a frame before {@link MessageBuffers#sweep} calls it late.
 *
 * <p>Time counts from the first byte of a frame to its last, and only while this side waits for the peer: bytes that trickle in do not start it
 * again, and a pause of ours stops it.
 *
 * <p><b>Threads</b>: immutable; each setting returns new deadlines.
 */
public final class Deadlines {
    private static final Duration DEFAULT_FRAME = Duration.ofMinutes(2);

    /** A holder of the completion lane keeps others waiting, so it has less time to go on. */
    private static final Duration DEFAULT_LANE = Duration.ofSeconds(10);

    private static final Deadlines DEFAULT = new Deadlines(DEFAULT_FRAME.toNanos(), DEFAULT_LANE.toNanos(), 0, 0);

    private final long frameNanos;
    private final long laneNanos;
    private final long leastRate;
    private final long graceNanos;

    private Deadlines(long frameNanos, long laneNanos, long leastRate, long graceNanos) {
        this.frameNanos = frameNanos;
        this.laneNanos = laneNanos;
        this.leastRate = leastRate;
        this.graceNanos = graceNanos;
    }

    /** Returns the default deadlines: two minutes for a frame, ten seconds without a byte in the completion lane, and no least rate. */
    public static Deadlines defaults() {
        return DEFAULT;
    }

    /**
     * Returns these deadlines with this much time for a frame, from its first byte to its last.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Deadlines frame(Duration time) {
        return new Deadlines(positive("frame", time), laneNanos, leastRate, graceNanos);
    }

    /**
     * Returns these deadlines with this much time without a single byte for the connection that has the completion lane.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Deadlines lane(Duration time) {
        return new Deadlines(frameNanos, positive("lane", time), leastRate, graceNanos);
    }

    /**
     * Returns these deadlines with a least rate for a frame that has taken longer than {@code grace}.
     *
     * @param bytesPerSecond the least rate over the whole time of the frame
     * @throws IllegalArgumentException if either is not positive
     */
    public Deadlines leastRate(long bytesPerSecond, Duration grace) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException(
                    "Deadlines.leastRate(" + bytesPerSecond + "): expected at least 1 byte a second");
        }
        return new Deadlines(frameNanos, laneNanos, bytesPerSecond, positive("leastRate", grace));
    }

    private static long positive(String setting, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("Deadlines." + setting + "(" + time + "): expected a positive duration");
        }
        return TimeUnit.NANOSECONDS.convert(time);
    }

    /** Returns why a frame of which {@code received} bytes have come in {@code waited} nanoseconds is late, or null if it is not. */
    Suspect.@Nullable Cause causeFor(long waited, long received, long sinceLastByte, boolean inLane) {
        if (waited >= frameNanos) {
            return Suspect.Cause.DEADLINE;
        } else if (inLane && sinceLastByte >= laneNanos) {
            return Suspect.Cause.STALLED_IN_LANE;
        }
        boolean isSlow = leastRate > 0 && waited >= graceNanos && received < leastRate * (waited / 1e9);
        return isSlow ? Suspect.Cause.TOO_SLOW : null;
    }

    @Override
    public String toString() {
        return "Deadlines[frame=" + Duration.ofNanos(frameNanos) + ", lane=" + Duration.ofNanos(laneNanos)
                + (leastRate > 0 ? ", " + leastRate + " bytes/s after " + Duration.ofNanos(graceNanos) : "") + "]";
    }
}
