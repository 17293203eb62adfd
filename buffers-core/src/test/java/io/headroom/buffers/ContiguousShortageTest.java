package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames in one piece, and frames of peers that are trusted, where memory is short or could never be enough. */
class ContiguousShortageTest extends LongFrames {
    @ParameterizedTest
    @EnumSource(Form.class)
    void commitsATrustedFrameAtItsHeader(Form form) throws IOException {
        for (MessageBuffers buffers : kinds()) {
            for (boolean contiguous : new boolean[] {false, true}) {
                ReadBuffer in = contiguous
                        ? open(buffers)
                        : buffers.connection("peer")
                                .limits(ReadLimits.maxFrame(8 * MIB))
                                .open();
                in.trusted(true);
                byte[] frame = frame(3 * MIB);
                form.push(in, frame, 0, 4, inOnePiece);
                assertThat(in.heldBytes()).isEqualTo(3 * MIB);
                assertThat(buffers.leasedBytes()).isEqualTo(3 * MIB);
                form.push(in, frame, 4, frame.length, ignored -> Next.CONTINUE);
                assertThat(in.frameCount()).isEqualTo(1);
                assertThat(in.heldBytes()).isZero();
                in.trusted(false);
                form.push(in, frame, 0, 9, inOnePiece);
                assertThat(in.heldBytes()).isLessThanOrEqualTo(512);
                in.close();
            }
        }
    }

    @Test
    void goesOnAsBytesArriveWhereATrustedFrameCannotBeCommitted() throws IOException {
        List<Slab> hoard = new ArrayList<>();
        try (MessageBuffers buffers =
                MessageBuffers.builder().memoryLimit(8 * SLAB).lanes(false).build()) {
            ReadBuffer in = buffers.connection("peer")
                    .limits(ReadLimits.maxFrame(6 * SLAB))
                    .open();
            in.trusted(true);
            for (int i = 0; i < 4; i++) {
                hoard.add(buffers.pool().tryLease(SLAB));
            }
            byte[] frame = frame(6 * SLAB);
            Form.SCATTERING.push(in, frame, 0, 100, inOnePiece);
            assertThat(in.heldBytes()).as("what was leased ahead is given back").isLessThanOrEqualTo(SLAB);
            hoard.forEach(Slab::release);
            assertThat(Form.SCATTERING.push(in, frame, 100, frame.length, ignored -> Next.CONTINUE))
                    .isEqualTo(ReadStatus.DRAINED);
            assertThat(in.frameCount()).isEqualTo(1);
            in.close();
            assertThat(buffers.leasedBytes()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Form.class,
            names = {"SCATTERING", "PLAIN"})
    void pausesWithoutSpinningUntilThereIsAPieceLongEnough(Form form) throws IOException {
        List<Slab> hoard = new ArrayList<>();
        try (MessageBuffers buffers =
                MessageBuffers.builder().memoryLimit(64 * SLAB).lanes(false).build()) {
            ReadBuffer in = buffers.connection("peer")
                    .limits(ReadLimits.maxFrame(32 * SLAB))
                    .contiguous()
                    .open();
            for (int i = 0; i < 40; i++) {
                hoard.add(buffers.pool().tryLease(SLAB));
            }
            byte[] frame = frame(32 * SLAB);
            Form.Source source = form.of(frame, 0, frame.length);
            ReadStatus status = source.step(in, inOnePiece);
            while (status == ReadStatus.MORE || (status == ReadStatus.DRAINED && source.remaining() > 0)) {
                status = source.step(in, inOnePiece);
            }
            assertThat(status).isEqualTo(ReadStatus.PAUSED);

            AtomicInteger woken = new AtomicInteger();
            in.whenReadable(woken::incrementAndGet);
            assertThat(woken).as("whole slabs are free, but no run").hasValue(0);
            hoard.remove(hoard.size() - 1).release();
            assertThat(woken).hasValue(0);
            while (woken.get() == 0) {
                hoard.remove(hoard.size() - 1).release();
            }
            while (source.remaining() > 0 || frames.get() == 0) {
                assertThat(source.step(in, inOnePiece)).isNotEqualTo(ReadStatus.PAUSED);
            }
            assertThat(frames).hasValue(1);
            hoard.forEach(Slab::release);
            in.close();
            assertThat(buffers.leasedBytes()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void refusesAtItsHeaderWhatCouldNeverMove(Form form) throws IOException {
        try (MessageBuffers buffers =
                MessageBuffers.builder().memoryLimit(37 * SLAB).lanes(false).build()) {
            ReadBuffer in = buffers.connection("peer")
                    .limits(ReadLimits.maxFrame(37 * SLAB))
                    .open();
            FrameHandler<RuntimeException> contiguous = new FrameHandler<>() {
                @Override
                public Next onFrame(Frame frame) {
                    return inOnePiece.onFrame(frame);
                }

                @Override
                public Delivery onHeader(Bytes header, long frameLength) {
                    return Delivery.CONTIGUOUS;
                }
            };
            assertThat(form.push(in, frame(18 * SLAB), contiguous)).isEqualTo(ReadStatus.DRAINED);

            assertThat(frames).hasValue(1);
            FrameException refused =
                    catchThrowableOfType(FrameException.class, () -> form.push(in, frame(18 * SLAB + 1), contiguous));
            assertThat(refused.kind()).isEqualTo(FrameException.Kind.FRAME_TOO_LARGE);
            assertThat(refused.declared()).isEqualTo(18 * SLAB + 1);
            assertThat(refused.limit()).isEqualTo(18 * SLAB);
            assertThat(refused).hasMessageContaining("MessageBuffers.memoryLimit");
            assertThat(in.heldBytes()).isZero();
            in.close();
        }
    }

    /** Alone on its node, at the greatest length that the header check lets pass: memory comes in chunks, which lie in the way. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fitsWhereverItIsLetPass(boolean lanes) throws IOException {
        for (int slabs : new int[] {16, 40, 63, 64, 65, 70, 75, 96, 128, 150}) {
            try (MessageBuffers buffers = MessageBuffers.builder()
                    .memoryLimit((long) slabs * SLAB)
                    .lanes(lanes)
                    .build()) {
                int length = (int) buffers.capacity().mostInMemory(Delivery.CONTIGUOUS);
                ReadBuffer in = buffers.connection("peer")
                        .limits(ReadLimits.maxFrame(length))
                        .contiguous()
                        .open();
                byte[] frame = frame(length);
                for (int readBytes : new int[] {SLAB, 1460, length}) {
                    push(Form.SCATTERING, in, frame, readBytes);
                }
                in.close();
            }
        }
        assertThat(frames).hasValue(30);
    }

    @Test
    void saysAtOpenWhatCouldNeverBeInOnePieceAndWhichSettingIsInTheWay() {
        try (MessageBuffers buffers =
                MessageBuffers.builder().memoryLimit(48 << 20).build()) {
            ReadBufferBuilder settings = buffers.connection("peer").limits(ReadLimits.maxFrame(40 << 20));
            settings.open().close();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> settings.contiguous().open())
                    .withMessageContaining(String.valueOf(40 << 20))
                    .withMessageContaining(String.valueOf(48 << 20));
        }
        try (MessageBuffers buffers =
                MessageBuffers.builder().slabBytes(4096).memoryLimit(1 << 30).build()) {
            ReadBuffer in = buffers.connection("peer")
                    .limits(ReadLimits.maxFrame(512 << 20))
                    .open();
            byte[] head = ByteBuffer.allocate(4).putInt(300 << 20).array();
            FrameException refused =
                    catchThrowableOfType(FrameException.class, () -> Form.FED.push(in, head, inOnePiece));
            assertThat(refused).hasMessageContaining("MessageBuffers.slabBytes");
            in.close();
        }
    }
}
