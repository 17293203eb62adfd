package io.headroom.buffers.jmh.compare.result;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is needed to do the same again.
 *
 * @param started date and time
 * @param command the command, without the options that say where its results go
 * @param machine where
 * @param settings how
 * @param strategies who
 */
public record Experiment(
        String started, String command, Machine machine, Settings settings, List<Participant> strategies) {
    /**
     * The machine and its JVM.
     *
     * @param jdk vendor and version
     * @param system operating system
     * @param cores processors that this process may use
     * @param processor their model, as far as it is known
     * @param memoryMegabytes memory of the machine
     */
    public record Machine(String jdk, String system, int cores, String processor, long memoryMegabytes) {
        /** Returns all but the JVM in one line. */
        public String hardware() {
            return system + ", " + cores + " cores (" + processor + "), " + memoryMegabytes + " MB";
        }
    }

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
            int payloadsLeftOut) {
        /** Returns the load in one line. */
        public String load() {
            return String.format(
                    Locale.ROOT,
                    "%d peers, seed %d, %d round%s; per run: %s s discarded, %s s paced at %s MB/s, %s s closed loop",
                    peers,
                    seed,
                    rounds,
                    rounds == 1 ? "" : "s (median, and from least to most)",
                    Numbers.setting(seconds.warmUp),
                    Numbers.setting(seconds.paced),
                    Numbers.setting(offeredMegabytesPerSecond),
                    Numbers.setting(seconds.closedLoop));
        }

        /** Returns where large messages came from, or null if they are random. */
        public @Nullable String largeMessages() {
            return payloads == null
                    ? null
                    : "large messages from " + payloads + ", " + payloadsLeftOut + " files left out for their length";
        }
    }

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
