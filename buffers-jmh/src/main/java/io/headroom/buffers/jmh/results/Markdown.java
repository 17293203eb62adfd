package io.headroom.buffers.jmh.results;

import io.headroom.buffers.jmh.compare.result.Numbers;
import io.headroom.buffers.jmh.compare.result.Spread;
import java.util.List;
import java.util.Optional;

/** A table in Markdown, and how figures are written in it. */
final class Markdown {
    private static final String UNKNOWN = "-";

    private final StringBuilder out = new StringBuilder();

    /** Begins a table with its head. */
    Markdown(String... head) {
        row(List.of(head));
        out.append("|---".repeat(head.length)).append("|\n");
    }

    /** Adds a row. */
    Markdown row(List<String> cells) {
        out.append("| ").append(String.join(" | ", cells)).append(" |\n");
        return this;
    }

    /** Returns all rows. */
    String text() {
        return out.toString();
    }

    /** Returns a figure with the least and the most behind it. */
    static String spread(Optional<Spread> figure) {
        return figure.map(spread -> {
                    String median = Numbers.number(spread.median());
                    String least = Numbers.number(spread.min());
                    String most = Numbers.number(spread.max());
                    return least.equals(most) ? median : median + " (" + least + "-" + most + ")";
                })
                .orElse(UNKNOWN);
    }

    /** Returns a figure alone. */
    static String median(Optional<Spread> figure) {
        return figure.map(spread -> Numbers.number(spread.median())).orElse(UNKNOWN);
    }

    /** Returns how many of one figure go into a value: times that value is held against a base that is one figure. */
    static Optional<Spread> times(Optional<Spread> dividend, Optional<Spread> divisor) {
        if (dividend.isEmpty() || divisor.isEmpty()) {
            return Optional.empty();
        }
        double over = dividend.get().median();
        Spread under = divisor.get();
        return Optional.of(new Spread(over / under.median(), over / under.max(), over / under.min()));
    }

    /** Returns a figure in times of a base. */
    static Optional<Spread> inTimesOf(Optional<Spread> figure, Optional<Spread> base) {
        if (figure.isEmpty() || base.isEmpty()) {
            return Optional.empty();
        }
        double unit = base.get().median();
        Spread spread = figure.get();
        return Optional.of(new Spread(spread.median() / unit, spread.min() / unit, spread.max() / unit));
    }
}
