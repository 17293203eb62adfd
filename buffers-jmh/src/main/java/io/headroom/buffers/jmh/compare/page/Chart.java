package io.headroom.buffers.jmh.compare.page;

import io.headroom.buffers.jmh.compare.result.AttackFigures;
import io.headroom.buffers.jmh.compare.result.Comparison;
import io.headroom.buffers.jmh.compare.result.Figures;
import io.headroom.buffers.jmh.compare.result.Row;
import io.headroom.buffers.jmh.compare.result.Row.Part;
import java.util.List;
import java.util.Optional;

/**
 * A figure that is drawn.
 *
 * @param part the part of the run that it is from
 * @param figure its name in the table
 * @param heading what it is, in words
 * @param unit for the axis
 * @param isMoreBetter whether long bars are good ones
 */
record Chart(Part part, String figure, String heading, String unit, boolean isMoreBetter) {
    /** The figures that matter. A new chart is one more line here. */
    static final List<Chart> ALL = List.of(
            less(Part.PACED, Figures.COLLECTIONS_PER_GB, "Collections", "stop-the-world collections per GB received"),
            less(Part.PACED, Figures.PAUSE_PER_GB, "Pauses in all", "ms per GB received"),
            less(Part.PACED, Figures.PAUSE_MAX, "Longest pause", "ms"),
            less(Part.PACED, Figures.CPU_PER_MB, "Receiver CPU", "microseconds per MB received"),
            less(Part.PACED, Figures.ALLOCATED_PER_BYTE, "Allocated", "bytes per byte received"),
            less(Part.PACED, Figures.COPIED_PER_BYTE, "Copied", "bytes per byte received"),
            new Chart(Part.CLOSED_LOOP, Figures.THROUGHPUT, "Throughput", "MB/s received", true),
            less(
                    Part.CLOSED_LOOP,
                    Figures.COLLECTIONS_PER_GB,
                    "Collections",
                    "stop-the-world collections per GB received"),
            less(Part.CLOSED_LOOP, Figures.PAUSE_PER_GB, "Pauses in all", "ms per GB received"),
            less(Part.CLOSED_LOOP, Figures.CPU_PER_MB, "Receiver CPU", "microseconds per MB received"),
            new Chart(
                    Part.HONEST,
                    AttackFigures.THROUGHPUT_LEFT,
                    "Honest peers' throughput",
                    "of their throughput without attackers",
                    true),
            less(Part.HONEST, AttackFigures.WORST_WAIT, "Worst wait for a message", "ms"),
            less(Part.HONEST, AttackFigures.STALLED, "No message went through", "seconds"),
            less(Part.ATTACKERS, AttackFigures.CONNECTED_AT_END, "Attackers connected at the end", "connections"),
            less(Part.RECEIVER, AttackFigures.CPU, "Receiver CPU under attack", "% of a core"),
            less(Part.MEMORY, AttackFigures.HELD_AT_MOST, "Held at most", "KB in the buffers of all connections"),
            less(
                    Part.MEMORY,
                    AttackFigures.HEIGHT + Figures.RESIDENT,
                    "Resident, at the attack's height",
                    "MB, whole process"),
            less(Part.MEMORY, Figures.IDLE + Figures.HELD, "Held, all peers idle", "KB in the buffers of all peers"),
            less(
                    Part.MEMORY,
                    Figures.NINE_BYTES + Figures.HELD,
                    "Held, all peers 9 bytes into a message",
                    "KB in the buffers of all peers"),
            less(Part.MEMORY, Figures.IDLE + Figures.RESIDENT, "Resident, all peers idle", "MB, whole process"),
            less(
                    Part.MEMORY,
                    Figures.NINE_BYTES + Figures.RESIDENT,
                    "Resident, all peers 9 bytes into a message",
                    "MB, whole process"));

    private static Chart less(Part part, String figure, String heading, String unit) {
        return new Chart(part, figure, heading, unit, false);
    }

    /** Returns the row that it draws; empty if nobody could tell. */
    Optional<Row> row(Comparison comparison) {
        return comparison.rows().stream()
                .filter(row -> row.part() == part && row.figure().equals(figure))
                .filter(row -> !row.spreads().isEmpty())
                .findFirst();
    }

    /** Returns which bars are good ones. */
    String direction() {
        return isMoreBetter ? "more is better" : "less is better";
    }
}
