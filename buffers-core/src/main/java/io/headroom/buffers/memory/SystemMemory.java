package io.headroom.buffers.memory;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** Makes the C library give back to the system what has been freed. Where the JVM has no way to do so, nothing happens. */
final class SystemMemory {
    /*
     * glibc maps a block of a chunk's size by itself and unmaps it when it is freed, but only the first time: each such free raises the size
     * from which on it does so, to 32 MiB at most, and what is cut from its own heap stays there. HotSpot on Linux has a diagnostic command
     * that calls malloc_trim, behind the platform's MBean server. Larger chunks would be too coarse; mallopt, or mapping memory oneself, takes
     * native code.
     *
     * It takes about 0.1 ms for each MiB that goes back and 0.2 ms where none does, which a safepoint of the JVM waits for, so it is for sweeps
     * and trims only. Where nobody else has started the MBean server, that costs 0.2 to 0.5 s and 10 to 25 MB once (JDK 17 and 25): it is done
     * only for more than that.
     */
    private static final long WORTH_A_SERVER = 32 << 20;

    private SystemMemory() {}

    /** Gives chunks of a depot back to the system until {@code atMost} bytes or more have gone, or there are no more, and returns how many. */
    static long giveBack(Depot depot, long atMost, boolean onlySpare) {
        long bytes = 0;
        long chunk = atMost > 0 ? depot.freeOne(onlySpare) : 0;
        while (chunk > 0) {
            bytes += chunk;
            chunk = bytes < atMost ? depot.freeOne(onlySpare) : 0;
        }
        long freed = depot.freedBytes();
        if (giveBack(freed)) {
            depot.gaveBack(freed);
        }
        return bytes;
    }

    /** Gives what the whole process has freed back to the system, if {@code freed} bytes are worth it, and returns whether it was tried. */
    private static boolean giveBack(long freed) {
        try {
            return freed > 0 && (freed >= WORTH_A_SERVER || Command.isAtHand()) && Command.run();
        } catch (LinkageError absent) {
            return false;
        }
    }

    /** A class of its own, so that a runtime without the module can do without it. */
    private static final class Command {
        private static final String OPERATION = "systemTrimNativeHeap";

        static boolean isAtHand() {
            return !MBeanServerFactory.findMBeanServer(null).isEmpty();
        }

        static boolean run() {
            if (Found.NAME != null) {
                try {
                    ManagementFactory.getPlatformMBeanServer().invoke(Found.NAME, OPERATION, null, null);
                } catch (JMException | RuntimeException refused) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Where the command is; looked up, and the server started, when it is first needed. */
    private static final class Found {
        private static final @Nullable ObjectName NAME = find();

        private static @Nullable ObjectName find() {
            try {
                ObjectName name = new ObjectName("com.sun.management:type=DiagnosticCommand");
                MBeanServer server = ManagementFactory.getPlatformMBeanServer();
                for (MBeanOperationInfo operation : server.getMBeanInfo(name).getOperations()) {
                    if (operation.getName().equals(Command.OPERATION)) {
                        return name;
                    }
                }
                return null;
            } catch (JMException | RuntimeException absent) {
                return null;
            }
        }
    }
}
