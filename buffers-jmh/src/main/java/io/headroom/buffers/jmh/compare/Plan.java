package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.attack.Attack;
import io.headroom.buffers.jmh.compare.receive.Defence;
import io.headroom.buffers.jmh.compare.receive.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
 * @param siege the attack, or null if there is none
 */
record Plan(
        List<Strategy> strategies,
        int rounds,
        int peers,
        Messages messages,
        Times times,
        String heap,
        @Nullable Siege siege) {
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
     * @param paced the paced load, measured; with an attack to come, before it
     * @param closedLoop the closed loop, measured; with an attack, there is none
     */
    record Times(Duration warmUp, Duration paced, Duration closedLoop) {
        /** Starting two JVMs, connecting, emptying sockets, full collections and reading the recording. */
        private static final Duration AROUND = Duration.ofSeconds(3);

        /** Returns about how long one run takes. */
        Duration run() {
            return AROUND.plus(warmUp).plus(paced).plus(closedLoop);
        }
    }

    /**
     * An attack.
     *
     * @param attack what attackers do
     * @param attackers how many there are
     * @param interval between two bytes, or two attempts
     * @param length how long it is watched
     * @param defence of strategies that have any
     */
    record Siege(Attack attack, int attackers, Duration interval, Duration length, Defence defence) {
        /** Returns when memory is looked at: all attackers have sent what they send, and none is late. */
        Duration height() {
            Duration deadline = defence.deadline();
            return (deadline.compareTo(length) < 0 ? deadline : length).dividedBy(2);
        }
    }

    /** Returns about how long all of it takes. */
    Duration length() {
        Duration run = siege == null ? times.run() : times.run().plus(siege.length);
        return run.multipliedBy((long) rounds * strategies.size());
    }

    /** Returns the flags of a strategy's receivers, besides those of the recording. */
    List<String> receiverFlags(Strategy strategy) {
        List<String> flags = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC"));
        flags.addAll(strategy.jvmFlags());
        return flags;
    }
}
