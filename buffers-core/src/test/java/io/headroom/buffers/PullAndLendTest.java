package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Frames that are pulled, and room that is lent: both keep the buffer in use between two calls. */
class PullAndLendTest {
    private static final int SLAB = 4096;

    private final MessageBuffers buffers =
            MessageBuffers.builder().slabBytes(SLAB).memoryLimit(8 * SLAB).build();
    private final ReadBuffer in = buffers.connection("peer")
            .framing(LengthField.ofBytes(2))
            .limits(ReadLimits.maxFrame(4 * SLAB))
            .open();
    private final AtomicInteger frames = new AtomicInteger();
    private final FrameHandler<RuntimeException> count = frame -> {
        frames.incrementAndGet();
        return Next.CONTINUE;
    };

    @AfterEach
    void allComesBack() {
        in.close();
        assertThat(buffers.pool().leasedBytes()).isZero();
        buffers.close();
    }

    private static byte[] frame(int length) {
        return ByteBuffer.allocate(length).putShort((short) (length - 2)).array();
    }

    @Test
    void aPullerWhoClosesBeforeTheLastFrameGivesAllBack() throws Exception {
        ChunkChannel channel = new ChunkChannel()
                .has(ByteBuffer.allocate(30).put(frame(10)).put(frame(20)).array());
        in.read(channel);
        assertThat(in.poll()).isNotNull();
        in.close();
        assertThat(buffers.pool().leasedBytes()).isZero();
        assertThat(in.poll()).isNull();
        assertThat(in.read(channel)).isEqualTo(ReadStatus.CLOSED);
        assertThat(in.closeAndTakeUnread().hasRemaining()).isFalse();
    }

    @Test
    void aPulledFrameIsValidUntilTheNextCallWhoeverCloses() throws Exception {
        byte[] two = ByteBuffer.allocate(3 * SLAB + 10)
                .put(frame(10))
                .put(frame(3 * SLAB))
                .array();
        ChunkChannel channel = new ChunkChannel().has(two);
        List<Integer> lengths = new ArrayList<>();
        while (channel.remaining() > 0) {
            in.read(channel);
            for (Frame frame = in.poll(); frame != null; frame = in.poll()) {
                lengths.add(frame.length());
                Thread closer = new Thread(in::close);
                closer.start();
                closer.join();
                assertThat(frame.bytes().getUnsignedShort(0)).isEqualTo(frame.length() - 2);
                assertThat(in.heldBytes()).isPositive();
            }
            if (!in.isOpen()) {
                break;
            }
        }
        assertThat(lengths).containsExactly(10);
        assertThat(in.heldBytes()).isZero();
        assertThat(in.read(channel)).isEqualTo(ReadStatus.CLOSED);
        assertThat(in.poll()).isNull();
    }

    @Test
    void doesNotReadOnBeforeAllIsPulledAndThenHoldsNothing() throws IOException {
        ChunkChannel channel = new ChunkChannel()
                .has(ByteBuffer.allocate(20).put(frame(10)).put(frame(10)).array());
        assertThat(in.read(channel)).isEqualTo(ReadStatus.DRAINED);
        assertThat(in.read(channel)).isEqualTo(ReadStatus.MORE);
        assertThat(channel.reads()).isEqualTo(1);
        assertThat(in.poll()).isNotNull();
        assertThat(in.poll()).isNotNull();
        assertThat(in.poll()).isNull();
        assertThat(in.heldBytes()).isZero();
        assertThat(in.read(channel.ends())).isEqualTo(ReadStatus.END);
        assertThat(in.read(channel)).isEqualTo(ReadStatus.END);
    }

    @Test
    void refusesToDrainWhileAFrameIsPulled() throws IOException {
        in.read(new ChunkChannel().has(frame(10)));
        assertThat(in.poll()).isNotNull();
        assertThatIllegalStateException().isThrownBy(() -> in.drain(new ChunkChannel(), count));
        assertThatIllegalStateException().isThrownBy(() -> in.writable(1));
        assertThatIllegalStateException().isThrownBy(in::closeAndTakeUnread);
        assertThat(in.poll()).isNull();
        assertThat(in.drain(new ChunkChannel().has(frame(10)), count)).isEqualTo(ReadStatus.DRAINED);
    }

    @Test
    void aFailureWhilePullingHoldsNothing() throws IOException {
        byte[] bad = {0, 1, 7, (byte) 0xff, (byte) 0xff};
        in.read(new ChunkChannel().has(bad));
        assertThat(in.poll()).isNotNull();
        FrameException first = catchThrowableOfType(FrameException.class, in::poll);
        assertThat(first.kind()).isEqualTo(FrameException.Kind.FRAME_TOO_LARGE);
        assertThat(in.heldBytes()).isZero();
        assertThat(catchThrowableOfType(FrameException.class, in::poll)).isSameAs(first);
    }

    @Test
    void lendsLittleWhileNothingHasArrived() throws IOException {
        ByteBuffer room = in.writable(1);
        assertThat(room.remaining()).isEqualTo(256);
        assertThat(in.heldBytes()).isEqualTo(256);
        assertThat(in.received(0, count)).isEqualTo(ReadStatus.DRAINED);
        assertThat(in.heldBytes()).isZero();
    }

    @Test
    void lendsAtLeastWhatIsAskedForWhateverIsPending() throws IOException {
        byte[] stream = frame(3 * SLAB);
        for (int pending : new int[] {1, 2, 100, 255, 256, 1000, SLAB - 1, SLAB, SLAB + 1, 2 * SLAB + 7}) {
            for (int least : new int[] {1, 256, 1000, SLAB}) {
                try (ReadBuffer other = buffers.connection("peer")
                        .framing(LengthField.ofBytes(2))
                        .limits(ReadLimits.maxFrame(4 * SLAB))
                        .open()) {
                    Form.FED.push(other, stream, 0, pending, count);
                    frames.set(0);
                    int sent = pending;
                    while (sent < stream.length) {
                        ByteBuffer room = other.writable(least);
                        assertThat(room.remaining()).as("room after " + sent).isGreaterThanOrEqualTo(least);
                        int length = Math.min(room.remaining(), stream.length - sent);
                        room.put(stream, sent, length);
                        sent += length;
                        other.received(length, count);
                    }
                    assertThat(frames).hasValue(1);
                    assertThat(other.heldBytes()).isZero();
                }
            }
        }
    }

    @Test
    void aCloseWaitsForTheRoomThatIsLent() throws IOException {
        ByteBuffer room = in.writable(100);
        in.close();
        assertThat(in.heldBytes()).isEqualTo(256);
        room.put(frame(10));
        assertThat(in.received(10, count)).isEqualTo(ReadStatus.CLOSED);
        assertThat(frames).hasValue(0);
        assertThat(in.heldBytes()).isZero();
        assertThat(in.writable(1)).isNull();
    }

    @Test
    void refusesWhatCannotHaveBeenWritten() throws IOException {
        assertThatIllegalStateException().isThrownBy(() -> in.received(0, count));
        assertThatIllegalArgumentException().isThrownBy(() -> in.writable(0));
        assertThatIllegalArgumentException().isThrownBy(() -> in.writable(SLAB + 1));
        in.writable(256);
        assertThatIllegalArgumentException().isThrownBy(() -> in.received(257, count));
        assertThatIllegalArgumentException().isThrownBy(() -> in.received(-1, count));
        assertThat(in.received(0, count)).isEqualTo(ReadStatus.DRAINED);
        assertThatIllegalStateException().isThrownBy(() -> in.received(0, count));
    }

    @Test
    void lendsNothingWithoutMemoryAndTellsWhenThereIsSome() throws IOException {
        List<Slab> hoard = new ArrayList<>();
        for (Slab slab = buffers.pool().tryLease(SLAB);
                slab != null;
                slab = buffers.pool().tryLease(SLAB)) {
            hoard.add(slab);
        }
        assertThat(in.writable(1)).isNull();
        AtomicInteger rearmed = new AtomicInteger();
        in.whenReadable(rearmed::incrementAndGet);
        assertThat(rearmed).hasValue(0);
        hoard.forEach(Slab::release);
        assertThat(rearmed).hasValue(1);
        assertThat(in.writable(1)).isNotNull();
        in.received(0, count);
    }

    @Test
    void givesBackWhatIsUnreadWhenTheProtocolChanges() throws IOException {
        byte[] stream = ByteBuffer.allocate(14)
                .put(frame(10))
                .put(new byte[] {'T', 'L', 'S', '!'})
                .array();
        assertThat(in.drain(new ChunkChannel().has(stream), frame -> Next.PAUSE))
                .isEqualTo(ReadStatus.HELD);
        assertThat(in.closeAndTakeUnread()).isEqualTo(ByteBuffer.wrap(new byte[] {'T', 'L', 'S', '!'}));
        assertThat(in.isOpen()).isFalse();
        assertThat(in.closeAndTakeUnread().hasRemaining()).isFalse();
    }

    @Test
    void givesBackAllPartsOfALongFrameInOrder() throws IOException {
        byte[] stream = frame(3 * SLAB);
        for (int i = 2; i < stream.length; i++) {
            stream[i] = (byte) (i * 7);
        }
        Form.SCATTERING.push(in, stream, 0, 3 * SLAB - 5, count);
        assertThat(in.closeAndTakeUnread()).isEqualTo(ByteBuffer.wrap(stream, 0, 3 * SLAB - 5));
    }
}
