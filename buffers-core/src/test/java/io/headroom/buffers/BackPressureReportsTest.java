package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Public reports of memory limits that stop the wrong ones, or nobody, or for ever. */
class BackPressureReportsTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final List<ReadBuffer> opened = new ArrayList<>();
    private final List<Slab> others = new ArrayList<>();
    private MessageBuffers node;

    @AfterEach
    void allComesBack() {
        opened.forEach(ReadBuffer::close);
        others.forEach(Slab::release);
        assertThat(node.leasedBytes()).isZero();
        node.close();
    }

    private void node(MessageBuffers.Builder settings) {
        node = settings.build();
    }

    private static MessageBuffers.Builder slabs(int count) {
        return MessageBuffers.builder().memoryLimit((long) count * SLAB).lanes(false);
    }

    private ReadBuffer open(long maxFrame) {
        ReadBuffer in =
                node.connection("peer").limits(ReadLimits.maxFrame(maxFrame)).open();
        opened.add(in);
        return in;
    }

    private void othersTake(int slabs) {
        for (int i = 0; i < slabs; i++) {
            others.add(node.pool().tryLease(SLAB));
        }
    }

    private static byte[] frame(int length) {
        byte[] frame = new byte[length];
        ByteBuffer.wrap(frame).putInt(length - 4);
        return frame;
    }

    /** Public report apache/thrift#2533: a frame under its own limit that never fits beside the others is selected again without end. */
    @Test
    void aFrameThatDoesNotFitBesideTheOthersWaitsWithoutPolling() throws IOException {
        node(slabs(10));
        othersTake(6);
        ReadBuffer in = open(10 * SLAB);
        ChunkChannel channel = new ChunkChannel().has(frame(5 * SLAB));
        AtomicInteger woken = new AtomicInteger();
        ReadStatus status;
        do {
            status = in.drain(channel, IGNORE);
        } while (status == ReadStatus.MORE);
        assertThat(status).isEqualTo(ReadStatus.PAUSED);
        in.whenReadable(woken::incrementAndGet);
        int reads = channel.reads();
        for (int i = 0; i < 1000; i++) {
            Slab briefly = node.pool().tryLease(SLAB);
            if (briefly != null) {
                briefly.release();
            }
        }
        assertThat(woken).as("woken while nothing came back").hasValue(0);
        assertThat(channel.reads()).isEqualTo(reads);
        others.remove(0).release();
        assertThat(woken).hasValue(1);
        others.remove(0).release();
        do {
            status = in.drain(channel, IGNORE);
        } while (status == ReadStatus.MORE);
        assertThat(status).isEqualTo(ReadStatus.DRAINED);
        assertThat(in.frameCount()).isEqualTo(1);
    }

    /** The same report: what can never fit is refused, at its header. */
    @Test
    void aFrameThatCanNeverFitIsRefusedAtOnce() throws IOException {
        node(slabs(10));
        othersTake(6);
        assertThatIllegalArgumentException().isThrownBy(() -> open(11 * SLAB));
        ReadBuffer streaming = node.connection("peer")
                .limits(ReadLimits.maxFrame(10 * SLAB).maxStreamed(11 * SLAB))
                .open();
        opened.add(streaming);
        FrameException refused = catchThrowableOfType(
                FrameException.class, () -> Form.FED.push(streaming, frame(11 * SLAB), 0, 9, IGNORE));
        assertThat(refused.kind()).isEqualTo(FrameException.Kind.FRAME_TOO_LARGE);
        ReadBuffer contiguous = open(10 * SLAB);
        FrameException never = catchThrowableOfType(
                FrameException.class,
                () -> Form.FED.push(contiguous, frame(9 * SLAB), 0, 9, new FrameHandler<RuntimeException>() {
                    @Override
                    public Delivery onHeader(Bytes header, long frameLength) {
                        return Delivery.CONTIGUOUS;
                    }

                    @Override
                    public Next onFrame(Frame frame) {
                        throw new AssertionError("it is refused");
                    }
                }));
        assertThat(never).hasMessageContaining("MessageBuffers.memoryLimit");
    }

    /** Public report apache/cassandra#3655: a longest message above the limit of all, which was found out in traffic. */
    @Test
    void limitsThatContradictEachOtherAreRefusedBeforeTraffic() {
        node(MessageBuffers.builder().memoryLimit(MIB));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open(2 * MIB))
                .withMessageContaining("ReadLimits.maxFrame " + 2 * MIB)
                .withMessageContaining("memoryLimit, which is " + MIB);
        ReadBuffer equal = open(MIB);
        assertThatIllegalArgumentException().isThrownBy(() -> equal.limits(ReadLimits.maxFrame(MIB + 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.connection("peer")
                        .limits(ReadLimits.maxFrame(MIB))
                        .limitsUntilTrusted(ReadLimits.maxFrame(MIB + 1))
                        .open());
    }

    /** Public report apache/kafka#2330: a thread that waits for memory stops all its connections, not only the one. */
    @Test
    void aConnectionIsPausedAndItsThreadGoesOn() throws IOException {
        node(slabs(10));
        ReadBuffer full = open(9 * SLAB);
        Form.SCATTERING.push(full, frame(9 * SLAB), 0, 9 * SLAB - 10, IGNORE);
        othersTake((int) (10 - node.leasedBytes() / SLAB));
        ReadBuffer next = open(2 * SLAB);
        ByteBuffer received = ByteBuffer.wrap(frame(300)); // out of the socket already, as with TLS
        assertThat(next.feed(received.limit(100), IGNORE)).isEqualTo(ReadStatus.PAUSED);
        assertThat(node.sweep(0).paused()).isEqualTo(1);
        AtomicInteger woken = new AtomicInteger();
        next.whenReadable(woken::incrementAndGet);
        assertThat(woken).hasValue(0);
        full.close();
        assertThat(woken).as("woken without anything new in the socket").hasValue(1);
        assertThat(next.feed(received.limit(300), IGNORE)).isEqualTo(ReadStatus.DRAINED);
        assertThat(next.frameCount()).isEqualTo(1);
        assertThat(node.sweep(0).paused()).isZero();
    }

    /** Public reports netty/netty#9252 and netty/netty#13104: reads go on though they were stopped, since only the last one is looked at. */
    @Test
    void nothingIsReadWhilePausedHoweverOftenTheSocketIsReady() throws IOException {
        node(slabs(4));
        othersTake(4);
        ReadBuffer in = open(SLAB);
        ChunkChannel channel = new ChunkChannel().has(frame(100));
        for (int i = 0; i < 100; i++) {
            assertThat(in.drain(channel, IGNORE)).isEqualTo(ReadStatus.PAUSED);
        }
        assertThat(channel.reads()).isZero();
        others.remove(0).release();
        assertThat(in.drain(channel, IGNORE)).isEqualTo(ReadStatus.DRAINED);
        assertThat(channel.reads()).isEqualTo(1);
    }

    /** Public report infinidysk/infinidysk#840: streams that stand still have all memory, and only a restart helps. */
    @Test
    void aConnectionThatStandsStillMakesRoomAtItsDeadline() throws IOException {
        node(slabs(8).deadlines(Deadlines.defaults().frame(Duration.ofSeconds(10))));
        List<ReadBuffer> stalled = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            stalled.add(open(2 * SLAB));
            Form.SCATTERING.push(stalled.get(i), frame(2 * SLAB), 0, SLAB - 10, IGNORE);
        }
        othersTake((int) (8 - node.leasedBytes() / SLAB));
        node.sweep(0);
        ReadBuffer ninth = open(2 * SLAB);
        Form.Source source = Form.SCATTERING.of(frame(2 * SLAB), 0, 2 * SLAB);
        assertThat(source.step(ninth, IGNORE)).isEqualTo(ReadStatus.PAUSED);
        AtomicInteger woken = new AtomicInteger();
        ninth.whenReadable(woken::incrementAndGet);
        node.sweep(9 * SECOND);
        assertThat(woken).hasValue(0);
        assertThat(node.sweep(10 * SECOND).evicted())
                .isNotEmpty()
                .allSatisfy(suspect -> assertThat(suspect.cause()).isEqualTo(Suspect.Cause.DEADLINE));
        assertThat(woken).hasValue(1);
        assertThat(stalled.get(0).isOpen()).isFalse();
        while (source.remaining() > 0) {
            assertThat(source.step(ninth, IGNORE)).isIn(ReadStatus.DRAINED, ReadStatus.MORE);
        }
        assertThat(ninth.frameCount()).isEqualTo(1);
    }

    /** Public report scylladb/scylladb#2453: one very long message holds up everybody until it is there. */
    @Test
    void oneFrameThatFillsNearlyAllMemoryDoesNotHoldUpShortOnes() throws IOException {
        int longest = 64 * SLAB * 9 / 10;
        node(MessageBuffers.builder().memoryLimit(64 * SLAB));
        ReadBuffer slow = open(longest);
        byte[] frame = frame(longest);
        Form.SCATTERING.push(slow, frame, 0, longest - 10 * 1024, IGNORE);
        List<ReadBuffer> quick = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            quick.add(open(longest));
        }
        for (int at = longest - 10 * 1024, round = 1; at < longest; at += 1024, round++) {
            for (ReadBuffer in : quick) {
                assertThat(Form.SCATTERING.push(in, frame(500), IGNORE)).isEqualTo(ReadStatus.DRAINED);
                assertThat(in.frameCount()).isEqualTo(round);
            }
            Form.SCATTERING.push(slow, frame, at, at + 1024, IGNORE);
        }
        assertThat(slow.frameCount()).isEqualTo(1);
    }
}
