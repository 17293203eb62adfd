package io.headroom.buffers.jmh.results;

import io.headroom.buffers.jmh.compare.result.Numbers;
import io.headroom.buffers.jmh.held.Held;
import io.headroom.buffers.jmh.held.Situation;
import io.headroom.buffers.jmh.strategy.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Memory held, as a table: heap and direct memory of all connections together, and in brackets how much of the latter is in use. */
final class HeldTable {
    private static final double KB = 1_000;

    private final Map<String, Map<String, Held>> byStrategy = new LinkedHashMap<>();

    HeldTable(List<Held> held) {
        for (Held one : held) {
            byStrategy
                    .computeIfAbsent(one.strategy(), first -> new LinkedHashMap<>())
                    .put(one.situation(), one);
        }
        // What is counted by itself is no row of this table.
        byStrategy.values().removeIf(row -> !row.containsKey(Situation.IDLE.name()));
    }

    /** Returns all strategies' rows. */
    String table() {
        List<String> head = new ArrayList<>(List.of("KB, heap + direct (in use)"));
        for (Situation situation : Situation.values()) {
            head.add((situation.connections() == 1 ? "" : situation.connections() + " connections: ")
                    + situation.title());
        }
        head.add("hidden for each thread");
        Markdown table = new Markdown(head.toArray(String[]::new));
        byStrategy.forEach((strategy, row) -> table.row(cells(strategy, row)));
        return table.text();
    }

    private static List<String> cells(String strategy, Map<String, Held> row) {
        List<String> cells = new ArrayList<>(List.of(strategy));
        long hidden = 0;
        for (Situation situation : Situation.values()) {
            Held held = row.get(situation.name());
            cells.add(held == null ? "-" : cell(held));
            hidden = Math.max(hidden, held == null ? 0 : held.hiddenBytes());
        }
        cells.add(kilobytes(hidden));
        return cells;
    }

    private static String cell(Held held) {
        String committed = kilobytes(held.heapBytes()) + " + " + kilobytes(held.directBytes());
        return held.leasedBytes() == Node.UNKNOWN ? committed : committed + " (" + kilobytes(held.leasedBytes()) + ")";
    }

    private static String kilobytes(long bytes) {
        return Numbers.number(Math.max(0, bytes) / KB);
    }
}
