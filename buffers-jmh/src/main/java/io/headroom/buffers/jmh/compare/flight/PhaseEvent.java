package io.headroom.buffers.jmh.compare.flight;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The time in which a receiver is measured. It is in the recording itself, so that what belongs to the time is told by the recording's own
 * clock, and the warm-up before it is not counted.
 */
@Name(PhaseEvent.NAME)
@Label("Measured Phase")
@Category("Headroom")
@StackTrace(false)
public final class PhaseEvent extends Event {
    static final String NAME = "io.headroom.MeasuredPhase";

    /** What was measured. */
    @Label("Phase")
    public final String phase;

    /** Makes an event; it begins and ends when it is told to. */
    public PhaseEvent(String phase) {
        this.phase = phase;
    }
}
