package io.headroom.buffers.telemetry;

import io.headroom.buffers.BufferStats;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Each single figure of {@link BufferStats}, with its unit and meaning: what exporters go through. */
public enum Figure {
    /** {@link BufferStats#receivedBytes()}. */
    RECEIVED_BYTES(true, "bytes", BufferStats::receivedBytes, "Bytes received"),
    /** {@link BufferStats#frames()}. */
    FRAMES(true, "frames", BufferStats::frames, "Frames done with: delivered whole, in parts, or skipped"),
    /** {@link BufferStats#copiedBytes()}. */
    COPIED_BYTES(
            true,
            "bytes",
            BufferStats::copiedBytes,
            "Bytes copied from memory of a connection to other memory of its own"),
    /** {@link BufferStats#growths()}. */
    GROWTHS(true, "growths", BufferStats::growths, "Times that a frame in progress got more memory"),
    /** {@link BufferStats#compactions()}. */
    COMPACTIONS(
            true, "compactions", BufferStats::compactions, "Times that bytes were moved to the front of their memory"),
    /** {@link BufferStats#parks()}. */
    PARKS(true, "parks", BufferStats::parks, "Times that the remainder of a read was parked until the next one"),
    /** {@link BufferStats#longFrames()}. */
    LONG_FRAMES(true, "frames", BufferStats::longFrames, "Frames longer than warnAbove and within the limits"),
    /** {@link BufferStats#pauses()}. */
    PAUSES(true, "pauses", BufferStats::pauses, "Times that a connection was paused for lack of memory"),
    /** {@link BufferStats#pausedNanos()}. */
    PAUSED_NANOS(
            true,
            "nanoseconds",
            BufferStats::pausedNanos,
            "How long the pauses lasted that have ended, all connections together"),
    /** {@link BufferStats#rejects()}. */
    REJECTS(true, "connections", BufferStats::rejects, "Connections that failed with a fault of their peers"),
    /** {@link BufferStats#opened()}. */
    OPENED(true, "connections", BufferStats::opened, "Connections opened"),
    /** {@link BufferStats#closed()}. */
    CLOSED(true, "connections", BufferStats::closed, "Connections closed"),
    /** {@link BufferStats#evictions()}. */
    EVICTIONS(true, "connections", BufferStats::evictions, "Connections closed by sweeps, for peers late with a frame"),
    /** {@link BufferStats#leaks()}. */
    LEAKS(true, "leaks", BufferStats::leaks, "Leases and read buffers found dropped without a release"),
    /** {@link BufferStats#leases()}. */
    LEASES(true, "leases", BufferStats::leases, "Leases of memory, created and reused"),
    /** {@link BufferStats#creations()}. */
    CREATIONS(true, "leases", BufferStats::creations, "Leases of memory that was cut for them"),
    /** {@link BufferStats#reuses()}. */
    REUSES(true, "leases", BufferStats::reuses, "Leases of memory that had been leased before"),
    /** {@link BufferStats#systemRefusals()}. */
    SYSTEM_REFUSALS(
            true,
            "refusals",
            BufferStats::systemRefusals,
            "Times that the system refused memory that the limit allowed"),
    /** {@link BufferStats#connections()}. */
    CONNECTIONS(false, "connections", BufferStats::connections, "Connections open now"),
    /** {@link BufferStats#framesInProgress()}. */
    FRAMES_IN_PROGRESS(false, "frames", BufferStats::framesInProgress, "Frames in progress now"),
    /** {@link BufferStats#pausedConnections()}. */
    PAUSED_CONNECTIONS(
            false, "connections", BufferStats::pausedConnections, "Connections paused for lack of memory now"),
    /** {@link BufferStats#declaredBytes()}. */
    DECLARED_BYTES(
            false,
            "bytes",
            BufferStats::declaredBytes,
            "Bytes of frames in progress that are declared and have not come"),
    /** {@link BufferStats#heldBytes()}. */
    HELD_BYTES(false, "bytes", BufferStats::heldBytes, "Bytes of memory that connections hold now"),
    /** {@link BufferStats#keptBytes()}. */
    KEPT_BYTES(
            false,
            "bytes",
            BufferStats::keptBytes,
            "Bytes leased now and held by no connection: kept by the application, or in a drain"),
    /** {@link BufferStats#oldestPartialNanos()}. */
    OLDEST_PARTIAL_NANOS(
            false,
            "nanoseconds",
            BufferStats::oldestPartialNanos,
            "Age of the frame in progress longest, as the last sweep saw it"),
    /** {@link BufferStats#limitBytes()}. */
    LIMIT_BYTES(false, "bytes", BufferStats::limitBytes, "Limit of the memory that may be committed"),
    /** {@link BufferStats#reservedBytes()}. */
    RESERVED_BYTES(
            false,
            "bytes",
            BufferStats::reservedBytes,
            "Bytes of the limit kept back: to complete one frame, and for small messages"),
    /** {@link BufferStats#committedBytes()}. */
    COMMITTED_BYTES(false, "bytes", BufferStats::committedBytes, "Bytes taken from the system now, leased or idle"),
    /** {@link BufferStats#leasedBytes()}. */
    LEASED_BYTES(false, "bytes", BufferStats::leasedBytes, "Bytes leased now"),
    /** {@link BufferStats#idleBytes()}. */
    IDLE_BYTES(false, "bytes", BufferStats::idleBytes, "Bytes taken from the system and not leased now");

    private final boolean isTotal;
    private final String unit;

    @SuppressWarnings("ImmutableEnumChecker") // a method of BufferStats, without state
    private final ToLongFunction<BufferStats> accessor;

    private final String description;

    Figure(boolean isTotal, String unit, ToLongFunction<BufferStats> accessor, String description) {
        this.isTotal = isTotal;
        this.unit = unit;
        this.accessor = accessor;
        this.description = description;
    }

    /** Returns whether this counts since the buffers were built and never falls; otherwise it is how things stand now. */
    public boolean isTotal() {
        return isTotal;
    }

    /** Returns the unit, a plural: {@code bytes}, {@code frames}, {@code nanoseconds}. */
    public String unit() {
        return unit;
    }

    /** Returns a phrase that says what it is. */
    public String description() {
        return description;
    }

    /** Returns this figure of a snapshot. */
    public long of(BufferStats stats) {
        return accessor.applyAsLong(stats);
    }

    /** Returns its name as an attribute of {@link BufferStatsMXBean}: {@code ReceivedBytes}. */
    public String attribute() {
        StringBuilder name = new StringBuilder();
        for (String word : name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
