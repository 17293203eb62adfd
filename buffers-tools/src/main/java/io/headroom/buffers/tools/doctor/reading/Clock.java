package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;

/** The time that a source covers: from the first to the last thing in it that has a time. */
final class Clock {
    private double first = Double.POSITIVE_INFINITY;
    private double last = Double.NEGATIVE_INFINITY;

    /** Notes that something happened at a time, in seconds. */
    void see(double seconds) {
        first = Math.min(first, seconds);
        last = Math.max(last, seconds);
    }

    /** Returns a time counted from the first. */
    double since(double seconds) {
        return seconds - first;
    }

    /** Returns how long the source is. */
    Answer<Double> length() {
        return last >= first ? Answer.of(last - first) : Answer.unknown("nothing in it has a time");
    }
}
