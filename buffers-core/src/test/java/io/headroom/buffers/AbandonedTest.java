package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a read buffer that nobody closed leaves behind: its counts, and its place in the line of those who wait for memory. */
class AbandonedTest {
    private static final int SLAB = 64 << 10;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;
    private static final AtomicInteger REARMED = new AtomicInteger();

    private final MessageBuffers node = MessageBuffers.builder()
            .memoryLimit(16 * SLAB)
            .lanes(false)
            .leaseTracking(LeaseTracking.ALL)
            .build();
    private final BufferStats stats = new BufferStats();

    @AfterEach
    void allComesBack() {
        node.close();
        assertThat(node.committedBytes()).isZero();
    }

    private void collectUntilFound(int leaks) throws InterruptedException {
        for (int i = 0; i < 300 && node.leakCount() < leaks; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(node.leakCount()).isEqualTo(leaks);
    }

    private ReadBuffer open() {
        return node.connection("peer").limits(ReadLimits.maxFrame(SLAB)).open();
    }

    private void pullAndDrop(int frames) throws IOException {
        ReadBuffer in = open();
        in.read(new ChunkChannel().has(NumberedFrames.stream(100, 100, 100, 100)));
        for (int i = 0; i < frames; i++) {
            assertThat(in.poll()).isNotNull();
        }
    }

    @Test
    void countsWhatWasPulledFromABufferThatIsDropped() throws Exception {
        for (int frames = 1; frames <= 4; frames++) {
            pullAndDrop(frames);
        }
        collectUntilFound(4);
        node.stats(stats);
        assertThat(stats.closed()).isEqualTo(4);
        assertThat(stats.frames()).isEqualTo(1 + 2 + 3 + 4);
        assertThat(IntStream.range(0, BufferStats.sizeBuckets())
                        .mapToLong(stats::sizeCount)
                        .sum())
                .isEqualTo(stats.frames());
        assertThat(stats.receivedBytes()).isEqualTo(4 * 400);
    }

    private ReadBuffer paused(Runnable rearm) throws IOException {
        ReadBuffer in = open();
        assertThat(in.feed(ByteBuffer.allocate(3), IGNORE)).isEqualTo(ReadStatus.PAUSED);
        in.whenReadable(rearm);
        return in;
    }

    private void pauseAndDrop() throws IOException {
        paused(REARMED::incrementAndGet);
    }

    @Test
    void takesNobodysTurnOnceItIsDropped() throws Exception {
        List<Slab> all = new ArrayList<>();
        for (Slab slab = node.pool().tryLease(SLAB);
                slab != null;
                slab = node.pool().tryLease(SLAB)) {
            all.add(slab);
        }
        int before = REARMED.get();
        pauseAndDrop();
        AtomicInteger woken = new AtomicInteger();
        ReadBuffer waits = paused(woken::incrementAndGet);
        collectUntilFound(1);
        assertThat(REARMED.get()).as("told of the close").isEqualTo(before + 1);
        all.remove(0).release();
        assertThat(woken.get()).isEqualTo(1);
        assertThat(REARMED.get()).isEqualTo(before + 1);
        waits.close();
        all.forEach(Slab::release);
    }
}
