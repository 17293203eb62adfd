package io.headroom.buffers.jmh.compare.receive;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.headroom.buffers.jmh.compare.flight.PhaseEvent;
import io.headroom.buffers.jmh.compare.result.Traffic;
import io.headroom.buffers.jmh.compare.result.Work;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what a receiver takes and spends from {@link #begin} to the next {@link #end}. What the I/O thread counts is read on the I/O
 * thread, between two messages.
 */
final class PhaseMeter {
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private final Receiver receiver;
    private final Inbox inbox;
    private final MemoryMeter memory;
    private final LongAccumulator peakDirect = new LongAccumulator(Math::max, 0);
    private Snapshot start;
    private PhaseEvent event = new PhaseEvent("");

    PhaseMeter(Receiver receiver, Inbox inbox, MemoryMeter memory) throws IOException, InterruptedException {
        this.receiver = receiver;
        this.inbox = inbox;
        this.memory = memory;
        start = snapshot();
        Thread sampler = new Thread(this::sampleDirect, "sampler");
        sampler.setDaemon(true);
        sampler.start();
    }

    /** Begins a phase. */
    void begin(String phase) throws IOException, InterruptedException {
        event = new PhaseEvent(phase);
        start = snapshot();
        peakDirect.reset();
        event.begin();
    }

    /** Ends the phase, and returns the answer for the parent. */
    String end() throws IOException, InterruptedException {
        event.commit();
        Snapshot end = snapshot();
        peakDirect.accumulate(end.direct);
        Traffic traffic = new Traffic(
                (end.nanos - start.nanos) / 1e9,
                end.messages - start.messages,
                end.bytes - start.bytes,
                end.mismatches - start.mismatches);
        boolean copiesKnown = start.copied.isPresent() && end.copied.isPresent();
        Work work = new Work(
                end.cpuNanos - start.cpuNanos,
                end.allocated - start.allocated,
                Math.max(0, end.direct - start.direct),
                copiesKnown ? end.copied.getAsLong() - start.copied.getAsLong() : null,
                peakDirect.get());
        return Answers.of(traffic, work);
    }

    private void sampleDirect() {
        while (true) {
            peakDirect.accumulate(memory.directBytes());
            LockSupport.parkNanos(SAMPLE_NANOS);
        }
    }

    private Snapshot snapshot() throws IOException, InterruptedException {
        return receiver.call(() -> new Snapshot(
                System.nanoTime(),
                system.getProcessCpuTime(),
                threads.getThreadAllocatedBytes(Thread.currentThread().getId()),
                memory.directBytes(),
                receiver.copiedBytes(),
                inbox.messages(),
                inbox.bytes(),
                inbox.mismatches()));
    }

    private record Snapshot(
            long nanos,
            long cpuNanos,
            long allocated,
            long direct,
            OptionalLong copied,
            long messages,
            long bytes,
            long mismatches) {}
}
