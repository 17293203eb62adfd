package io.headroom.buffers.jmh.compare.result;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a comparison under loads.
 *
 * @param peers connections
 * @param rounds how often each strategy ran
 * @param seed the seed of all messages
 * @param seconds how long each part of a run took
 * @param offeredMegabytesPerSecond the paced load
 * @param payloads where large messages came from, or null if they are random
 * @param payloadsLeftOut files there that are too long, or empty
 */
public record LoadSettings(
        int peers,
        int rounds,
        long seed,
        Seconds seconds,
        double offeredMegabytesPerSecond,
        @Nullable String payloads,
        int payloadsLeftOut)
        implements Settings {
    /**
     * The parts of a run.
     *
     * @param warmUp discarded
     * @param paced measured under the paced load
     * @param closedLoop measured in the closed loop
     */
    public record Seconds(double warmUp, double paced, double closedLoop) {}

    @Override
    public String title() {
        return "What it costs to read messages";
    }

    @Override
    public String load() {
        return String.format(
                Locale.ROOT,
                "%d peers, seed %d, %s; per run: %s s discarded, %s s paced at %s MB/s, %s s closed loop",
                peers,
                seed,
                Settings.inWords(rounds),
                Numbers.setting(seconds.warmUp),
                Numbers.setting(seconds.paced),
                Numbers.setting(offeredMegabytesPerSecond),
                Numbers.setting(seconds.closedLoop));
    }

    @Override
    public @Nullable String largeMessages() {
        return payloads == null
                ? null
                : "large messages from " + payloads + ", " + payloadsLeftOut + " files left out for their length";
    }

    @Override
    public List<Legend.Entry> legend() {
        return Legend.OF_LOADS;
    }

    @Override
    public List<Row> rows(List<String> strategies, List<Run> runs) {
        return Figures.rows(new Rows<>(LoadRun.class, strategies, runs));
    }
}
