package io.headroom.buffers.tools.tap;

import io.headroom.buffers.framing.FrameException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What all connections have sent in one direction. For the thread of the relay. */
final class Traffic {
    private static final int DIGITS = 2;
    /** More than that between two reports are only counted. */
    private static final int MOST_FAULTS = 10;

    private final String name;
    private final Histogram sizes = new Histogram(DIGITS);
    private final List<String> faults = new ArrayList<>();
    private long bytes;
    private long least = Long.MAX_VALUE;
    private long greatest;
    private long faultCount;

    Traffic(String name) {
        this.name = name;
    }

    void passed(int count) {
        bytes += count;
    }

    void frame(long length) {
        sizes.recordValue(length);
        least = Math.min(least, length);
        greatest = Math.max(greatest, length);
    }

    /** A connection's bytes cannot be followed any more from {@code offset} on; they are passed on all the same. */
    void lost(int connection, long offset, FrameException fault) {
        lost("connection " + connection + " at offset " + offset + ": " + fault.getMessage());
    }

    /** As {@link #lost(int, long, FrameException)}, for want of memory. */
    void lostForMemory(int connection) {
        lost("connection " + connection + ": too many headers in progress to follow this one");
    }

    private void lost(String fault) {
        faultCount++;
        if (faults.size() < MOST_FAULTS) {
            faults.add(fault);
        }
    }

    String name() {
        return name;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the lengths of all whole frames in bytes, rounded up by less than a hundredth. */
    Histogram sizes() {
        return sizes;
    }

    long frames() {
        return sizes.getTotalCount();
    }

    /** Returns the least length of a frame, 0 if there was none. */
    long least() {
        return greatest == 0 ? 0 : least;
    }

    /** Returns a length that this many percent of the frames do not exceed, 0 if there was none. */
    long percentile(double percent) {
        return greatest == 0 ? 0 : Math.min(greatest, sizes.getValueAtPercentile(percent));
    }

    /** Returns the greatest length of a frame, 0 if there was none. */
    long greatest() {
        return greatest;
    }

    /** Returns how many connections could not be followed to their end. */
    long faultCount() {
        return faultCount;
    }

    /** Returns the first faults since this was asked for, so that each is reported once. */
    List<String> takeFaults() {
        List<String> taken = List.copyOf(faults);
        faults.clear();
        return taken;
    }
}
