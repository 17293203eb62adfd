package io.headroom.buffers.jmh.compare.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleFunction;

/** The printed form of a comparison: what was done, the table, the ratios that matter, and how each figure is counted. */
public final class Report {
    private static final String UNKNOWN = "-";
    private static final Set<String> COMPARED = Set.of(
            Figures.THROUGHPUT,
            Figures.COLLECTIONS_PER_GB,
            Figures.PAUSE_PER_GB,
            Figures.ALLOCATED_PER_BYTE,
            Figures.CPU_PER_MB);

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
        return report.head() + "\n" + report.figures() + "\n" + report.ratios() + Legend.text();
    }

    private String head() {
        Experiment experiment = comparison.experiment();
        Experiment.Machine machine = experiment.machine();
        Experiment.Settings settings = experiment.settings();
        StringBuilder head = new StringBuilder();
        head.append(experiment.started()).append(", ").append(machine.jdk()).append('\n');
        head.append(machine.system()).append(", ").append(machine.cores()).append(" cores (");
        head.append(machine.processor())
                .append("), ")
                .append(machine.memoryMegabytes())
                .append(" MB\n");
        head.append(String.format(
                Locale.ROOT,
                "%d peers, seed %d, %d round%s; per run: %s s discarded, %s s paced at %s MB/s, %s s closed loop%n",
                settings.peers(),
                settings.seed(),
                settings.rounds(),
                settings.rounds() == 1 ? "" : "s (median, and from least to most)",
                plain(settings.seconds().warmUp()),
                plain(settings.seconds().paced()),
                plain(settings.offeredMegabytesPerSecond()),
                plain(settings.seconds().closedLoop())));
        if (settings.payloads() != null) {
            head.append("large messages from ").append(settings.payloads()).append(", ");
            head.append(settings.payloadsLeftOut()).append(" files left out for their length\n");
        }
        for (Experiment.Participant strategy : experiment.strategies()) {
            head.append(String.format(Locale.ROOT, "  %-9s %s", strategy.name(), strategy.title()));
            head.append("  [").append(String.join(" ", strategy.jvmFlags())).append("]\n");
        }
        return head.toString();
    }

    private String figures() {
        Table table = new Table();
        List<String> names = names();
        Row.Part part = null;
        for (Row row : comparison.rows()) {
            if (row.part() != part) {
                part = row.part();
                List<String> heading = new ArrayList<>(List.of(title(part)));
                heading.addAll(names);
                table.add(heading);
            }
            List<String> cells = new ArrayList<>(List.of("  " + row.figure()));
            for (String name : names) {
                cells.add(cell(row, name));
            }
            table.add(cells);
        }
        return table.text();
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
            if (base == null || row.part() == Row.Part.MEMORY || !COMPARED.contains(row.figure())) {
                continue;
            }
            List<String> cells = new ArrayList<>(List.of("  " + title(row.part()) + ": " + row.figure()));
            for (String name : names) {
                Spread spread = row.spreads().get(name);
                cells.add(
                        spread == null || base.median() == 0
                                ? UNKNOWN
                                : "x " + Table.number(spread.median() / base.median()));
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

    private static String cell(Row row, String strategy) {
        Spread spread = row.spreads().get(strategy);
        if (spread == null) {
            return UNKNOWN;
        }
        DoubleFunction<String> form =
                row.spreads().values().stream().allMatch(Report::isWhole) ? Table::whole : Table::number;
        String least = form.apply(spread.min());
        String most = form.apply(spread.max());
        String median = form.apply(spread.median());
        return least.equals(most) ? median : median + " (" + least + "-" + most + ")";
    }

    private static String plain(double setting) {
        return setting == Math.rint(setting) ? Table.whole(setting) : Table.number(setting);
    }

    private static boolean isWhole(Spread spread) {
        return spread.median() == Math.rint(spread.median())
                && spread.min() == Math.rint(spread.min())
                && spread.max() == Math.rint(spread.max());
    }

    private static String title(Row.Part part) {
        return switch (part) {
            case PACED -> "paced load";
            case CLOSED_LOOP -> "closed loop";
            case MEMORY -> "memory";
        };
    }
}
