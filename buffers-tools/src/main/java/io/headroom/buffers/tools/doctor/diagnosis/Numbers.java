package io.headroom.buffers.tools.doctor.diagnosis;

import java.util.Locale;

/** How figures are written, wherever they are shown. */
public final class Numbers {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    private Numbers() {}

    /** Returns a whole number. */
    public static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** Returns a whole number. */
    public static String whole(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Returns a figure with as many digits as one wants to read. */
    public static String number(double value) {
        double size = Math.abs(value);
        String form = size >= 100 || value == 0 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 0.01 ? "%.2f" : "%.4f";
        return String.format(Locale.ROOT, form, value);
    }

    /** Returns a share in percent. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** Returns an exact size. */
    public static String bytes(long bytes) {
        return whole(bytes) + " bytes";
    }

    /** Returns about how large something is, or exactly where it is whole MiB or KiB. */
    public static String size(double bytes) {
        if (bytes >= MIB) {
            double mib = bytes / MIB;
            return (mib == Math.rint(mib) ? whole(mib) : number(mib)) + " MiB";
        }
        return bytes >= KIB ? number(bytes / KIB) + " KiB" : whole(bytes) + " bytes";
    }

    /** Returns about how large something is, or exactly where it is whole MiB. */
    public static String size(long bytes) {
        return size((double) bytes);
    }

    /** Returns a time in milliseconds. */
    public static String millis(double millis) {
        return number(millis) + " ms";
    }

    /** Returns a time in seconds or minutes. */
    public static String seconds(double seconds) {
        return seconds < 600 ? number(seconds) + " s" : whole(seconds / 60) + " min";
    }

    /** Returns a count with its noun. */
    public static String count(long count, String one, String many) {
        return whole(count) + " " + (count == 1 ? one : many);
    }
}
