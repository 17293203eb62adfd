package io.headroom.buffers;

import io.headroom.buffers.framing.FrameException;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * What connections write into a flight recording. Free where the JVM has no recorder or it was never started: then no class of an event is
 * loaded.
 */
@SuppressWarnings("UnusedVariable") // the recorder reads the fields of events
final class ConnectionEvents {
    /** Compactions of fewer bytes are counted, but not recorded one by one. */
    static final int LEAST_COMPACTION = 4096;

    private static final boolean PRESENT = isPresent();

    private ConnectionEvents() {}

    private static boolean isPresent() {
        try {
            Class.forName("jdk.jfr.Event", false, ConnectionEvents.class.getClassLoader());
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
        static final EventType FRAME_MEMORY_GROWN = EventType.getEventType(FrameMemoryGrown.class);
        static final EventType COMPACTION = EventType.getEventType(Compaction.class);
        static final EventType PAUSED = EventType.getEventType(Paused.class);
        static final EventType RESUMED = EventType.getEventType(Resumed.class);
        static final EventType FRAME_REJECTED = EventType.getEventType(FrameRejected.class);
        static final EventType LONG_FRAME = EventType.getEventType(LongFrame.class);
        static final EventType LEASE_LEAKED = EventType.getEventType(LeaseLeaked.class);
    }

    private static boolean areOn() {
        return PRESENT && Recorder.isStarted();
    }

    /** The name is the user's code: whatever it throws, a connection must go on. */
    private static String nameOf(Object peer) {
        try {
            return String.valueOf(peer);
        } catch (RuntimeException | Error nameless) {
            return peer.getClass().getName();
        }
    }

    /** A frame in progress got more memory. */
    static void grown(long frameLength, long fromBytes, long toBytes) {
        if (areOn() && Types.FRAME_MEMORY_GROWN.isEnabled()) {
            FrameMemoryGrown event = new FrameMemoryGrown();
            event.frame = frameLength;
            event.from = fromBytes;
            event.to = toBytes;
            event.commit();
        }
    }

    /** Bytes were moved to the front of the memory that they are in. */
    static void compacted(int bytes) {
        if (bytes >= LEAST_COMPACTION && areOn() && Types.COMPACTION.isEnabled()) {
            Compaction event = new Compaction();
            event.bytes = bytes;
            event.commit();
        }
    }

    /** A connection is paused for lack of memory. */
    static void paused(Vigil vigil, Leases leases) {
        if (areOn() && Types.PAUSED.isEnabled()) {
            Paused event = new Paused();
            event.peer = nameOf(vigil.peer);
            event.key = vigil.key == null ? "" : nameOf(vigil.key);
            event.refusedBy = leases.refusedBy().toString();
            event.needed = leases.refusedBytes();
            event.held = vigil.held();
            event.commit();
        }
    }

    /** A connection that was paused reads on, or is closed. */
    static void resumed(Vigil vigil, long nanos) {
        if (areOn() && Types.RESUMED.isEnabled()) {
            Resumed event = new Resumed();
            event.peer = nameOf(vigil.peer);
            event.pausedFor = nanos;
            event.commit();
        }
    }

    /** A connection failed with a fault of its peer. */
    static void rejected(Vigil vigil, FrameException fault) {
        if (areOn() && Types.FRAME_REJECTED.isEnabled()) {
            FrameRejected event = new FrameRejected();
            event.peer = nameOf(vigil.peer);
            event.kind = fault.kind().name();
            event.declared = fault.declared();
            event.limit = fault.limit();
            event.message = String.valueOf(fault.getMessage());
            event.commit();
        }
    }

    /** A frame is longer than usual. */
    static void longFrame(Object peer, long length, long threshold) {
        if (areOn() && Types.LONG_FRAME.isEnabled()) {
            LongFrame event = new LongFrame();
            event.peer = nameOf(peer);
            event.length = length;
            event.threshold = threshold;
            event.commit();
        }
    }

    /** A lease or a read buffer was found dropped. */
    static void leaked(LeaseReport report) {
        if (areOn() && Types.LEASE_LEAKED.isEnabled()) {
            LeaseLeaked event = new LeaseLeaked();
            event.peer = nameOf(report.peer());
            event.kind = report.kind().name();
            event.bytes = report.bytes();
            event.age = report.age().toNanos();
            event.began = report.stack().isEmpty() ? "" : report.stack().get(0).toString();
            event.commit();
        }
    }

    @Name("io.headroom.FrameMemoryGrown")
    @Label("Frame Memory Grown")
    @Category({"Headroom", "Connections"})
    @Description(
            "A frame in progress got a longer piece, its next slab, or its one run. Off unless switched on: long frames grow often")
    @Enabled(false)
    private static final class FrameMemoryGrown extends Event {
        @Label("Frame Length")
        @Description("0 while its header is not whole")
        @DataAmount
        long frame;

        @Label("From")
        @DataAmount
        long from;

        @Label("To")
        @DataAmount
        long to;
    }

    @Name("io.headroom.Compaction")
    @Label("Compaction")
    @Category({"Headroom", "Connections"})
    @Description("At least 4,096 bytes were moved to the front of the memory that they are in")
    private static final class Compaction extends Event {
        @Label("Moved")
        @DataAmount
        long bytes;
    }

    @Name("io.headroom.Paused")
    @Label("Connection Paused")
    @Category({"Headroom", "Connections"})
    @Description("A connection waits for memory")
    @StackTrace(false)
    private static final class Paused extends Event {
        @Label("Peer")
        String peer = "";

        @Label("Key")
        String key = "";

        @Label("Refused By")
        @Description("The pool or share of memory that had none")
        String refusedBy = "";

        @Label("Needed")
        @DataAmount
        long needed;

        @Label("Held")
        @Description("What the connection held when it was left last")
        @DataAmount
        long held;
    }

    @Name("io.headroom.Resumed")
    @Label("Connection Resumed")
    @Category({"Headroom", "Connections"})
    @Description("A connection that waited for memory reads on, or is closed")
    @StackTrace(false)
    private static final class Resumed extends Event {
        @Label("Peer")
        String peer = "";

        @Label("Paused For")
        @Timespan
        long pausedFor;
    }

    @Name("io.headroom.FrameRejected")
    @Label("Frame Rejected")
    @Category({"Headroom", "Connections"})
    @Description("A peer's bytes can be no frame: its connection has failed")
    @StackTrace(false)
    private static final class FrameRejected extends Event {
        @Label("Peer")
        String peer = "";

        @Label("Kind")
        String kind = "";

        @Label("Declared")
        @DataAmount
        long declared;

        @Label("Limit")
        @DataAmount
        long limit;

        @Label("Message")
        String message = "";
    }

    @Name("io.headroom.LongFrame")
    @Label("Long Frame")
    @Category({"Headroom", "Connections"})
    @Description("A frame within the limits is longer than ReadLimits.warnAbove")
    @StackTrace(false)
    private static final class LongFrame extends Event {
        @Label("Peer")
        String peer = "";

        @Label("Length")
        @DataAmount
        long length;

        @Label("Threshold")
        @DataAmount
        long threshold;
    }

    @Name("io.headroom.LeaseLeaked")
    @Label("Lease Leaked")
    @Category({"Headroom", "Memory"})
    @Description("Memory was dropped without a release; it has been given back")
    @StackTrace(false)
    private static final class LeaseLeaked extends Event {
        @Label("Peer")
        String peer = "";

        @Label("Kind")
        String kind = "";

        @Label("Size")
        @DataAmount
        long bytes;

        @Label("Age")
        @Timespan
        long age;

        @Label("Began At")
        String began = "";
    }
}
