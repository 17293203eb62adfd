package io.headroom.buffers.jmh.compare.result;

import java.util.Locale;
import java.util.function.DoubleFunction;

/** How figures are written, wherever they are shown. */
public final class Numbers {
    static final String UNKNOWN = "-";

    private Numbers() {}

    /** Returns a figure with as many digits as one wants to read: three, or all before the point. */
    public static String number(double value) {
        double size = Math.abs(value);
        String form = size >= 100 || value == 0
                ? "%,.0f"
                : size >= 10 ? "%.1f" : size >= 0.01 ? "%.2f" : size >= 0.0001 ? "%.4f" : "%.0e";
        return String.format(Locale.ROOT, form, value);
    }

    /** Returns a figure that is one of whole numbers: with nothing behind the point. */
    public static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** Returns whether a value has nothing behind the point. */
    public static boolean isWhole(double value) {
        return value == Math.rint(value);
    }

    /** Returns a strategy's figure: its median, and from least to most in brackets if they differ; "-" if it cannot tell. */
    public static String cell(Row row, String strategy) {
        Spread spread = row.spreads().get(strategy);
        if (spread == null) {
            return UNKNOWN;
        }
        DoubleFunction<String> form =
                row.spreads().values().stream().allMatch(Numbers::isWhole) ? Numbers::whole : Numbers::number;
        String least = form.apply(spread.min());
        String most = form.apply(spread.max());
        String median = form.apply(spread.median());
        return least.equals(most) ? median : median + " (" + least + "-" + most + ")";
    }

    /** Returns a ratio of two figures, "-" if there is none. */
    static String ratio(double value, double base) {
        return base == 0 ? UNKNOWN : "x " + number(value / base);
    }

    /** Returns a value that somebody has set. */
    public static String setting(double value) {
        return isWhole(value) ? whole(value) : number(value);
    }

    private static boolean isWhole(Spread spread) {
        return isWhole(spread.median()) && isWhole(spread.min()) && isWhole(spread.max());
    }
}
