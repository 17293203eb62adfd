package io.headroom.buffers.jmh.faults;

import io.headroom.buffers.jmh.faults.Outcome.Phase;
import io.headroom.buffers.jmh.faults.Outcome.Stalls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * All outcomes, and the machine that they are from.
 *
 * @param isFileForgotten whether the system had no page of the file in memory before each run
 */
record Report(String jvm, String system, int processors, boolean isFileForgotten, List<Outcome> outcomes) {
    private static final double MILLI = 1e6;
    private static final double MICRO = 1e3;

    private static final String HEAD = String.format(
            Locale.ROOT,
            "%-24s %6s %8s %11s %9s %9s %9s %9s %9s %9s%n",
            "",
            "MB",
            "warm, ms",
            "minor+major",
            "minor",
            "major",
            "p50, us",
            "p99, us",
            "worst, ms",
            ">= 1 ms");

    static Report of(boolean isFileForgotten, List<Outcome> outcomes) {
        return new Report(
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors(),
                isFileForgotten,
                List.copyOf(outcomes));
    }

    /** Returns a line for each scenario: the medians of its rounds. */
    String text() {
        StringBuilder text = new StringBuilder(HEAD);
        for (Scenario scenario : Scenario.values()) {
            List<Outcome> rounds = new ArrayList<>(outcomes);
            rounds.removeIf(outcome -> outcome.scenario() != scenario);
            if (!rounds.isEmpty()) {
                text.append(line(scenario, rounds));
            }
        }
        return text + "\n" + notes();
    }

    private static String line(Scenario scenario, List<Outcome> rounds) {
        return String.format(
                Locale.ROOT,
                "%-24s %,6d %8s %11s %,9d %,9d %,9.1f %,9.1f %,9.2f %,9d%n",
                scenario.title,
                rounds.get(0).bytes() >> 20,
                scenario.isWarm
                        ? String.format(
                                Locale.ROOT,
                                "%,.0f",
                                median(rounds, outcome -> outcome.prepared().nanos()) / MILLI)
                        : "-",
                scenario.isWarm
                        ? median(rounds, outcome -> outcome.prepared().process().minor()) + "+"
                                + median(
                                        rounds,
                                        outcome -> outcome.prepared().process().major())
                        : "-",
                median(rounds, outcome -> phase(outcome).ioThread().minor()),
                median(rounds, outcome -> phase(outcome).ioThread().major()),
                median(rounds, outcome -> stalls(outcome).medianNanos()) / MICRO,
                median(rounds, outcome -> stalls(outcome).p99Nanos()) / MICRO,
                median(rounds, outcome -> stalls(outcome).worstNanos()) / MILLI,
                median(rounds, outcome -> stalls(outcome).longOnes()));
    }

    private static Phase phase(Outcome outcome) {
        return outcome.played().phase();
    }

    private static Stalls stalls(Outcome outcome) {
        return outcome.played().stalls();
    }

    private static long median(List<Outcome> rounds, ToLongFunction<Outcome> figure) {
        long[] figures = rounds.stream().mapToLong(figure).toArray();
        Arrays.sort(figures);
        return figures[figures.length / 2];
    }

    private String notes() {
        return "Left of the I/O thread's figures: the warm-up before traffic, its time and the process's faults. Then the I/O thread: its own\n"
                + "faults by /proc/thread-self/stat, and how long it was away from its selector for one read of 64 KiB or one block of 256 KiB.\n"
                + (isFileForgotten
                        ? ""
                        : "The system could not be made to forget the file (dd iflag=nocache): its pages were in memory, so no fault is major.\n")
                + jvm + ", " + system + ", " + processors + " processors\n";
    }
}
