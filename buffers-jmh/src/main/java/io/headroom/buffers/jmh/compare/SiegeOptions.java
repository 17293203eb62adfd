package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.attack.Attack;
import io.headroom.buffers.jmh.compare.receive.Defence;
import java.time.Duration;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that make a {@link Plan.Siege}. */
final class SiegeOptions {
    /** As in the manual's example: far from enough for what half a maximal frame of every attacker takes. */
    private static final long MEMORY_LIMIT = 64 << 20;

    private static final int USUAL_ATTACKERS = 1_000;
    private static final int MOST_ATTACKERS = 10_000;

    @Option(
            names = "--attack",
            paramLabel = "KIND",
            completionCandidates = Names.class,
            description = "instead of the closed loop, peers that attack while the others go on at 10 MB/s: one of "
                    + "${COMPLETION-CANDIDATES}; about two minutes, with --quick one")
    private @Nullable String attack;

    @Option(
            names = "--attackers",
            paramLabel = "N",
            description = "connections that attack (default: 1000); those of --peers are the honest ones")
    private @Nullable Integer attackers;

    @Option(
            names = "--attacked",
            paramLabel = "SECONDS",
            description = "how long the attack is watched (default: 15, quick: 8)")
    private @Nullable Double attackedSeconds;

    @Option(
            names = "--deadline",
            paramLabel = "SECONDS",
            description = "Headroom's deadline for a frame under attack (default: 5, quick: 3)")
    private @Nullable Double deadlineSeconds;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "between two bytes of a trickle, or two attempts of a foreign peer (default: 0.1, 1)")
    private @Nullable Double intervalSeconds;

    /**
     * Returns the attack, or null if there is none.
     *
     * @throws IllegalArgumentException if an option has no sensible value
     */
    Plan.@Nullable Siege siege(boolean isQuick) {
        if (attack == null) {
            if (attackers != null || attackedSeconds != null || deadlineSeconds != null || intervalSeconds != null) {
                throw new IllegalArgumentException(
                        "--attackers, --attacked, --deadline and --interval: expected --attack with them");
            }
            return null;
        }
        Attack kind = Attack.titled(attack);
        Duration deadline = PlanOptions.seconds("--deadline", deadlineSeconds, isQuick ? 3 : 5);
        return new Plan.Siege(
                kind,
                PlanOptions.inRange("--attackers", attackers == null ? USUAL_ATTACKERS : attackers, MOST_ATTACKERS),
                PlanOptions.seconds("--interval", intervalSeconds, kind.usualIntervalSeconds()),
                PlanOptions.seconds("--attacked", attackedSeconds, isQuick ? 8 : 15),
                new Defence(MEMORY_LIMIT, deadline));
    }

    /** The names of all attacks, for the help text. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Attack.titles().iterator();
        }
    }
}
