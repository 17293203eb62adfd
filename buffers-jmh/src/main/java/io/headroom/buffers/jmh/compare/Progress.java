package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.result.Run;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Says what runs now and how long all of it will take. */
final class Progress {
    private static final Duration USUAL = Duration.ofMinutes(5);

    private final PrintWriter out;
    private final Plan plan;
    private final int nameWidth;
    private final long startNanos = System.nanoTime();
    private int runsDone;
    private Duration length;

    Progress(PrintWriter out, Plan plan) {
        this.out = out;
        this.plan = plan;
        length = plan.length();
        nameWidth = plan.strategies().stream()
                .mapToInt(strategy -> strategy.name().length())
                .max()
                .orElse(1);
    }

    /** All of it begins. */
    void begin() {
        boolean isLong = length.compareTo(USUAL) > 0;
        out.println(counted(plan.strategies().size(), "strateg", "y", "ies") + " in "
                + counted(plan.rounds(), "round", "", "s") + ": about " + clock(length) + " minutes"
                + (isLong ? ", more than five" : ""));
    }

    /** A part of a run begins. */
    void step(String strategy, String what, Duration length) {
        out.println(prefix(strategy) + what + ", " + seconds(length) + " s");
    }

    /** A run has ended. */
    void done(Run run) {
        out.println(prefix(run.strategy()) + "done: " + run.summary());
        runsDone++;
        // From here on the runs that were done tell better: a busy machine is slow to start JVMs.
        length = gone().multipliedBy((long) plan.rounds() * plan.strategies().size())
                .dividedBy(runsDone);
    }

    private String prefix(String strategy) {
        int round = runsDone / plan.strategies().size() + 1;
        return clock(gone()) + " of about " + clock(length) + "  round " + round + "/" + plan.rounds() + "  " + strategy
                + " ".repeat(nameWidth - strategy.length() + 1);
    }

    private static String counted(int count, String stem, String one, String more) {
        return count + " " + stem + (count == 1 ? one : more);
    }

    private Duration gone() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private static String clock(Duration time) {
        return String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, time.toMillis() % 1_000 == 0 ? "%.0f" : "%.1f", time.toMillis() / 1e3);
    }
}
