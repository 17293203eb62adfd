package io.headroom.buffers.tools.doctor.report;

import io.headroom.buffers.tools.doctor.evidence.Pause;
import java.util.ArrayList;
import java.util.List;

/** Pauses in slices of time, so that a day of them can still be shown. */
public final class Timeline {
    private static final int SLICES = 120;

    private Timeline() {}

    /**
     * A slice of time.
     *
     * @param fromSeconds where it begins
     * @param count how many pauses began in it
     * @param totalMillis all of them together
     * @param maxMillis the longest
     */
    public record Slice(double fromSeconds, long count, double totalMillis, double maxMillis) {}

    /** Returns the slices of a time, those without a pause too. */
    public static List<Slice> of(List<Pause> pauses, double seconds) {
        double width = Math.max(seconds, 1e-3) / SLICES;
        long[] counts = new long[SLICES];
        double[] totals = new double[SLICES];
        double[] longest = new double[SLICES];
        for (Pause pause : pauses) {
            int slice = (int) Math.max(0, Math.min(SLICES - 1, pause.atSeconds() / width));
            counts[slice]++;
            totals[slice] += pause.millis();
            longest[slice] = Math.max(longest[slice], pause.millis());
        }
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < SLICES; i++) {
            slices.add(new Slice(i * width, counts[i], totals[i], longest[i]));
        }
        return slices;
    }
}
