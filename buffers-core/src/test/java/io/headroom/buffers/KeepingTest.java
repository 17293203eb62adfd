package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.framing.LengthField;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.IllegalReferenceCountException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes that a handler keeps: shared without a copy, or detached so that they pin nothing else. */
class KeepingTest {
    private static final int SLAB = 4096;

    private final MessageBuffers direct =
            MessageBuffers.builder().slabBytes(SLAB).memoryLimit(1 << 20).build();
    private final MessageBuffers heap =
            MessageBuffers.builder().slabBytes(SLAB).memoryLimit(1 << 20).heap().build();

    @AfterEach
    void allComesBack() {
        for (MessageBuffers buffers : List.of(direct, heap)) {
            assertThat(leased(buffers)).isZero();
            buffers.close();
            assertThat(buffers.pool().committedBytes()).isZero();
        }
    }

    private static long leased(MessageBuffers buffers) {
        return buffers.leasedBytes();
    }

    private static ReadBuffer open(MessageBuffers buffers) {
        return buffers.connection("peer")
                .framing(LengthField.ofBytes(4).strip(4))
                .limits(ReadLimits.maxFrame(1 << 19))
                .open();
    }

    /** Frames with seeded payloads of these lengths. */
    private static byte[] stream(List<byte[]> payloads) {
        ByteBuffer stream = ByteBuffer.allocate(
                payloads.stream().mapToInt(payload -> payload.length + 4).sum());
        payloads.forEach(payload -> stream.putInt(payload.length).put(payload));
        return stream.array();
    }

    private static List<byte[]> payloads(int... lengths) {
        Random random = new Random(11);
        List<byte[]> payloads = new ArrayList<>();
        for (int length : lengths) {
            byte[] payload = new byte[length];
            random.nextBytes(payload);
            payloads.add(payload);
        }
        return payloads;
    }

    private static void keepsEveryPayload(MessageBuffers buffers, Form form, Function<Frame, ByteBuf> keep)
            throws IOException {
        List<byte[]> payloads = payloads(0, 1, 300, 3000, SLAB - 4, SLAB, 300, 20_000, 5, 5, 9000, 17);
        byte[] stream = stream(payloads);
        for (int piece : new int[] {stream.length, 1000, 17}) {
            List<ByteBuf> kept = new ArrayList<>();
            try (ReadBuffer in = open(buffers)) {
                for (int from = 0; from < stream.length; from += piece) {
                    form.push(in, stream, from, Math.min(stream.length, from + piece), frame -> {
                        kept.add(keep.apply(frame));
                        return Next.CONTINUE;
                    });
                }
                assertThat(in.heldBytes()).isZero();
            }
            assertThat(kept).hasSize(payloads.size());
            for (int i = 0; i < payloads.size(); i++) {
                ByteBuf bytes = kept.get(i);
                assertThat(ByteBufUtil.getBytes(bytes)).as("payload " + i).isEqualTo(payloads.get(i));
                assertThat(bytes.isReadOnly() || !bytes.isReadable()).isTrue();
                bytes.release();
            }
            assertThat(leased(buffers)).as("leased when all is released").isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void sharedBytesStayAsTheyWereWhateverComesAfterThem(Form form) throws IOException {
        keepsEveryPayload(direct, form, Frame::share);
        keepsEveryPayload(heap, form, Frame::share);
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void detachedBytesStayAsTheyWereWhateverComesAfterThem(Form form) throws IOException {
        keepsEveryPayload(direct, form, Frame::detach);
        keepsEveryPayload(heap, form, Frame::detach);
    }

    @Test
    void sharedBytesKeepTheirSlabUntilTheLastReleaseAndDetachedSmallOnesKeepNone() throws IOException {
        byte[] stream = stream(payloads(100));
        try (ReadBuffer in = open(direct)) {
            List<ByteBuf> kept = new ArrayList<>();
            Form.SCATTERING.push(in, stream, frame -> {
                kept.add(frame.detach());
                return Next.CONTINUE;
            });
            assertThat(leased(direct)).as("detached").isZero();
            Form.SCATTERING.push(in, stream, frame -> {
                kept.add(frame.share());
                return Next.CONTINUE;
            });
            assertThat(leased(direct)).as("shared").isEqualTo(SLAB);
            kept.get(1).retain();
            kept.get(1).release();
            assertThat(leased(direct)).isEqualTo(SLAB);
            kept.forEach(ByteBuf::release);
            assertThat(leased(direct)).isZero();
            assertThatThrownBy(kept.get(1)::release).isInstanceOf(IllegalReferenceCountException.class);
        }
    }

    @Test
    void detachedLongFramesMoveWithoutACopy() throws IOException {
        byte[] stream = stream(payloads(10 * SLAB - 4));
        List<ByteBuf> kept = new ArrayList<>();
        try (ReadBuffer in = open(direct)) {
            Form.SCATTERING.push(in, stream, frame -> {
                kept.add(frame.detach());
                return Next.CONTINUE;
            });
            assertThat(in.copiedBytes()).isZero();
        }
        assertThat(leased(direct)).isEqualTo(10 * SLAB);
        kept.get(0).release();
    }

    @Test
    void handlesOutliveTheConnectionAndThePool() throws IOException {
        MessageBuffers gone =
                MessageBuffers.builder().slabBytes(SLAB).memoryLimit(1 << 20).build();
        List<ByteBuf> kept = new ArrayList<>();
        List<byte[]> payloads = payloads(50, 9000);
        try (ReadBuffer in = open(gone)) {
            Form.SCATTERING.push(in, stream(payloads), frame -> {
                kept.add(frame.share());
                return Next.CONTINUE;
            });
        }
        gone.close();
        assertThat(gone.pool().committedBytes()).isPositive();
        for (int i = 0; i < 2; i++) {
            assertThat(ByteBufUtil.getBytes(kept.get(i))).isEqualTo(payloads.get(i));
        }
        kept.forEach(ByteBuf::release);
        assertThat(gone.pool().committedBytes()).isZero();
    }

    @Test
    void refusesToKeepAFrameThatIsGone() throws IOException {
        List<Frame> gone = new ArrayList<>();
        try (ReadBuffer in = open(direct)) {
            Form.SCATTERING.push(in, stream(payloads(5)), frame -> {
                gone.add(frame);
                return Next.CONTINUE;
            });
            assertThatIllegalStateException().isThrownBy(gone.get(0)::share);
            assertThatIllegalStateException().isThrownBy(gone.get(0)::detach);
        }
    }

    @Test
    void aContiguousFrameThatWasKeptInAFedBufferIsContiguousWhenItComesInPiecesAfterwards() throws Exception {
        byte[] frame = stream(payloads(2 * SLAB));
        List<Integer> parts = new ArrayList<>();
        try (ReadBuffer in = direct.connection("peer")
                .limits(ReadLimits.maxFrame(3 * SLAB))
                .contiguous()
                .open()) {
            assertThat(in.feed(ByteBuffer.wrap(frame), kept -> Next.KEEP)).isEqualTo(ReadStatus.HELD);
            in.resume();
            for (int at = 0; at < frame.length; at += 500) {
                in.feed(ByteBuffer.wrap(frame, at, Math.min(500, frame.length - at)), again -> {
                    parts.add(again.bytes().partCount());
                    return Next.CONTINUE;
                });
            }
        }
        assertThat(parts).containsExactly(1);
    }
}
