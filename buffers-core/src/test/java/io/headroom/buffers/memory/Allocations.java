package io.headroom.buffers.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Counts the bytes that this thread allocates on the heap. */
public final class Allocations {
    private static final int ROUNDS = 10;
    private static final int RUNS = 500;

    /** Found by name, because our module does not require jdk.management. */
    private static final MethodHandle ALLOCATED = allocatedBytes();

    private Allocations() {}

    /**
     * Returns how many bytes each run of the body allocates once it has warmed up: the least of several rounds, since the JVM may allocate
     * for itself.
     */
    public static double perRun(Runnable body) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = soFar();
            for (int run = 0; run < RUNS; run++) {
                body.run();
            }
            least = Math.min(least, soFar() - before);
        }
        return (double) least / RUNS;
    }

    /** Returns how many bytes this thread has allocated so far. */
    public static long soFar() {
        try {
            return (long) ALLOCATED.invokeExact();
        } catch (Throwable e) {
            throw new LinkageError("thread allocation counter", e);
        }
    }

    private static MethodHandle allocatedBytes() {
        try {
            Object threads = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            Class<?> counting = Class.forName("com.sun.management.ThreadMXBean");
            return MethodHandles.publicLookup()
                    .findVirtual(counting, "getCurrentThreadAllocatedBytes", MethodType.methodType(long.class))
                    .bindTo(threads);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
