package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A memory limit that half frames have filled: one connection after the other can complete its frame all the same, in what is kept back. */
class CompletionLaneTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;
    private static final int FRAME = MIB;
    private static final long SECOND = 1_000_000_000;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    /** A handler that alone wants frames in one piece. */
    private static final FrameHandler<RuntimeException> IN_ONE_PIECE = new FrameHandler<>() {
        @Override
        public Next onFrame(Frame frame) {
            assertThat(frame.bytes().partCount()).isEqualTo(1);
            return Next.CONTINUE;
        }

        @Override
        public Delivery onHeader(Bytes header, long frameLength) {
            return Delivery.CONTIGUOUS;
        }
    };

    private FrameHandler<RuntimeException> handler = IGNORE;
    private final MemoryBudget budget = MemoryBudget.of(6 * MIB);
    private final List<Peer> peers = new ArrayList<>();
    private final Deque<Peer> ready = new ArrayDeque<>();
    private MessageBuffers node;

    @AfterEach
    void allComesBack() {
        peers.forEach(peer -> peer.in.close());
        assertThat(node.leasedBytes()).isZero();
        node.close();
        assertThat(budget.committedBytes()).isZero();
    }

    /** A connection and what its peer still sends. */
    private final class Peer {
        private final ReadBuffer in;
        private final ChunkChannel channel = new ChunkChannel();
        private final byte[] frame = new byte[FRAME];
        private int sent;
        private ReadStatus status = ReadStatus.DRAINED;

        Peer(boolean contiguous) {
            ByteBuffer.wrap(frame).putInt(FRAME - 4);
            ReadBufferBuilder settings = node.connection(this).limits(ReadLimits.maxFrame(FRAME));
            in = (contiguous ? settings.contiguous() : settings).open();
            peers.add(this);
        }

        void sends(int bytes) throws IOException {
            channel.has(frame, sent, sent + bytes);
            sent += bytes;
            goOn();
        }

        void goOn() throws IOException {
            do {
                status = in.drain(channel, handler);
                assertThat(budget.committedBytes()).isLessThanOrEqualTo(budget.limitBytes());
            } while (status == ReadStatus.MORE);
            if (status == ReadStatus.PAUSED) {
                in.whenReadable(() -> ready.add(this));
            }
        }
    }

    private void open(boolean heap, Deadlines deadlines) {
        MessageBuffers.Builder settings =
                MessageBuffers.builder().budget(budget).deadlines(deadlines);
        node = (heap ? settings.heap() : settings).build();
    }

    /** Half frames until there is memory for no more of them. */
    private void fill(boolean contiguous) throws IOException {
        for (int i = 0; i < 40; i++) {
            new Peer(contiguous).sends(FRAME / 2 - SLAB);
        }
        assertThat(peers).anySatisfy(peer -> assertThat(peer.status).isEqualTo(ReadStatus.PAUSED));
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void letsEveryHonestPeerCompleteOneAfterTheOther(boolean heap, boolean contiguous) throws IOException {
        open(heap, Deadlines.defaults());
        fill(contiguous);
        for (Peer peer : peers) {
            if (peer.status == ReadStatus.DRAINED) {
                peer.sends(FRAME - peer.sent);
            }
        }
        int turns = 0;
        while (!ready.isEmpty()) {
            assertThat(++turns).as("wake-ups").isLessThan(10_000);
            Peer peer = ready.remove();
            peer.goOn();
            if (peer.status == ReadStatus.DRAINED && peer.sent < FRAME) {
                peer.sends(FRAME - peer.sent);
            }
        }
        assertThat(peers).allSatisfy(peer -> assertThat(peer.in.frameCount()).isEqualTo(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isWideEnoughForAFrameThatItsHandlerAloneWantsInOnePiece(boolean heap) throws IOException {
        handler = IN_ONE_PIECE;
        open(heap, Deadlines.defaults());
        Peer first = new Peer(false);
        first.sends(FRAME); // the first of its length tells what is to be kept back
        node.trim();
        List<Slab> taken = new ArrayList<>();
        for (Slab slab = node.pool().tryLease(SLAB);
                slab != null;
                slab = node.pool().tryLease(SLAB)) {
            taken.add(slab);
        }
        Peer honest = new Peer(false);
        honest.sends(FRAME);
        assertThat(honest.in.frameCount()).isEqualTo(1);
        taken.forEach(Slab::release);
    }

    @Test
    void isTakenFromAHolderThatDoesNotGoOn() throws IOException {
        open(false, Deadlines.defaults().lane(Duration.ofSeconds(5)).frame(Duration.ofHours(1)));
        fill(false);
        // All that were not paused are silent from now on. The first that waits gets the lane, and is silent too.
        long now = 0;
        int evictedInLane = 0;
        List<Suspect> evicted = new ArrayList<>();
        for (int i = 0; i < 100 && evicted.size() < 5; i++) {
            while (!ready.isEmpty()) {
                ready.remove().goOn();
            }
            evicted.addAll(node.sweep(now += SECOND).evicted());
        }
        for (Suspect suspect : evicted) {
            assertThat(suspect.cause()).isEqualTo(Suspect.Cause.STALLED_IN_LANE);
            assertThat(((Peer) suspect.peer()).in.isOpen()).isFalse();
            evictedInLane++;
        }
        assertThat(evictedInLane).isGreaterThan(0);
    }

    @Test
    void recoversByTheDeadlineFromHalfFramesThatNobodyCompletes() throws IOException {
        open(false, Deadlines.defaults().frame(Duration.ofSeconds(10)));
        fill(false);
        Peer honest = new Peer(false);
        honest.sends(FRAME / 2);
        long now = 0;
        for (int second = 0; second < 200 && honest.in.frameCount() == 0; second++) {
            node.sweep(now += SECOND);
            for (Peer peer = ready.poll(); peer != null; peer = ready.poll()) {
                peer.goOn();
            }
            if (honest.status == ReadStatus.DRAINED && honest.sent < FRAME) {
                honest.sends(Math.min(FRAME / 8, FRAME - honest.sent));
            }
        }
        assertThat(honest.in.frameCount()).isEqualTo(1);
        assertThat(honest.in.evicted()).isNull();
    }

    @Test
    void oneSlowPeerDoesNotBlockTheOthers() throws IOException {
        open(false, Deadlines.defaults());
        Peer slow = new Peer(false);
        slow.sends(FRAME / 2);
        AtomicInteger small = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            slow.sends(1);
            Peer other = new Peer(false);
            byte[] frame = new byte[100];
            ByteBuffer.wrap(frame).putInt(96);
            other.channel.has(frame);
            assertThat(other.in.drain(other.channel, shown -> {
                        small.incrementAndGet();
                        return Next.CONTINUE;
                    }))
                    .isEqualTo(ReadStatus.DRAINED);
        }
        assertThat(small).hasValue(100);
    }

    @Test
    void letsSmallMessagesThroughWhileLongFramesHaveAllMemory() throws IOException {
        open(false, Deadlines.defaults());
        fill(false);
        Peer control = new Peer(false);
        byte[] ping = new byte[40];
        ByteBuffer.wrap(ping).putInt(36);
        for (int i = 0; i < 100; i++) {
            control.channel.has(ping);
            control.goOn();
            assertThat(control.status).isNotEqualTo(ReadStatus.PAUSED);
        }
        assertThat(control.in.frameCount()).isEqualTo(100);
    }

    @Test
    void keepsNetworksThatShareABudgetWithinIt() throws IOException {
        open(false, Deadlines.defaults());
        try (MessageBuffers other =
                MessageBuffers.builder().budget(budget).heap().build()) {
            fill(false);
            ReadBuffer in = other.connection("other network")
                    .limits(ReadLimits.maxFrame(FRAME))
                    .open();
            byte[] frame = new byte[FRAME];
            ByteBuffer.wrap(frame).putInt(FRAME - 4);
            ReadStatus status = Form.SCATTERING.push(in, frame, IGNORE);
            assertThat(status).isIn(ReadStatus.DRAINED, ReadStatus.PAUSED);
            assertThat(budget.committedBytes()).isLessThanOrEqualTo(budget.limitBytes());
            in.close();
            assertThat(other.leasedBytes()).isZero();
        }
    }

    @Test
    void theHolderThatIsRefusedInTheLaneGoesOnWhenTheApplicationGivesBackWhatItKeptOfIt() throws Exception {
        open(false, Deadlines.defaults());
        List<ByteBuf> kept = new ArrayList<>();
        FrameHandler<RuntimeException> keep = frame -> {
            kept.add(frame.share());
            return Next.CONTINUE;
        };
        Peer peer = new Peer(true);
        peer.sends(100);
        List<Slab> others = new ArrayList<>();
        for (Slab slab = lease(); slab != null; slab = lease()) {
            others.add(slab);
        }
        assertThat(peer.in.feed(ByteBuffer.wrap(peer.frame, 100, FRAME - 100), keep))
                .isEqualTo(ReadStatus.DRAINED);
        ByteBuffer second = ByteBuffer.wrap(peer.frame);
        do {
            second.limit(Math.min(FRAME, second.position() + 1000));
        } while (peer.in.feed(second, keep) == ReadStatus.DRAINED);
        peer.in.whenReadable(() -> ready.add(peer));
        assertThat(ready).isEmpty();
        kept.remove(0).release();
        assertThat(ready).containsExactly(peer);
        assertThat(peer.in.feed(second.limit(FRAME), keep)).isEqualTo(ReadStatus.DRAINED);
        assertThat(kept).hasSize(1);
        kept.remove(0).release();
        others.forEach(Slab::release);
    }

    private @Nullable Slab lease() {
        return node.pool().tryLease(SLAB);
    }
}
