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

    private static final byte[][] NOTHING = {};
    private static final int RESERVED_ARRAYS = 64;
    private static final int RESERVED_ARRAY = 256 << 10;

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

    /** Heap that is given up when the receiver has used up all other, so that this process can still tell. */
    @SuppressWarnings("UnusedVariable")
    private volatile byte[][] reserve = reserved();

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
    Memory memory() throws IOException, InterruptedException {
        long held = last.heldBytes;
        try {
            held = sample().heldBytes;
        } catch (IOException e) {
            noteFailure(e);
        }
        // The reserve is not the receiver's, so it is not there while the heap is measured.
        reserve = NOTHING;
        Memory measured = memory.measure(held);
        if (failure == null) {
            reserve = reserved();
        }
        return measured;
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

    private static byte[][] reserved() {
        try {
            return new byte[RESERVED_ARRAYS][RESERVED_ARRAY];
        } catch (OutOfMemoryError e) {
            return NOTHING;
        }
    }

    private Sample sample() throws IOException, InterruptedException {
        return receiver.call(() -> new Sample(receiver.heldBytes(), threads.getCurrentThreadCpuTime()));
    }

    private void sampleAll() {
        try {
            while (!ended) {
                look();
                LockSupport.parkNanos(SAMPLE_NANOS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks once; where memory is used up this may be the thread that is told so. */
    private void look() throws InterruptedException {
        try {
            Throwable thrown = receiver.failure();
            if (thrown != null) {
                reserve = NOTHING;
                noteFailure(thrown);
            }
            last = sample();
            peakHeldBytes = Math.max(peakHeldBytes, last.heldBytes);
        } catch (IOException e) {
            noteFailure(e);
        } catch (OutOfMemoryError e) {
            reserve = NOTHING;
        }
    }

    /** Notes the first failure: the I/O thread's own, or else that it does not answer. */
    private synchronized void noteFailure(Throwable seen) {
        if (failure == null) {
            Throwable thrown = receiver.failure();
            String what = String.valueOf(thrown == null ? seen.getMessage() : thrown);
            failure = new Failure(seconds(), what.lines().findFirst().orElse(""));
        }
    }

    private double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
