package io.headroom.buffers.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** How much direct memory the JVM may take. Loaded only where there is {@code jdk.management}. */
final class DirectMemory {
    private DirectMemory() {}

    /** Returns the JVM's limit on direct memory in bytes: as set by its flag, else the largest heap. */
    static long limitBytes() {
        try {
            return Flag.limitBytes();
        } catch (LinkageError | RuntimeException absent) {
            return Runtime.getRuntime().maxMemory();
        }
    }

    /** A class of its own, so that a runtime without the module can do without it. */
    private static final class Flag {
        static long limitBytes() {
            HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            long set = hotSpot == null
                    ? 0
                    : Long.parseLong(hotSpot.getVMOption("MaxDirectMemorySize").getValue());
            return set > 0 ? set : Runtime.getRuntime().maxMemory();
        }
    }
}
