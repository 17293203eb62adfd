package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.FrameException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies of the application's that throw, take their time, or close connections themselves: sweeps go on as before. */
class EvictionPolicyTest {
    private static final int SLAB = 64 << 10;
    private static final long SECOND = 1_000_000_000;

    private final Map<Object, ReadBuffer> open = new HashMap<>();
    private final List<Throwable> uncaught = new ArrayList<>();
    private final Thread.UncaughtExceptionHandler before =
            Thread.currentThread().getUncaughtExceptionHandler();
    private MessageBuffers node = MessageBuffers.builder().build();

    @AfterEach
    void close() {
        Thread.currentThread().setUncaughtExceptionHandler(before);
        node.close();
        assertThat(node.committedBytes()).isZero();
    }

    /** A node with so many connections that are all late at the second sweep. */
    private void nodeWithLate(int peers, EvictionPolicy policy) throws FrameException {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        node.close();
        node = MessageBuffers.builder()
                .memoryLimit(64 * SLAB)
                .deadlines(Deadlines.defaults().frame(Duration.ofSeconds(10)))
                .evictionPolicy(policy)
                .build();
        for (int i = 0; i < peers; i++) {
            ReadBuffer in = node.connection(i).open();
            in.feed(ByteBuffer.allocate(3), frame -> Next.CONTINUE);
            open.put(i, in);
        }
        node.sweep(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void whatAPolicyThrowsKeepsNobodyElseFromBeingClosed(int throwsAt) throws FrameException {
        RuntimeException thrown = new IllegalStateException("of the policy");
        List<Object> asked = new ArrayList<>();
        nodeWithLate(3, suspect -> {
            asked.add(suspect.peer());
            if (asked.size() == throwsAt + 1) {
                throw thrown;
            }
            return true;
        });
        SweepReport report = node.sweep(10 * SECOND);
        Object spared = asked.get(throwsAt);
        assertThat(asked).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(report.evicted()).hasSize(2);
        assertThat(uncaught).containsExactly(thrown);
        open.forEach((peer, in) -> {
            assertThat(in.isOpen()).as("peer %s", peer).isEqualTo(peer.equals(spared));
            assertThat(in.evicted() == null).as("peer %s", peer).isEqualTo(peer.equals(spared));
        });
        assertThat(node.sweep(11 * SECOND).evicted()).hasSize(1);
        assertThat(open.get(spared).isOpen()).isFalse();
        BufferStats stats = node.stats(new BufferStats());
        assertThat(stats.evictions()).isEqualTo(3);
        assertThat(stats.closed()).isEqualTo(3);
    }

    @Test
    void aConnectionThatThePolicyHasClosedIsNoEviction() throws FrameException {
        nodeWithLate(3, suspect -> {
            open.forEach((peer, in) -> {
                if (!peer.equals(suspect.peer())) {
                    in.close();
                }
            });
            return true;
        });
        SweepReport report = node.sweep(10 * SECOND);
        assertThat(report.evicted()).hasSize(1);
        assertThat(open.values()).noneMatch(ReadBuffer::isOpen);
        assertThat(open.values()).filteredOn(in -> in.evicted() != null).hasSize(1);
        BufferStats stats = node.stats(new BufferStats());
        assertThat(stats.evictions()).isEqualTo(1);
        assertThat(stats.closed()).isEqualTo(3);
    }

    /** The policy waits for somebody who asks for the figures: whoever scrapes is not held up by a policy that takes its time. */
    @Test
    void statisticsAreToBeHadWhileThePolicyDecides() throws FrameException {
        ExecutorService scraper = Executors.newSingleThreadExecutor();
        try {
            nodeWithLate(1, suspect -> {
                try {
                    BufferStats stats =
                            scraper.submit(() -> node.stats(new BufferStats())).get(20, TimeUnit.SECONDS);
                    return stats.connections() == 1;
                } catch (ExecutionException | InterruptedException | java.util.concurrent.TimeoutException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(node.sweep(10 * SECOND).evicted()).hasSize(1);
            assertThat(uncaught).isEmpty();
        } finally {
            scraper.shutdownNow();
        }
    }
}
