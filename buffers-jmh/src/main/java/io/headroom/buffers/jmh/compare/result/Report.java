package io.headroom.buffers.jmh.compare.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The printed form of a comparison: what was done, the table, the ratios that matter, and how each figure is counted. */
public final class Report {
    /** Names of strategies are at least this wide, so that their titles are in line from run to run. */
    private static final int LEAST_NAME = 9;

    private static final Set<String> COMPARED = Set.of(
            Figures.THROUGHPUT,
            Figures.COLLECTIONS_PER_GB,
            Figures.PAUSE_PER_GB,
            Figures.ALLOCATED_PER_BYTE,
            Figures.CPU_PER_MB,
            AttackFigures.THROUGHPUT_LEFT,
            AttackFigures.HELD_AT_MOST,
            AttackFigures.CPU);

    private final Comparison comparison;
    private final String baseline;

    private Report(Comparison comparison, String baseline) {
        this.comparison = comparison;
        this.baseline = baseline;
    }

    /**
     * Returns the report.
     *
     * @param baseline the strategy that the others are set against; without it in the comparison there are no ratios
     */
    public static String of(Comparison comparison, String baseline) {
        Report report = new Report(comparison, baseline);
        return report.head() + "\n" + report.figures() + "\n" + report.troubles() + report.ratios()
                + Legend.text(comparison.experiment().settings().legend());
    }

    private String head() {
        Experiment experiment = comparison.experiment();
        StringBuilder head = new StringBuilder();
        head.append(experiment.started()).append(", ");
        head.append(experiment.machine().jdk()).append('\n');
        head.append(experiment.machine().hardware()).append('\n');
        head.append(experiment.settings().load()).append('\n');
        String payloads = experiment.settings().largeMessages();
        if (payloads != null) {
            head.append(payloads).append('\n');
        }
        int width = names().stream().mapToInt(String::length).reduce(LEAST_NAME, Math::max);
        for (Experiment.Participant strategy : experiment.strategies()) {
            String space = " ".repeat(width - strategy.name().length() + 1);
            head.append("  ").append(strategy.name()).append(space).append(strategy.title());
            head.append("  [").append(String.join(" ", strategy.jvmFlags())).append("]\n");
        }
        return head.append("  ").append(experiment.command()).append('\n').toString();
    }

    private String figures() {
        Table table = new Table();
        List<String> names = names();
        Row.Part part = null;
        for (Row row : comparison.rows()) {
            if (row.part() != part) {
                part = row.part();
                List<String> heading = new ArrayList<>(List.of(part.title()));
                heading.addAll(names);
                table.add(heading);
            }
            List<String> cells = new ArrayList<>(List.of("  " + row.figure()));
            for (String name : names) {
                cells.add(Numbers.cell(row, name));
            }
            table.add(cells);
        }
        return table.text();
    }

    private String troubles() {
        List<String> troubles = comparison.troubles();
        return troubles.isEmpty() ? "" : "what went wrong\n  " + String.join("\n  ", troubles) + "\n\n";
    }

    private String ratios() {
        List<String> names = new ArrayList<>(names());
        if (!names.remove(baseline) || names.isEmpty()) {
            return "";
        }
        Table table = new Table();
        List<String> heading = new ArrayList<>(List.of("ratio to " + baseline + ", of medians"));
        heading.addAll(names);
        table.add(heading);
        for (Row row : comparison.rows()) {
            Spread base = row.spreads().get(baseline);
            if (base == null || !COMPARED.contains(row.figure())) {
                continue;
            }
            List<String> cells = new ArrayList<>(List.of("  " + row.part().title() + ": " + row.figure()));
            for (String name : names) {
                Spread spread = row.spreads().get(name);
                cells.add(spread == null ? Numbers.UNKNOWN : Numbers.ratio(spread.median(), base.median()));
            }
            table.add(cells);
        }
        return table.text() + "\n";
    }

    private List<String> names() {
        return comparison.experiment().strategies().stream()
                .map(Experiment.Participant::name)
                .toList();
    }
}
