package io.headroom.buffers.jmh.compare.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is needed to do the same again.
 *
 * @param started date and time
 * @param machine where
 * @param settings how
 * @param strategies who
 */
public record Experiment(String started, Machine machine, Settings settings, List<Participant> strategies) {
    /**
     * The machine and its JVM.
     *
     * @param jdk vendor and version
     * @param system operating system
     * @param cores processors that this process may use
     * @param processor their model, as far as it is known
     * @param memoryMegabytes memory of the machine
     */
    public record Machine(String jdk, String system, int cores, String processor, long memoryMegabytes) {}

    /**
     * The settings.
     *
     * @param peers connections
     * @param rounds how often each strategy ran
     * @param seed the seed of all messages
     * @param seconds how long each part of a run took
     * @param offeredMegabytesPerSecond the paced load
     * @param payloads where large messages came from, or null if they are random
     * @param payloadsLeftOut files there that are too long, or empty
     */
    public record Settings(
            int peers,
            int rounds,
            long seed,
            Seconds seconds,
            double offeredMegabytesPerSecond,
            @Nullable String payloads,
            int payloadsLeftOut) {}

    /**
     * The parts of a run.
     *
     * @param warmUp discarded
     * @param paced measured under the paced load
     * @param closedLoop measured in the closed loop
     */
    public record Seconds(double warmUp, double paced, double closedLoop) {}

    /**
     * A strategy.
     *
     * @param name short, for columns
     * @param title in a few words
     * @param jvmFlags flags of its receivers
     */
    public record Participant(String name, String title, List<String> jvmFlags) {}
}
