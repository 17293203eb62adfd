package io.headroom.buffers.jmh.compare.page;

/** The page's style sheet: system fonts, and colours for light and dark surroundings. It has no character that XML would have escaped. */
final class Style {
    private static final String SHEET = """
            :root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6573; --line: #d8dde3; --paper: #ffffff; --card: #f6f8fa; }
            body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--paper); color: var(--ink);
              font: 1rem/1.5 system-ui, sans-serif; }
            h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 0.5rem; }
            h2 { font-size: 1.2rem; margin: 2.2rem 0 0.6rem; }
            h2::first-letter { text-transform: uppercase; }
            code { font: 0.88em ui-monospace, monospace; overflow-wrap: anywhere; }
            dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.15rem 1rem; margin: 0.8rem 0; }
            dt { color: var(--soft); }
            dd { margin: 0; }
            .note { color: var(--soft); margin: 0 0 0.8rem; max-width: 60rem; }
            .trouble { font-weight: 600; margin: 0.8rem 0; overflow-wrap: anywhere; }
            .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 1rem; }
            figure { margin: 0; padding: 0.8rem 1rem 0.6rem; background: var(--card); border: 1px solid var(--line);
              border-radius: 0.5rem; overflow-x: auto; }
            figcaption { font-weight: 600; margin-bottom: 0.4rem; }
            figcaption .note { font-weight: 400; font-size: 0.85rem; margin-left: 0.5rem; }
            svg { display: block; width: 100%; min-width: 24rem; height: auto; font: 12px system-ui, sans-serif; }
            svg text { fill: var(--ink); }
            svg .name { text-anchor: end; }
            svg .value { font-weight: 600; font-variant-numeric: tabular-nums; }
            svg .tick, svg .unit { fill: var(--soft); text-anchor: middle; font-size: 11px; }
            svg .bar { fill: var(--colour); }
            svg .grid { stroke: var(--line); fill: none; }
            svg .zero { stroke: var(--soft); stroke-width: 1.5; fill: none; }
            svg .halo { stroke: var(--card); stroke-width: 4.5; fill: none; stroke-linecap: square; }
            svg .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
            .wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.5rem; }
            table { border-collapse: collapse; width: 100%; font-size: 0.88rem; }
            caption { text-align: left; color: var(--soft); padding: 0.5rem 0.7rem; }
            th, td { padding: 0.25rem 0.55rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
            th { font-weight: 600; }
            tbody th, th.first { text-align: left; font-weight: 400; position: sticky; left: 0; background: var(--paper); }
            tbody tr:nth-child(even), tbody tr:nth-child(even) th { background: var(--card); }
            tbody th.part { font-weight: 600; padding-top: 0.8rem; background: var(--paper); }
            tbody th.sub { padding-left: 2rem; color: var(--soft); }
            .words th, .words td { text-align: left; white-space: normal; vertical-align: top; }
            .words th, .words code { white-space: nowrap; position: static; }
            .words td { min-width: 14rem; }
            .swatch { display: inline-block; width: 0.7em; height: 0.7em; border-radius: 0.15em; background: var(--colour);
              margin-right: 0.4em; }
            """;
    private static final String DARK =
            ":root { --ink: #e6eaef; --soft: #9aa7b5; --line: #333d49; --paper: #12171d; --card: #1a2129; }\n";

    private Style() {}

    /** Returns the sheet. */
    static String sheet() {
        return SHEET + Palette.light() + "@media (prefers-color-scheme: dark) {\n" + DARK + Palette.dark() + "}";
    }
}
