package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.receive.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that make a {@link Plan}. */
final class PlanOptions {
    private static final String BLOCKS = "../shared/data/bitcoin-blocks";

    @Option(
            names = "--peers",
            paramLabel = "N",
            description = "connections to each receiver (default: ${DEFAULT-VALUE})")
    private int peers = 64;

    @Option(names = "--quick", description = "one short round with a shorter warm-up, about a minute")
    private boolean isQuick;

    @Option(
            names = "--all",
            description =
                    "every strategy, those that help little too: more than five minutes, about six, with --quick two")
    private boolean isAll;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "how often each strategy runs (default: 2, quick or under attack: 1)")
    private @Nullable Integer rounds;

    @Option(
            names = "--strategies",
            split = ",",
            paramLabel = "NAME",
            completionCandidates = Names.class,
            description =
                    "which strategies run, in this order: of ${COMPLETION-CANDIDATES} (default: naive, exact, netty, "
                            + "headroom)")
    private @Nullable List<String> strategies;

    @Option(names = "--seed", paramLabel = "N", description = "seed of all messages (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(
            names = "--payloads",
            arity = "0..1",
            fallbackValue = BLOCKS,
            paramLabel = "DIR",
            description = "send the files of this folder as large messages (without DIR: ${FALLBACK-VALUE})")
    private @Nullable Path payloads;

    @Option(names = "--rate", paramLabel = "MB/S", description = "the paced load (default: 60, under attack: 10)")
    private @Nullable Double megabytesPerSecond;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "discarded (default: 7, quick: 4; under attack 4, 2)")
    private @Nullable Double warmUpSeconds;

    @Option(
            names = "--paced",
            paramLabel = "SECONDS",
            description =
                    "paced load, measured; before the attack if there is one (default: 7, quick: 4; under attack 4, 2)")
    private @Nullable Double pacedSeconds;

    @Option(names = "--closed", paramLabel = "SECONDS", description = "closed loop, measured (default: 5, quick: 3)")
    private @Nullable Double closedSeconds;

    @Option(names = "--heap", paramLabel = "SIZE", description = "heap of a receiver (default: ${DEFAULT-VALUE})")
    private String heap = "3640m";

    @Mixin
    private SiegeOptions siege = new SiegeOptions();

    @Option(
            names = "--spoil",
            hidden = true,
            description = "send one message with a wrong checksum, to see the run fail")
    private boolean isSpoiled;

    /**
     * Returns the plan.
     *
     * @throws IllegalArgumentException if an option has no sensible value
     */
    Plan plan() {
        Plan.Siege attack = siege.siege(isQuick);
        boolean isAttacked = attack != null;
        if (isAttacked && (closedSeconds != null || payloads != null || isSpoiled)) {
            throw new IllegalArgumentException("--attack: there is no use for --closed, --payloads or --spoil");
        }
        int usual = isAttacked ? 4 : 7;
        if (isQuick) {
            usual = isAttacked ? 2 : 4;
        }
        Plan.Times times = new Plan.Times(
                seconds("--warm-up", warmUpSeconds, usual),
                seconds("--paced", pacedSeconds, usual),
                isAttacked ? Duration.ZERO : seconds("--closed", closedSeconds, isQuick ? 3 : 5));
        if (!heap.matches("[1-9][0-9]*[kKmMgG]")) {
            throw new IllegalArgumentException("--heap " + heap + ": expected a size such as 3640m");
        }
        double rate = megabytesPerSecond == null ? isAttacked ? 10 : 60 : megabytesPerSecond;
        if (!(rate > 0 && rate <= 100_000)) {
            throw new IllegalArgumentException("--rate " + rate + ": expected more than 0 MB/s");
        }
        return new Plan(
                chosen(),
                inRange("--rounds", rounds == null ? isQuick || isAttacked ? 1 : 2 : rounds, 100),
                inRange("--peers", peers, 4_000),
                new Plan.Messages(seed, rate, payloads, isSpoiled),
                times,
                heap,
                attack);
    }

    private List<Strategy> chosen() {
        if (strategies == null) {
            return isAll ? Strategy.all() : Strategy.usual();
        }
        if (isAll) {
            throw new IllegalArgumentException("--all and --strategies: expected one of them");
        }
        return strategies.stream().distinct().map(Strategy::named).toList();
    }

    /** The names of all strategies, for the help text. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Strategy.names().iterator();
        }
    }

    /** Returns an option's value as a time. */
    static Duration seconds(String option, @Nullable Double seconds, double otherwise) {
        double value = seconds == null ? otherwise : seconds;
        if (!(value >= 0.1 && value <= 3_600)) {
            throw new IllegalArgumentException(option + " " + value + ": expected 0.1 to 3600 seconds");
        }
        return Duration.ofMillis(Math.round(value * 1_000));
    }

    /** Returns an option's value if it makes sense. */
    static int inRange(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(option + " " + value + ": expected 1 to " + most);
        }
        return value;
    }
}
