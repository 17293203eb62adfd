package io.headroom.buffers.jmh.compare.receive;

import com.sun.management.OperatingSystemMXBean;
import io.headroom.buffers.jmh.compare.result.Memory;
import io.headroom.buffers.jmh.compare.result.Strain;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Measures what an attack takes from a receiver. Its I/O thread may end or hang meanwhile: then what was seen last is told.
 *
 * <p><b>Threads</b>: one that gives orders; a daemon thread looks at the receiver again and again.
 */
final class AttackMeter {
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Receiver receiver;
    private final MemoryMeter memory;
    private final long startNanos = System.nanoTime();
    private final long startCpuNanos = system.getProcessCpuTime();
    private final Sample start;
    private volatile Sample last;
    private volatile long peakHeldBytes;
    private volatile @Nullable Failure failure;
    private volatile boolean ended;

    private record Sample(long heldBytes, long ioCpuNanos) {}

    private record Failure(double afterSeconds, String what) {}

    /** Begins to measure. */
    AttackMeter(Receiver receiver, MemoryMeter memory) throws IOException, InterruptedException {
        this.receiver = receiver;
        this.memory = memory;
        start = sample();
        last = start;
        Thread sampler = new Thread(this::sampleAll, "attack sampler");
        sampler.setDaemon(true);
        sampler.start();
    }

    /** Returns the memory now, after full collections. */
    Memory memory() throws IOException {
        return memory.measure(() -> last.heldBytes);
    }

    /** Ends measuring, and returns what there was. */
    Strain end() {
        ended = true;
        Failure failed = failure;
        return new Strain(
                seconds(),
                peakHeldBytes,
                last.heldBytes,
                system.getProcessCpuTime() - startCpuNanos,
                last.ioCpuNanos - start.ioCpuNanos,
                failed == null ? null : failed.afterSeconds,
                failed == null ? null : failed.what);
    }

    private Sample sample() throws IOException, InterruptedException {
        return receiver.call(() -> new Sample(receiver.heldBytes(), threads.getCurrentThreadCpuTime()));
    }

    private void sampleAll() {
        try {
            while (!ended) {
                noteFailure();
                last = sample();
                peakHeldBytes = Math.max(peakHeldBytes, last.heldBytes);
                LockSupport.parkNanos(SAMPLE_NANOS);
            }
        } catch (IOException e) {
            noteFailure();
            if (failure == null) {
                failure = new Failure(seconds(), String.valueOf(e.getMessage()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void noteFailure() {
        Throwable thrown = receiver.failure();
        if (thrown != null && failure == null) {
            failure =
                    new Failure(seconds(), thrown.toString().lines().findFirst().orElse(""));
        }
    }

    private double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
