package io.headroom.buffers.jmh.compare.result;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One strategy in one round under attack: one receiver process.
 *
 * @param round counted from 1
 * @param strategy the strategy's name
 * @param alone how the honest peers were served before the attack
 * @param attacked how they were served during it
 * @param attackers what became of those who attacked
 * @param height the receiver's memory at the height of the attack; null if its process could not say
 * @param strain what the attack took from the receiver; null if its process could not say
 * @param wedged why its process could not say; null if it could
 */
public record AttackRun(
        int round,
        String strategy,
        Service alone,
        Service attacked,
        Attackers attackers,
        @Nullable Memory height,
        @Nullable Strain strain,
        @Nullable String wedged)
        implements Run {
    /** Returns how much of the honest peers' throughput is left under attack. */
    public double throughputLeft() {
        return attacked.megabytesPerSecond() / alone.megabytesPerSecond();
    }

    @Override
    public String summary() {
        String held = strain == null
                ? "the receiver could not tell what it held"
                : String.format(Locale.ROOT, "%.1f MB held at most", strain.peakHeldBytes() / 1e6);
        return String.format(
                Locale.ROOT,
                "%s, honest peers %.1f MB/s of %.1f, %d of %d attackers connected at the end%s",
                held,
                attacked.megabytesPerSecond(),
                alone.megabytesPerSecond(),
                attackers.connectedAtEnd(),
                attackers.count(),
                trouble() == null ? "" : "; " + trouble());
    }

    @Override
    public @Nullable String trouble() {
        if (wedged != null) {
            return wedged;
        }
        return strain == null || strain.failure() == null
                ? null
                : String.format(
                        Locale.ROOT,
                        "first failed %.1f s after the attack began: %s",
                        strain.failedAfterSeconds(),
                        strain.failure());
    }
}
