package io.headroom.buffers.jmh.faults;

import java.util.concurrent.TimeUnit;

/**
 * What one scenario's process had to do.
 *
 * @param bytes the memory, or the length of the file
 * @param prepared before traffic: the warm-up, or next to nothing
 * @param played the traffic
 */
record Outcome(Scenario scenario, int round, long bytes, Phase prepared, Played played) {

    /** How long something took, and how many faults the process and its I/O thread had meanwhile. */
    record Phase(long nanos, FaultCounts process, FaultCounts ioThread) {}

    /** The traffic, and how it went for the I/O thread. */
    record Played(Phase phase, Stalls stalls) {}

    /**
     * How long the I/O thread was away from its selector.
     *
     * @param longOnes how often for at least {@link #LONG_NANOS}
     */
    record Stalls(long count, long medianNanos, long p99Nanos, long worstNanos, long longOnes) {
        static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    }
}
