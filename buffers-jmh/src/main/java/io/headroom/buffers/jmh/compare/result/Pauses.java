package io.headroom.buffers.jmh.compare.result;

/**
 * Stop-the-world pauses of the collector.
 *
 * @param count how many there were, Remark and Cleanup included
 * @param totalMillis their sum
 * @param maxMillis the longest
 */
public record Pauses(int count, double totalMillis, double maxMillis) {
    /** No pause. */
    public static final Pauses NONE = new Pauses(0, 0, 0);

    /** Returns these pauses and one more. */
    public Pauses plus(double millis) {
        return new Pauses(count + 1, totalMillis + millis, Math.max(maxMillis, millis));
    }

    /** Returns the mean pause in milliseconds, 0 if there was none. */
    public double meanMillis() {
        return count == 0 ? 0 : totalMillis / count;
    }
}
