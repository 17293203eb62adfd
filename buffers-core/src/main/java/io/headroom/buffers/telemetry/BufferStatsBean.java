package io.headroom.buffers.telemetry;

import io.headroom.buffers.MessageBuffers;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The registration of a {@link BufferStatsMXBean} with the platform's MBean server, from {@link #register} until {@link #close}.
 *
 * <p>Needs the module {@code java.management}, which this library does not require: an application on the module path that has it nowhere among
 * its modules starts with {@code --add-modules java.management}. The first use of the MBean server in a JVM starts it.
 *
 * <p><b>Threads</b>: any.
 *
 * <p><b>Ownership</b>: holds the buffers weakly, so they may be dropped before this is closed; then totals stay, and gauges are 0. Close it to have
 * the name free.
 *
 * <pre>{@code
 * BufferStatsBean bean = BufferStatsBean.register(buffers, "peers"); // io.headroom.buffers:type=MessageBuffers,name=peers
 * }</pre>
 */
public final class BufferStatsBean implements AutoCloseable {
    private static final String QUOTED = ",=:\"*?\n";

    private final ObjectName objectName;
    private final FiguresView view;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private BufferStatsBean(ObjectName objectName, FiguresView view) {
        this.objectName = objectName;
        this.view = view;
    }

    /**
     * Shows the figures of these buffers under {@code io.headroom.buffers:type=MessageBuffers,name=NAME}; the name is quoted where JMX asks for it.
     *
     * @throws IllegalArgumentException if the name is empty, or something is registered under it
     */
    public static BufferStatsBean register(MessageBuffers buffers, String name) {
        ObjectName objectName = objectName(name);
        FiguresView view = new FiguresView(LatestStats.of(buffers));
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(view, objectName);
        } catch (InstanceAlreadyExistsException e) {
            throw new IllegalArgumentException("name " + name + ": registered already, as " + objectName, e);
        } catch (JMException e) {
            throw new IllegalStateException("cannot register " + objectName, e);
        }
        return new BufferStatsBean(objectName, view);
    }

    private static ObjectName objectName(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("name: expected at least one character");
        }
        boolean isQuoted = name.chars().anyMatch(each -> QUOTED.indexOf(each) >= 0);
        try {
            return new ObjectName(
                    "io.headroom.buffers:type=MessageBuffers,name=" + (isQuoted ? ObjectName.quote(name) : name));
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException("name " + name + ": no part of an ObjectName", e);
        }
    }

    /** Returns the name under which the MBean server has it. */
    public ObjectName objectName() {
        return objectName;
    }

    /** Takes the bean back; one that somebody else has taken back already is no error, and what is there in its place stays. Idempotent. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true) || !view.isRegistered()) {
            return;
        }
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(objectName);
        } catch (InstanceNotFoundException e) {
            return; // it is not there, as wanted
        } catch (JMException e) {
            throw new IllegalStateException("cannot unregister " + objectName, e);
        }
    }
}
