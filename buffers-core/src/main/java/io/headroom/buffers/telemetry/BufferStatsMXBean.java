package io.headroom.buffers.telemetry;

import io.headroom.buffers.BufferStats;
import io.headroom.buffers.framing.FrameException;
import java.util.Map;
import java.util.SortedMap;

/**
 * The figures of {@link BufferStats} as attributes for JMX, each with unit and meaning in its description; {@link BufferStatsBean#register} makes it.
 *
 * <p>Attributes that are read within {@link LatestStats#DEFAULT_MAX_AGE} are of one snapshot, however many are read. Reading changes nothing: who wants
 * rates takes the difference of two readings.
 */
public interface BufferStatsMXBean {
    /** Returns {@link BufferStats#receivedBytes()}. */
    long getReceivedBytes();

    /** Returns {@link BufferStats#frames()}. */
    long getFrames();

    /** Returns {@link BufferStats#copiedBytes()}. */
    long getCopiedBytes();

    /** Returns {@link BufferStats#growths()}. */
    long getGrowths();

    /** Returns {@link BufferStats#compactions()}. */
    long getCompactions();

    /** Returns {@link BufferStats#parks()}. */
    long getParks();

    /** Returns {@link BufferStats#longFrames()}. */
    long getLongFrames();

    /** Returns {@link BufferStats#pauses()}. */
    long getPauses();

    /** Returns {@link BufferStats#pausedNanos()}. */
    long getPausedNanos();

    /** Returns {@link BufferStats#rejects()}. */
    long getRejects();

    /** Returns {@link BufferStats#opened()}. */
    long getOpened();

    /** Returns {@link BufferStats#closed()}. */
    long getClosed();

    /** Returns {@link BufferStats#evictions()}. */
    long getEvictions();

    /** Returns {@link BufferStats#leaks()}. */
    long getLeaks();

    /** Returns {@link BufferStats#leases()}. */
    long getLeases();

    /** Returns {@link BufferStats#creations()}. */
    long getCreations();

    /** Returns {@link BufferStats#reuses()}. */
    long getReuses();

    /** Returns {@link BufferStats#systemRefusals()}. */
    long getSystemRefusals();

    /** Returns {@link BufferStats#connections()}. */
    long getConnections();

    /** Returns {@link BufferStats#framesInProgress()}. */
    long getFramesInProgress();

    /** Returns {@link BufferStats#pausedConnections()}. */
    long getPausedConnections();

    /** Returns {@link BufferStats#declaredBytes()}. */
    long getDeclaredBytes();

    /** Returns {@link BufferStats#heldBytes()}. */
    long getHeldBytes();

    /** Returns {@link BufferStats#keptBytes()}. */
    long getKeptBytes();

    /** Returns {@link BufferStats#oldestPartialNanos()}. */
    long getOldestPartialNanos();

    /** Returns {@link BufferStats#limitBytes()}. */
    long getLimitBytes();

    /** Returns {@link BufferStats#reservedBytes()}. */
    long getReservedBytes();

    /** Returns {@link BufferStats#committedBytes()}. */
    long getCommittedBytes();

    /** Returns {@link BufferStats#leasedBytes()}. */
    long getLeasedBytes();

    /** Returns {@link BufferStats#idleBytes()}. */
    long getIdleBytes();

    /** Returns how many connections failed with a fault of their peers, by {@link FrameException.Kind}. */
    Map<String, Long> getRejectsByKind();

    /** Returns how many frames were done with, by the least length in bytes that is counted with them; lengths that did not occur are left out. */
    SortedMap<Long, Long> getFramesByLength();

    /**
     * Returns {@link BufferStats#sizeAtPercentile}.
     *
     * @param percent 0 to 100
     * @throws IllegalArgumentException if it is not
     */
    long frameLengthAtPercentile(double percent);
}
