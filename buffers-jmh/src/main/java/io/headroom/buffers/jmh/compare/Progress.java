package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.result.Run;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Says what runs now and how long all of it will take. */
final class Progress {
    private final PrintWriter out;
    private final Plan plan;
    private final long startNanos = System.nanoTime();
    private int runsDone;

    Progress(PrintWriter out, Plan plan) {
        this.out = out;
        this.plan = plan;
    }

    /** A part of a run begins. */
    void step(String strategy, String what, Duration length) {
        out.println(prefix(strategy) + what + ", " + seconds(length) + " s");
    }

    /** A run has ended. */
    void done(Run run) {
        out.println(prefix(run.strategy())
                + String.format(
                        Locale.ROOT,
                        "done: paced %.1f MB/s with %d collections, closed loop %.1f MB/s with %d",
                        run.paced().traffic().megabytesPerSecond(),
                        run.paced().garbage().collections(),
                        run.closedLoop().traffic().megabytesPerSecond(),
                        run.closedLoop().garbage().collections()));
        runsDone++;
    }

    private String prefix(String strategy) {
        Duration gone = Duration.ofNanos(System.nanoTime() - startNanos);
        Duration all = plan.times()
                .run()
                .multipliedBy((long) plan.rounds() * plan.strategies().size());
        int round = runsDone / plan.strategies().size() + 1;
        return clock(gone) + " of about " + clock(all) + "  round " + round + "/" + plan.rounds() + "  "
                + String.format(Locale.ROOT, "%-9s", strategy);
    }

    private static String clock(Duration time) {
        return String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, time.toMillis() % 1_000 == 0 ? "%.0f" : "%.1f", time.toMillis() / 1e3);
    }
}
