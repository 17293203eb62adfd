package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.memory.MemoryBudget;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However many newcomers send half frames: who has earned it goes on as if they were not there, and newcomers go on one after the other. */
class NewcomersTest {
    private static final int SLAB = 64 << 10;
    private static final int FRAME = 16 * SLAB;
    private static final int NEWCOMERS = 300;
    private static final long SECOND = 1_000_000_000;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final byte[] frame = ByteBuffer.allocate(FRAME).putInt(FRAME - 4).array();
    private final byte[] ping = ByteBuffer.allocate(1000).putInt(996).array();
    private final MemoryBudget budget = MemoryBudget.of(512 * SLAB);
    private final List<Peer> peers = new ArrayList<>();
    private final Deque<Peer> ready = new ArrayDeque<>();
    private MessageBuffers node;

    @AfterEach
    void allComesBack() {
        peers.forEach(peer -> peer.in.close());
        assertThat(node.leasedBytes()).isZero();
        assertThat(budget.newcomers().chargedBytes()).as("charged to newcomers").isZero();
        node.close();
        assertThat(budget.committedBytes()).isZero();
    }

    /** A connection, and what its peer has sent. */
    private final class Peer {
        private final ReadBuffer in;
        private final ChunkChannel channel = new ChunkChannel();
        private ReadStatus status = ReadStatus.DRAINED;
        private int pauses;

        Peer(boolean contiguous) {
            ReadBufferBuilder settings = node.connection(this).limits(ReadLimits.maxFrame(FRAME));
            in = (contiguous ? settings.contiguous() : settings).open();
            peers.add(this);
        }

        Peer sends(int from, int to) throws IOException {
            channel.has(frame, from, to);
            goOn();
            return this;
        }

        Peer sendsWhole(int frames) throws IOException {
            for (int i = 0; i < frames; i++) {
                sends(0, FRAME);
            }
            return this;
        }

        void goOn() throws IOException {
            do {
                status = in.drain(channel, IGNORE);
                assertThat(budget.committedBytes()).isLessThanOrEqualTo(budget.limitBytes());
            } while (status == ReadStatus.MORE);
            if (status == ReadStatus.PAUSED) {
                pauses++;
                in.whenReadable(() -> ready.add(this));
            }
        }
    }

    private void open(boolean heap) {
        MessageBuffers.Builder settings = MessageBuffers.builder()
                .slabBytes(SLAB)
                .budget(budget)
                .deadlines(Deadlines.defaults().frame(Duration.ofSeconds(10)).lane(Duration.ofSeconds(2)));
        node = (heap ? settings.heap() : settings).build();
    }

    private void goOn() throws IOException {
        for (Peer peer = ready.poll(); peer != null; peer = ready.poll()) {
            peer.goOn();
        }
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void whoHasEarnedItIsNeverPausedByHalfFramesOfNewcomers(boolean heap, boolean contiguous) throws IOException {
        open(heap);
        Peer earned = new Peer(contiguous).sendsWhole(3);
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(contiguous).sends(0, FRAME / 2);
            earned.sends(0, FRAME / 3);
            goOn();
            earned.sends(FRAME / 3, FRAME);
        }
        assertThat(earned.pauses).isZero();
        assertThat(earned.in.frameCount()).isEqualTo(3 + NEWCOMERS);
        assertThat(peers).filteredOn(peer -> peer.status == ReadStatus.PAUSED).hasSizeGreaterThan(NEWCOMERS / 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theirHalfFramesAreGoneWithinADeadlineForEachTurn(boolean heap) throws IOException {
        open(heap);
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(false).sends(0, FRAME / 2);
        }
        Peer honest = new Peer(false);
        honest.sends(0, FRAME);
        long now = 0;
        for (int second = 0; second < 3 * NEWCOMERS && honest.in.frameCount() == 0; second++) {
            node.sweep(now += SECOND);
            goOn();
        }
        assertThat(honest.in.frameCount()).isEqualTo(1);
        assertThat(honest.in.evicted()).isNull();
    }

    @Test
    void theyNeverHaveMoreThanTheirPart() throws IOException {
        open(false);
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(false).sends(0, FRAME / 2);
        }
        assertThat(budget.newcomers().chargedBytes())
                .isLessThanOrEqualTo(budget.newcomers().limitBytes());
    }

    @Test
    void smallMessagesOfNewcomersGoThroughMeanwhile() throws IOException {
        open(false);
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(false).sends(0, FRAME / 2);
        }
        Peer small = new Peer(false);
        for (int i = 0; i < 100; i++) {
            small.channel.has(ping, 0, 700);
            small.goOn();
            small.channel.has(ping, 700, 1000);
            small.goOn();
        }
        assertThat(small.pauses).isZero();
        assertThat(small.in.frameCount()).isEqualTo(100);
    }

    @Test
    void whoWaitsWithASmallMessageGoesOnOnceThereIsRoomForSmallOnes() throws IOException {
        open(false);
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(false).sends(0, FRAME / 2);
        }
        byte[] message = ByteBuffer.allocate(4000).putInt(3996).array();
        List<Peer> slow = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            Peer peer = new Peer(false);
            peer.channel.has(message, 0, 3500);
            peer.goOn();
            slow.add(peer);
        }
        Peer small = new Peer(false);
        small.channel.has(message, 0, 4000);
        small.goOn();
        assertThat(small.status)
                .as("while others have what is kept for small ones")
                .isEqualTo(ReadStatus.PAUSED);
        slow.forEach(peer -> peer.in.close());
        goOn();
        assertThat(small.in.frameCount()).isEqualTo(1);
    }

    @Test
    void aFrameThatTheApplicationKeepsIsNotTheirs() throws IOException {
        open(false);
        Peer peer = new Peer(false);
        List<ByteBuf> kept = new ArrayList<>();
        peer.channel.has(frame);
        ReadStatus status;
        do {
            status = peer.in.drain(peer.channel, frame -> {
                kept.add(frame.share());
                return Next.CONTINUE;
            });
        } while (status == ReadStatus.MORE);
        assertThat(budget.newcomers().chargedBytes()).isZero();
        assertThat(node.leasedBytes()).isGreaterThanOrEqualTo(FRAME);
        kept.forEach(ByteBuf::release);
    }

    @Test
    void aTrustedPeerIsNoNewcomer() throws IOException {
        open(false);
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(false).sends(0, FRAME / 2);
        }
        Peer trusted = new Peer(false);
        trusted.in.trusted(true);
        trusted.sendsWhole(1);
        assertThat(trusted.pauses).isZero();
        assertThat(trusted.in.frameCount()).isEqualTo(1);
    }

    @Test
    void lendsAsMuchAsIsAskedForBehindASmallMessageOrNothing() throws IOException {
        open(false);
        Peer small = new Peer(false);
        small.channel.has(ping, 0, 700);
        small.goOn();
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(false).sends(0, FRAME / 2);
        }
        for (int least : new int[] {1, 300, 3396, 3397, 5000, SLAB}) {
            ByteBuffer room = small.in.writable(least);
            if (room != null) {
                assertThat(room.remaining()).isGreaterThanOrEqualTo(least);
                small.in.received(0, IGNORE);
            }
        }
    }

    @Test
    void whoWaitsForTheirPartGoesOnWhenNothingIsDividedAnyMore() throws IOException {
        open(false);
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(false).sends(0, FRAME / 2);
        }
        ready.clear();
        node.connection("wide").limits(ReadLimits.maxFrame(120 * SLAB)).open().close();
        assertThat(budget.newcomers().limitBytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(ready).isNotEmpty();
    }

    /** What comes behind a frame that is passed on, in the same read, may be the beginning of a long one. */
    @Test
    void theyNeverHaveMoreThanTheirPartBehindFramesThatArePassedOn() throws IOException {
        open(false);
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(false).sends(0, FRAME / 2);
        }
        FrameHandler<RuntimeException> streams = new FrameHandler<>() {
            @Override
            public Delivery onHeader(Bytes header, long length) {
                return length == 600 ? Delivery.SKIP : Delivery.WHOLE;
            }

            @Override
            public Next onFrame(Frame frame) {
                return Next.CONTINUE;
            }
        };
        byte[] passed = ByteBuffer.allocate(600).putInt(596).array();
        for (int i = 0; i < NEWCOMERS; i++) {
            Peer peer = new Peer(false);
            peer.channel.has(passed, 0, 550);
            peer.in.drain(peer.channel, streams);
            byte[] rest = new byte[50 + FRAME / 2];
            System.arraycopy(frame, 0, rest, 50, FRAME / 2);
            peer.channel.has(rest);
            while (peer.in.drain(peer.channel, streams) == ReadStatus.MORE) {}
        }
        assertThat(budget.newcomers().chargedBytes())
                .isLessThanOrEqualTo(budget.newcomers().limitBytes());
    }

    /** Their headers are read, to tell them from small messages, and wait elsewhere. */
    @ParameterizedTest
    @ValueSource(ints = {9, 100, FRAME / 2})
    void smallMessagesGoThroughHoweverManyHeadersOfLongFramesWait(int sent) throws IOException {
        open(false);
        for (int i = 0; i < NEWCOMERS; i++) {
            new Peer(false).sends(0, FRAME / 2);
        }
        for (int i = 0; i < 10 * NEWCOMERS; i++) {
            new Peer(false).sends(0, sent);
        }
        Peer small = new Peer(false);
        for (int i = 0; i < 100; i++) {
            small.channel.has(ping, 0, 700);
            small.goOn();
            small.channel.has(ping, 700, 1000);
            small.goOn();
        }
        assertThat(small.pauses).isZero();
        assertThat(small.in.frameCount()).isEqualTo(100);
    }
}
