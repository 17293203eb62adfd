package io.headroom.buffers.memory;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * What pools and warm-ups write into a flight recording. Free where the JVM has no recorder or it was never started: then no class of an event
 * is loaded.
 */
@SuppressWarnings("UnusedVariable") // the recorder reads the fields of events
final class PoolEvents {
    private static final boolean PRESENT = isPresent();

    private PoolEvents() {}

    private static boolean isPresent() {
        try {
            Class.forName("jdk.jfr.Event", false, PoolEvents.class.getClassLoader());
            Recorder.isStarted(); // fails where this module does not read that one
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }

    /** A class of its own, so that a runtime without the module can do without it. */
    private static final class Recorder {
        static boolean isStarted() {
            return FlightRecorder.isInitialized();
        }
    }

    /** What is recorded now. Asked before an event is made, so that one that nobody wants costs no memory either. */
    private static final class Types {
        static final EventType SLAB_CREATED = EventType.getEventType(SlabCreated.class);
        static final EventType MEMORY_REFUSED = EventType.getEventType(MemoryRefused.class);
        static final EventType PIECE_WARMED = EventType.getEventType(PieceWarmed.class);
    }

    private static boolean areOn() {
        return PRESENT && Recorder.isStarted();
    }

    /** Memory was leased that had never been leased in this form. */
    static void created(Slab slab) {
        if (areOn() && Types.SLAB_CREATED.isEnabled()) {
            SlabCreated event = new SlabCreated();
            event.bytes = slab.capacity();
            event.direct = slab.buffer().isDirect();
            event.commit();
        }
    }

    /** The system, or the JVM's limit, has refused memory that the pool's own limit allowed. */
    static void refused(long bytes, boolean direct) {
        if (areOn() && Types.MEMORY_REFUSED.isEnabled()) {
            MemoryRefused event = new MemoryRefused();
            event.bytes = bytes;
            event.direct = direct;
            event.commit();
        }
    }

    /** A warm-up has warmed a piece. */
    static void warmed(long bytes, long nanos) {
        if (areOn() && Types.PIECE_WARMED.isEnabled()) {
            PieceWarmed event = new PieceWarmed();
            event.bytes = bytes;
            event.took = nanos;
            event.commit();
        }
    }

    @Name("io.headroom.SlabCreated")
    @Label("Slab Created")
    @Category({"Headroom", "Memory"})
    @Description("A slab, a fraction of one or a run of them was leased for the first time")
    private static final class SlabCreated extends Event {
        @Label("Size")
        @DataAmount
        long bytes;

        @Label("Direct")
        boolean direct;
    }

    @Name("io.headroom.MemoryRefused")
    @Label("Memory Refused")
    @Category({"Headroom", "Memory"})
    @Description(
            "The system or the JVM's limit refused memory that the memory limit allowed; connections are paused until there is some")
    private static final class MemoryRefused extends Event {
        @Label("Size")
        @DataAmount
        long bytes;

        @Label("Direct")
        boolean direct;
    }

    @Name("io.headroom.PieceWarmed")
    @Label("Piece Warmed")
    @Category({"Headroom", "Memory"})
    @Description("A warm-up of a pool or a mapped file has warmed a piece, before its pause")
    @StackTrace(false)
    private static final class PieceWarmed extends Event {
        @Label("Size")
        @DataAmount
        long bytes;

        @Label("Took")
        @Timespan
        long took;
    }
}
