package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.receive.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be run.
 *
 * @param strategies in the order in which each round runs them
 * @param rounds how often each runs
 * @param peers connections to each receiver
 * @param messages what they send
 * @param times how long
 * @param heap maximal and initial heap of a receiver, as {@code -Xmx} takes it
 */
record Plan(List<Strategy> strategies, int rounds, int peers, Messages messages, Times times, String heap) {
    /**
     * What the peers send.
     *
     * @param seed of all lengths and bytes
     * @param megabytesPerSecond the paced load
     * @param payloads folder of large messages, or null for random ones
     * @param isSpoiled whether one message has a wrong checksum
     */
    record Messages(
            long seed, double megabytesPerSecond, @Nullable Path payloads, boolean isSpoiled) {}

    /**
     * How long a receiver runs.
     *
     * @param warmUp both loads, discarded
     * @param paced the paced load, measured
     * @param closedLoop the closed loop, measured
     */
    record Times(Duration warmUp, Duration paced, Duration closedLoop) {
        /** Starting two JVMs, connecting, emptying sockets, full collections and reading the recording. */
        private static final Duration AROUND = Duration.ofSeconds(3);

        /** Returns about how long one run takes. */
        Duration run() {
            return AROUND.plus(warmUp).plus(paced).plus(closedLoop);
        }
    }

    /** Returns about how long all of it takes. */
    Duration length() {
        return times.run().multipliedBy((long) rounds * strategies.size());
    }

    /** Returns the flags of every receiver, besides those of its strategy and of the recording. */
    List<String> receiverFlags() {
        return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC");
    }
}
