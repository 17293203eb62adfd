package io.headroom.buffers.telemetry;

import io.headroom.buffers.BufferStats;
import io.headroom.buffers.framing.FrameException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanRegistration;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** The attributes as the MBean server sees them. */
final class FiguresView extends StandardMBean implements BufferStatsMXBean, MBeanRegistration {
    private static final Map<String, String> DESCRIPTIONS = descriptions();

    private final LatestStats stats;
    private volatile boolean isRegistered;

    FiguresView(LatestStats stats) {
        super(BufferStatsMXBean.class, true);
        this.stats = stats;
    }

    /** Returns whether a server has this one: under its name there may be another one by now. */
    boolean isRegistered() {
        return isRegistered;
    }

    @Override
    public ObjectName preRegister(MBeanServer server, ObjectName name) {
        return name;
    }

    @Override
    public void postRegister(Boolean done) {
        isRegistered = done;
    }

    @Override
    public void preDeregister() {
        // whoever takes it back may
    }

    @Override
    public void postDeregister() {
        isRegistered = false;
    }

    private static Map<String, String> descriptions() {
        Map<String, String> descriptions = new HashMap<>();
        for (Figure figure : Figure.values()) {
            descriptions.put(figure.attribute(), figure.description() + " (" + figure.unit() + ")");
        }
        descriptions.put(
                "RejectsByKind", "Connections that failed with a fault of their peers, by its kind (connections)");
        descriptions.put(
                "FramesByLength", "Frames done with, by the least length in bytes that is counted with them (frames)");
        descriptions.put(
                "frameLengthAtPercentile",
                "A length that so many percent of all frames do not exceed, at most a quarter too much (bytes)");
        return descriptions;
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return "What the read buffers of a node have counted, and how they stand";
    }

    @Override
    protected String getDescription(MBeanAttributeInfo info) {
        return DESCRIPTIONS.getOrDefault(info.getName(), info.getName());
    }

    @Override
    protected String getDescription(MBeanOperationInfo info) {
        return DESCRIPTIONS.getOrDefault(info.getName(), info.getName());
    }

    @Override
    protected int getImpact(MBeanOperationInfo info) {
        return MBeanOperationInfo.INFO;
    }

    @Override
    protected String getParameterName(MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return "percent";
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return "How many percent, 0 to 100";
    }

    @Override
    public long getReceivedBytes() {
        return stats.value(Figure.RECEIVED_BYTES);
    }

    @Override
    public long getFrames() {
        return stats.value(Figure.FRAMES);
    }

    @Override
    public long getCopiedBytes() {
        return stats.value(Figure.COPIED_BYTES);
    }

    @Override
    public long getGrowths() {
        return stats.value(Figure.GROWTHS);
    }

    @Override
    public long getCompactions() {
        return stats.value(Figure.COMPACTIONS);
    }

    @Override
    public long getParks() {
        return stats.value(Figure.PARKS);
    }

    @Override
    public long getLongFrames() {
        return stats.value(Figure.LONG_FRAMES);
    }

    @Override
    public long getPauses() {
        return stats.value(Figure.PAUSES);
    }

    @Override
    public long getPausedNanos() {
        return stats.value(Figure.PAUSED_NANOS);
    }

    @Override
    public long getRejects() {
        return stats.value(Figure.REJECTS);
    }

    @Override
    public long getOpened() {
        return stats.value(Figure.OPENED);
    }

    @Override
    public long getClosed() {
        return stats.value(Figure.CLOSED);
    }

    @Override
    public long getEvictions() {
        return stats.value(Figure.EVICTIONS);
    }

    @Override
    public long getLeaks() {
        return stats.value(Figure.LEAKS);
    }

    @Override
    public long getLeases() {
        return stats.value(Figure.LEASES);
    }

    @Override
    public long getCreations() {
        return stats.value(Figure.CREATIONS);
    }

    @Override
    public long getReuses() {
        return stats.value(Figure.REUSES);
    }

    @Override
    public long getSystemRefusals() {
        return stats.value(Figure.SYSTEM_REFUSALS);
    }

    @Override
    public long getConnections() {
        return stats.value(Figure.CONNECTIONS);
    }

    @Override
    public long getFramesInProgress() {
        return stats.value(Figure.FRAMES_IN_PROGRESS);
    }

    @Override
    public long getPausedConnections() {
        return stats.value(Figure.PAUSED_CONNECTIONS);
    }

    @Override
    public long getDeclaredBytes() {
        return stats.value(Figure.DECLARED_BYTES);
    }

    @Override
    public long getHeldBytes() {
        return stats.value(Figure.HELD_BYTES);
    }

    @Override
    public long getKeptBytes() {
        return stats.value(Figure.KEPT_BYTES);
    }

    @Override
    public long getOldestPartialNanos() {
        return stats.value(Figure.OLDEST_PARTIAL_NANOS);
    }

    @Override
    public long getLimitBytes() {
        return stats.value(Figure.LIMIT_BYTES);
    }

    @Override
    public long getReservedBytes() {
        return stats.value(Figure.RESERVED_BYTES);
    }

    @Override
    public long getCommittedBytes() {
        return stats.value(Figure.COMMITTED_BYTES);
    }

    @Override
    public long getLeasedBytes() {
        return stats.value(Figure.LEASED_BYTES);
    }

    @Override
    public long getIdleBytes() {
        return stats.value(Figure.IDLE_BYTES);
    }

    @Override
    public Map<String, Long> getRejectsByKind() {
        BufferStats copy = stats.copyTo(new BufferStats());
        Map<String, Long> rejects = new LinkedHashMap<>();
        for (FrameException.Kind kind : FrameException.Kind.values()) {
            rejects.put(kind.name(), copy.rejects(kind));
        }
        return rejects;
    }

    @Override
    public SortedMap<Long, Long> getFramesByLength() {
        BufferStats copy = stats.copyTo(new BufferStats());
        SortedMap<Long, Long> frames = new TreeMap<>();
        for (int i = 0; i < BufferStats.sizeBuckets(); i++) {
            if (copy.sizeCount(i) > 0) {
                frames.put(BufferStats.sizeBucketStart(i), copy.sizeCount(i));
            }
        }
        return frames;
    }

    @Override
    public long frameLengthAtPercentile(double percent) {
        return stats.total(latest -> latest.sizeAtPercentile(percent));
    }
}
