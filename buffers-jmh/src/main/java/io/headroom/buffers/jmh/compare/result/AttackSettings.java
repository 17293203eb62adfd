package io.headroom.buffers.jmh.compare.result;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a comparison under attack.
 *
 * @param attack the attack's name
 * @param what each attacker does, in a few words
 * @param attackers how many peers attack
 * @param honestPeers connections that send messages meanwhile
 * @param offeredMegabytesPerSecond what those send together
 * @param rounds how often each strategy ran
 * @param seed the seed of all messages
 * @param seconds how long each part of a run took
 * @param defence what Headroom is set to
 */
public record AttackSettings(
        String attack,
        String what,
        int attackers,
        int honestPeers,
        double offeredMegabytesPerSecond,
        int rounds,
        long seed,
        Seconds seconds,
        Defence defence)
        implements Settings {
    /**
     * The parts of a run.
     *
     * @param warmUp discarded
     * @param alone the honest peers alone, measured
     * @param attacked the attackers too, measured
     */
    public record Seconds(double warmUp, double alone, double attacked) {}

    /**
     * What Headroom is set to; nobody else has anything of the kind.
     *
     * @param memoryLimitBytes for all connections
     * @param deadlineSeconds for a frame
     */
    public record Defence(long memoryLimitBytes, double deadlineSeconds) {}

    @Override
    public String title() {
        return "What attackers can take: " + attack;
    }

    @Override
    public String load() {
        return String.format(
                Locale.ROOT,
                "attack %s: %d peers %s; %d honest peers offer %s MB/s, seed %d, %s; "
                        + "per run: %s s discarded, %s s without attackers, %s s with them; "
                        + "Headroom: memory limit %s MiB, deadline %s s",
                attack,
                attackers,
                what,
                honestPeers,
                Numbers.setting(offeredMegabytesPerSecond),
                seed,
                Settings.inWords(rounds),
                Numbers.setting(seconds.warmUp),
                Numbers.setting(seconds.alone),
                Numbers.setting(seconds.attacked),
                Numbers.setting(defence.memoryLimitBytes / 1_048_576.0),
                Numbers.setting(defence.deadlineSeconds));
    }

    @Override
    public @Nullable String largeMessages() {
        return null;
    }

    @Override
    public List<Legend.Entry> legend() {
        return Legend.OF_ATTACKS;
    }

    @Override
    public List<Row> rows(List<String> strategies, List<Run> runs) {
        return AttackFigures.rows(new Rows<>(AttackRun.class, strategies, runs));
    }
}
