package io.headroom.buffers.jmh.compare.result;

import java.util.Arrays;

/**
 * A figure over all rounds.
 *
 * @param median the middle one, or the mean of the middle two
 * @param min the least
 * @param max the most
 */
public record Spread(double median, double min, double max) {
    /**
     * Returns the spread of one value or more.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("the spread of no values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
}
