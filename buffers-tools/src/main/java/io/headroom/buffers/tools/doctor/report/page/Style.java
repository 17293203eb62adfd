package io.headroom.buffers.tools.doctor.report.page;

/** The page's style sheet: system fonts, and colours for light and dark surroundings. It has no character that XML would have escaped. */
final class Style {
    static final String SHEET = """
            :root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6573; --line: #d8dde3; --paper: #ffffff; --card: #f6f8fa;
              --good: #187a43; --bad: #b3382c; --fair: #967a0c; --plain: #1d6fa5; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6eaef; --soft: #9aa7b5; --line: #333d49; --paper: #12171d;
              --card: #1a2129; --good: #4cc783; --bad: #f0796c; --fair: #d9b93f; --plain: #63b3ed; } }
            body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--paper); color: var(--ink);
              font: 1rem/1.5 system-ui, sans-serif; }
            h1 { font-size: 1.4rem; line-height: 1.3; margin: 1.5rem 0 0.5rem; overflow-wrap: anywhere; }
            h2 { font-size: 1.15rem; margin: 2rem 0 0.6rem; }
            .verdict { font-size: 1.2rem; font-weight: 700; margin: 0; }
            .verdict.good { color: var(--good); }
            .verdict.bad { color: var(--bad); }
            .finding, .remedy, figure { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem;
              padding: 0.7rem 1rem; margin: 0 0 0.8rem; overflow-wrap: anywhere; }
            .finding { border-left: 0.4rem solid var(--soft); }
            .finding.severe { border-left-color: var(--bad); }
            .finding.warning { border-left-color: var(--fair); }
            .finding h3, .remedy h3 { font-size: 1rem; margin: 0; }
            ul { margin: 0.3rem 0 0; padding-left: 1.2rem; }
            pre { overflow-x: auto; margin: 0.5rem 0 0; font: 0.85rem/1.4 ui-monospace, monospace; }
            .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 1rem; }
            figure { margin: 0; }
            figcaption { font-weight: 600; margin-bottom: 0.4rem; }
            svg { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif; }
            svg text { fill: var(--ink); }
            svg .tick { fill: var(--soft); text-anchor: middle; font-size: 11px; }
            svg .name { text-anchor: end; }
            svg .value { font-weight: 600; }
            svg .bar { fill: var(--plain); }
            svg .bar.bad { fill: var(--bad); }
            svg .grid { stroke: var(--line); fill: none; }
            svg .stick { stroke: var(--bad); stroke-width: 2; fill: none; }
            svg .curve { stroke: var(--plain); stroke-width: 1.8; fill: none; stroke-linejoin: round; }
            dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.15rem 1rem; margin: 0.8rem 0; }
            dt { color: var(--soft); white-space: pre; }
            dd { margin: 0; overflow-wrap: anywhere; }
            """;

    private Style() {}
}
