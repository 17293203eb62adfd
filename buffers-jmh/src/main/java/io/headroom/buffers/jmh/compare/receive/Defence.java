package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.Deadlines;
import io.headroom.buffers.MessageBuffers;
import java.time.Duration;

/**
 * What a receiver that can defend itself is set to against attackers.
 *
 * @param memoryLimitBytes for all connections together; 0: the strategy's default
 * @param deadline for a frame; zero: none
 */
public record Defence(long memoryLimitBytes, Duration deadline) {
    /** No attackers are expected. */
    public static final Defence NONE = new Defence(0, Duration.ZERO);

    /** Ten in the shortest of both, the one for the completion lane. */
    private static final int SWEEPS_IN_A_DEADLINE = 120;

    /** By default a frame has two minutes and a holder of the completion lane ten seconds: a shorter time keeps the proportion. */
    private static final int LANES_IN_A_DEADLINE = 12;

    /** Returns how many milliseconds are between two sweeps; 0 without a deadline. */
    long sweepMillis() {
        return deadline.isZero() ? 0 : Math.max(1, deadline.toMillis() / SWEEPS_IN_A_DEADLINE);
    }

    /** Returns the settings with this defence. */
    MessageBuffers.Builder on(MessageBuffers.Builder settings) {
        if (memoryLimitBytes > 0) {
            settings.memoryLimit(memoryLimitBytes);
        }
        return deadline.isZero()
                ? settings
                : settings.deadlines(
                        Deadlines.defaults().frame(deadline).lane(deadline.dividedBy(LANES_IN_A_DEADLINE)));
    }
}
