package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.memory.MemoryBudget;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A node with several threads that read, one that gives back what they keep, one that sweeps and trims, and one that closes, over too little
 * memory for all: every connection gets all its frames or is closed, and all comes back.
 */
class NodeStressTest {
    private static final int SLAB = 4096;
    private static final int LONGEST = 4 * SLAB;
    private static final int READERS = 3;
    private static final int CONNECTIONS = 60;
    private static final int FRAMES = 100;

    /** Few enough connections for each that their half frames leave room in its share for one of them to go on. */
    private static final int KEYS = 20;

    private final MemoryBudget budget = MemoryBudget.of(48 * SLAB);
    private final MessageBuffers node = MessageBuffers.builder()
            .budget(budget)
            .slabBytes(SLAB)
            .readBudget(2 * SLAB)
            .keyShare(20 * SLAB)
            .connectionShare(12 * SLAB)
            .build();
    private final Queue<Peer> work = new ConcurrentLinkedQueue<>();
    private final Queue<ByteBuf> kept = new ConcurrentLinkedQueue<>();
    private final List<Peer> peers = new ArrayList<>();
    private final CountDownLatch open = new CountDownLatch(CONNECTIONS);
    private final AtomicInteger pauses = new AtomicInteger();
    private volatile Throwable failure;

    /** A connection whose peer sends its frames in pieces, and which one thread at a time works on. */
    private final class Peer implements FrameHandler<RuntimeException> {
        private final ReadBuffer in;
        private final ChunkChannel channel = new ChunkChannel();
        private final SplittableRandom random;
        private final byte[] stream;
        private final AtomicBoolean done = new AtomicBoolean();
        private int sent;
        private int delivered;

        /** How often it is in the queue or about to be: a wake-up may come while a thread is still leaving. */
        private final AtomicInteger turns = new AtomicInteger();

        Peer(int number) {
            random = new SplittableRandom(number);
            int[] lengths = new int[FRAMES];
            for (int i = 0; i < FRAMES; i++) {
                lengths[i] = random.nextInt(10) < 7 ? random.nextInt(5, 500) : random.nextInt(SLAB, LONGEST + 1);
            }
            stream = NumberedFrames.stream(lengths);
            in = node.connection(number)
                    .key(number % KEYS)
                    .framing(CountedNode.FRAMING)
                    .limits(ReadLimits.maxFrame(LONGEST))
                    .open();
        }

        void wake() {
            if (turns.getAndIncrement() == 0) {
                work.add(this);
            }
        }

        void work() throws IOException {
            int seen = turns.get();
            if (channel.remaining() == 0 && sent < stream.length) {
                int more = Math.min(stream.length - sent, random.nextInt(1, 2 * SLAB));
                channel.has(stream, sent, sent + more);
                sent += more;
            }
            ReadStatus status = in.drain(channel, this);
            if (status == ReadStatus.PAUSED) {
                pauses.incrementAndGet();
                in.whenReadable(this::wake);
            } else if (status == ReadStatus.CLOSED || (status == ReadStatus.DRAINED && sent == stream.length)) {
                finish();
            } else {
                turns.incrementAndGet();
            }
            if (turns.addAndGet(-seen) > 0) {
                work.add(this);
            }
        }

        private void finish() {
            if (done.compareAndSet(false, true)) {
                in.close();
                open.countDown();
            }
        }

        @Override
        public Next onFrame(Frame frame) {
            delivered++;
            assertThat((byte) NumberedFrames.number(frame.bytes())).isEqualTo((byte) delivered);
            if (random.nextInt(4) == 0) {
                kept.add(random.nextBoolean() ? frame.share() : frame.detach());
            }
            return Next.CONTINUE;
        }
    }

    /** Does something again and again until all connections are done. */
    private Thread start(String name, Step step) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (open.getCount() > 0 && failure == null) {
                            step.take();
                        }
                    } catch (Throwable e) {
                        failure = e;
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private interface Step {
        void take() throws Exception;
    }

    private void read() throws IOException {
        Peer peer = work.poll();
        if (peer == null) {
            Thread.onSpinWait();
        } else {
            peer.work();
            assertThat(budget.committedBytes()).isLessThanOrEqualTo(budget.limitBytes());
        }
    }

    private void releaseOne() throws InterruptedException {
        ByteBuf bytes = kept.poll();
        if (bytes == null) {
            Thread.sleep(0, 1);
        } else {
            bytes.release();
        }
    }

    @Test
    @Timeout(60)
    void deliversOrClosesEverythingAndGivesAllBack() throws Throwable {
        for (int i = 0; i < CONNECTIONS; i++) {
            peers.add(new Peer(i));
        }
        List<Thread> threads = new ArrayList<>();
        peers.forEach(Peer::wake);
        for (int i = 0; i < READERS; i++) {
            threads.add(start("reader-" + i, this::read));
        }
        threads.add(start("releaser", this::releaseOne));
        SplittableRandom random = new SplittableRandom(1);
        threads.add(start("closer", () -> {
            Peer victim = peers.get(random.nextInt(CONNECTIONS / 6));
            if (random.nextInt(20) == 0) {
                victim.in.close();
                victim.wake();
            }
            node.trim();
            Thread.sleep(1);
        }));
        long[] now = {0};
        threads.add(start("sweeper", () -> {
            node.sweep(now[0] += 1000);
            Thread.sleep(1);
        }));
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure != null) {
            throw failure;
        }
        kept.forEach(ByteBuf::release);
        for (Peer peer : peers.subList(CONNECTIONS / 6, CONNECTIONS)) {
            assertThat(peer.in.frameCount()).isEqualTo(FRAMES);
        }
        assertThat(pauses).hasPositiveValue();
        assertThat(node.leasedBytes()).isZero();
        node.close();
        assertThat(budget.committedBytes()).isZero();
    }
}
