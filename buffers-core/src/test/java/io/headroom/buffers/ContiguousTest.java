package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames in one piece, and frames of peers that are trusted: what they cost, and what becomes of them when memory is short. */
class ContiguousTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;

    private final MessageBuffers direct =
            MessageBuffers.builder().memoryLimit(64 << 20).build();
    private final MessageBuffers heap =
            MessageBuffers.builder().memoryLimit(64 << 20).heap().build();
    private final AtomicInteger frames = new AtomicInteger();

    private final FrameHandler<RuntimeException> inOnePiece = frame -> {
        ByteBuffer bytes = frame.bytes().asReadOnlyBuffer();
        assertThat(bytes.remaining()).isEqualTo(frame.length());
        for (int at = 4; at < frame.length(); at += 1 + frame.length() / 97) {
            assertThat(bytes.get(at)).as("byte %s of %s", at, frame.length()).isEqualTo(content(at));
        }
        assertThat(frame.payload().partCount()).isEqualTo(1);
        frames.incrementAndGet();
        return Next.CONTINUE;
    };

    @AfterEach
    void allComesBack() {
        for (MessageBuffers buffers : kinds()) {
            assertThat(buffers.leasedBytes()).isZero();
            buffers.close();
            assertThat(buffers.committedBytes()).isZero();
        }
    }

    private MessageBuffers[] kinds() {
        return new MessageBuffers[] {direct, heap};
    }

    private static ReadBuffer open(MessageBuffers buffers) {
        return buffers.connection("peer")
                .framing(LengthField.ofBytes(4).strip(4))
                .limits(ReadLimits.maxFrame(32 << 20))
                .contiguous()
                .open();
    }

    private static byte content(int at) {
        return (byte) (at * 31 + (at >>> 8));
    }

    private static byte[] frame(int length) {
        byte[] frame = new byte[length];
        for (int at = 4; at < length; at++) {
            frame[at] = content(at);
        }
        ByteBuffer.wrap(frame).putInt(length - 4);
        return frame;
    }

    private void push(Form form, ReadBuffer in, byte[] stream, int readBytes) throws IOException {
        for (int from = 0; from < stream.length; from += readBytes) {
            int to = Math.min(stream.length, from + readBytes);
            assertThat(form.push(in, stream, from, to, inOnePiece)).isEqualTo(ReadStatus.DRAINED);
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void deliversEveryLengthInOnePiece(Form form) throws IOException {
        int[] lengths = {
            4, 5, SLAB - 1, SLAB, SLAB + 1, 3 * SLAB / 2, 2 * SLAB, 2 * SLAB + 1, 5 * SLAB + 7, 4 * MIB, 5 * MIB
        };
        for (MessageBuffers buffers : kinds()) {
            try (ReadBuffer in = open(buffers)) {
                for (boolean trusted : new boolean[] {false, true}) {
                    in.trusted(trusted);
                    frames.set(0);
                    for (int length : lengths) {
                        byte[] frame = frame(length);
                        push(form, in, frame, length);
                        push(form, in, frame, 1 + length / 13);
                        assertThat(buffers.leasedBytes())
                                .as("idle after %s", length)
                                .isZero();
                    }
                    assertThat(frames).hasValue(2 * lengths.length);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        // frame, read, trusted, percent copied at most
        "1048576, 65536, false, 60",
        "1048576,  1460, false, 60",
        "2097152, 65536, false, 55",
        "4194304, 65536, false, 55",
        "2097152, 65536,  true,  5",
        "2097152,  1460,  true,  5",
        "1048576, 65536,  true,  7",
    })
    void copiesHalfOfALongFrameAndNothingOfATrustedOne(int length, int readBytes, boolean trusted, int percent)
            throws IOException {
        byte[] frame = frame(length);
        for (MessageBuffers buffers : kinds()) {
            for (Form form : new Form[] {Form.SCATTERING, Form.PLAIN, Form.FED, Form.PULLED}) {
                try (ReadBuffer in = open(buffers)) {
                    in.trusted(trusted);
                    push(form, in, frame, readBytes);
                    push(form, in, frame, readBytes);
                    assertThat(in.copiedBytes() * 100.0 / in.receivedBytes())
                            .as("percent copied, " + form + ", " + buffers.pool())
                            .isLessThanOrEqualTo(percent);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void holdsOneAndAHalfTimesTheFrameAtThePeak(Form form) throws IOException {
        int length = 2 * MIB;
        byte[] frame = frame(length);
        // One slab more than the frame and a half, and the landing of the drain in progress. What the setting demands
        // beyond that is hoarded, unless room is lent: then slabs are cut into pieces of several sizes, and lie in the
        // way.
        long peak = length * 3L / 2 + 2 * SLAB;
        int hoarded = form == Form.LENT || form == Form.LENT_LARGE ? 0 : 8;
        for (boolean onHeap : new boolean[] {false, true}) {
            MessageBuffers.Builder settings =
                    MessageBuffers.builder().memoryLimit(peak + 8 * SLAB).lanes(false);
            try (MessageBuffers buffers = (onHeap ? settings.heap() : settings).build()) {
                ReadBuffer in = buffers.connection("peer")
                        .limits(ReadLimits.maxFrame(length))
                        .contiguous()
                        .open();
                List<Slab> hoard = new ArrayList<>();
                for (int i = 0; i < hoarded; i++) {
                    hoard.add(buffers.pool().tryLease(SLAB));
                }
                for (int readBytes : new int[] {length, 65_536, 1460}) {
                    for (int from = 0; from < length; from += readBytes) {
                        int to = Math.min(length, from + readBytes);
                        assertThat(form.push(in, frame, from, to, ignored -> Next.CONTINUE))
                                .isEqualTo(ReadStatus.DRAINED);
                        boolean moved = 2 * (to + SLAB) > length;
                        assertThat(in.heldBytes()).isLessThanOrEqualTo(moved ? length + SLAB : to + SLAB);
                    }
                }
                assertThat(in.frameCount()).isEqualTo(3);
                hoard.forEach(Slab::release);
                in.close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void holdsNoMoreForALyingHeaderThanOtherFramesDo(Form form) throws IOException {
        for (MessageBuffers buffers : kinds()) {
            try (ReadBuffer in = open(buffers)) {
                form.push(in, frame(8 * MIB), 0, 9, inOnePiece);
                assertThat(buffers.leasedBytes()).isLessThanOrEqualTo(512);
                form.push(in, frame(8 * MIB), 9, 200_000, inOnePiece);
                assertThat(buffers.leasedBytes()).isLessThanOrEqualTo(200_000 + SLAB);
            }
        }
    }

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

    @Test
    void isDirectAndIsKeptWithoutACopy() throws IOException {
        for (MessageBuffers buffers : kinds()) {
            List<ByteBuf> kept = new ArrayList<>();
            byte[] frame = frame(MIB);
            try (ReadBuffer in = open(buffers)) {
                Form.SCATTERING.push(in, frame, shown -> {
                    assertThat(shown.bytes().hasArray()).isFalse();
                    kept.add(shown.share());
                    kept.add(shown.detach());
                    return Next.CONTINUE;
                });
            }
            assertThat(buffers.leasedBytes()).as("one hold on one run").isEqualTo(MIB);
            for (ByteBuf bytes : kept) {
                assertThat(bytes.readableBytes()).isEqualTo(MIB - 4);
                assertThat(bytes.getByte(MIB - 5)).isEqualTo(content(MIB - 1));
                assertThat(bytes.isDirect()).isTrue();
                bytes.release();
            }
        }
    }

    @Test
    void givesBackAnUnreadHalf() throws IOException {
        for (MessageBuffers buffers : kinds()) {
            byte[] frame = frame(MIB);
            for (int half : new int[] {100, 300_000, 600_000, MIB - 1}) {
                ReadBuffer in = open(buffers);
                Form.SCATTERING.push(in, frame, 0, half, inOnePiece);
                assertThat(in.pendingBytes()).isEqualTo(half);
                assertThat(in.neededBytes()).isEqualTo(MIB - half);
                assertThat(in.closeAndTakeUnread()).isEqualTo(ByteBuffer.wrap(frame, 0, half));
                assertThat(buffers.leasedBytes()).isZero();
            }
        }
    }

    @Test
    void isKeptForLaterAndDeliveredAgainInOnePiece() throws IOException {
        for (MessageBuffers buffers : kinds()) {
            try (ReadBuffer in = open(buffers)) {
                frames.set(0);
                FrameHandler<RuntimeException> keepsOnce = frame ->
                        inOnePiece.onFrame(frame) == Next.CONTINUE && frames.get() == 1 ? Next.KEEP : Next.CONTINUE;
                assertThat(Form.SCATTERING.push(in, frame(3 * SLAB), keepsOnce)).isEqualTo(ReadStatus.HELD);
                in.resume();
                assertThat(Form.SCATTERING.push(in, new byte[0], keepsOnce)).isEqualTo(ReadStatus.DRAINED);
                assertThat(frames).hasValue(2);
            }
        }
    }

    @Test
    void allocatesNothingForAFrameOnceWarm() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] mix = ByteBuffer.allocate(300_000 + 2 * MIB)
                .put(frame(300_000))
                .put(frame(2 * MIB))
                .array();
        FrameHandler<RuntimeException> ignore = frame -> Next.CONTINUE;
        for (MessageBuffers buffers : kinds()) {
            for (boolean trusted : new boolean[] {false, true}) {
                ReadBuffer in = open(buffers);
                in.trusted(trusted);
                ByteBuffer fed = ByteBuffer.wrap(mix);
                long least = Long.MAX_VALUE;
                for (int round = 0; round < 30; round++) {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int to = SLAB; fed.hasRemaining(); to += SLAB) {
                        in.feed(fed.limit(Math.min(to, mix.length)), ignore);
                        fed.limit(mix.length);
                    }
                    fed.clear();
                    least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                }
                in.close();
                assertThat(least)
                        .as("bytes allocated for a round, " + buffers.pool())
                        .isZero();
            }
        }
    }
}
