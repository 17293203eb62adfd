package io.headroom.buffers.jmh.compare.result;

import java.util.ArrayList;
import java.util.List;

/** Columns of text: the first to the left, the others to the right, each as wide as its widest cell. */
final class Table {
    private static final String GAP = "   ";

    private final List<List<String>> lines = new ArrayList<>();

    /** Adds a line of cells; a line of one cell is a heading, which no column is widened for. */
    void add(List<String> cells) {
        lines.add(List.copyOf(cells));
    }

    /** Returns the lines, each with a line break at its end and no space before that. */
    String text() {
        List<Integer> widths = new ArrayList<>();
        for (List<String> line : lines) {
            for (int i = 0; i < line.size() && line.size() > 1; i++) {
                int width = line.get(i).length();
                if (i == widths.size()) {
                    widths.add(width);
                } else {
                    widths.set(i, Math.max(widths.get(i), width));
                }
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < line.size(); i++) {
                String cell = line.get(i);
                String space = line.size() == 1 ? "" : " ".repeat(widths.get(i) - cell.length());
                row.append(i == 0 ? cell + space : GAP + space + cell);
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
