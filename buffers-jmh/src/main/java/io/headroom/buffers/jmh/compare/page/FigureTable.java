package io.headroom.buffers.jmh.compare.page;

import io.headroom.buffers.jmh.compare.result.Numbers;
import io.headroom.buffers.jmh.compare.result.Row;
import java.util.List;

/** The table of all figures: a column for each strategy, a body of lines for each part of the run. */
final class FigureTable {
    private static final String CAPTION_ID = "figures-caption";

    private final List<String> strategies;
    private final Palette palette;
    private final Markup out;

    FigureTable(List<String> strategies, Palette palette, Markup out) {
        this.strategies = strategies;
        this.palette = palette;
        this.out = out;
    }

    /** Writes it, in an element that scrolls when the page is narrow. */
    void write(List<Row> rows, String caption) {
        out.open("div", "class", "wide", "role", "region", "tabindex", "0", "aria-labelledby", CAPTION_ID);
        out.open("table").element("caption", caption, "id", CAPTION_ID);
        out.open("thead").open("tr").element("th", "figure", "scope", "col", "class", "first");
        for (String strategy : strategies) {
            out.open("th", "scope", "col");
            out.element("span", "", "class", "swatch " + palette.colour(strategy));
            out.text(strategy).close();
        }
        out.close().close();
        for (Row.Part part : Row.Part.values()) {
            body(part, rows.stream().filter(row -> row.part() == part).toList());
        }
        out.close().close();
    }

    private void body(Row.Part part, List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        out.open("tbody").open("tr");
        String columns = Integer.toString(strategies.size() + 1);
        out.element("th", part.title(), "class", "part", "scope", "rowgroup", "colspan", columns);
        out.close();
        for (Row row : rows) {
            String kind = row.figure().startsWith(" ") ? "sub" : "figure";
            out.open("tr").element("th", row.figure().strip(), "class", kind, "scope", "row");
            for (String strategy : strategies) {
                out.element("td", Numbers.cell(row, strategy));
            }
            out.close();
        }
        out.close();
    }
}
