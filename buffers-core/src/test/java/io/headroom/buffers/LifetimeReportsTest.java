package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.IllegalReferenceCountException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Public reports of memory with two owners, or none, each as a test of who has it here. */
class LifetimeReportsTest {
    private static final int SLAB = 4096;

    private final MessageBuffers buffers = MessageBuffers.builder()
            .slabBytes(SLAB)
            .memoryLimit(16 * SLAB)
            .lanes(false)
            .build();

    @AfterEach
    void allComesBack() {
        assertThat(buffers.leasedBytes()).isZero();
        buffers.close();
        assertThat(buffers.committedBytes()).isZero();
        assertThat(buffers.budget().committedBytes()).isZero();
    }

    private ReadBuffer open() {
        return buffers.connection("peer")
                .framing(LengthField.ofBytes(4).strip(4))
                .limits(ReadLimits.maxFrame(8 * SLAB))
                .open();
    }

    private static ByteBuf handOver(ReadBuffer in, int length) throws IOException {
        List<ByteBuf> kept = new ArrayList<>();
        Form.SCATTERING.push(in, NumberedFrames.stream(length), frame -> {
            kept.add(frame.share());
            return Next.CONTINUE;
        });
        return kept.get(0);
    }

    /** Public reports AutoMQ/automq#549 and netty/netty#12850: the connection's close and the receiver's release met. */
    @Test
    void closeAndReleaseComeInEitherOrderAndAThirdIsAnError() throws IOException {
        for (int length : new int[] {100, 5 * SLAB}) {
            for (boolean closeFirst : new boolean[] {true, false}) {
                ReadBuffer in = open();
                ByteBuf message = handOver(in, length);
                if (closeFirst) {
                    in.close();
                }
                assertThat(ByteBufUtil.getBytes(message))
                        .isEqualTo(Arrays.copyOfRange(NumberedFrames.frame(1, length), 4, length));
                assertThat(buffers.leasedBytes()).isPositive();
                assertThat(message.release()).isTrue();
                in.close();
                assertThat(buffers.leasedBytes()).isZero();
                assertThatThrownBy(message::release).isInstanceOf(IllegalReferenceCountException.class);
                assertThat(buffers.leasedBytes()).isZero();
            }
        }
    }

    /** Public reports apache/pulsar#9562, #12169 and #5751: bytes no longer counted while somebody still held them. */
    @Test
    void aChargeEndsWithTheLastView() throws IOException {
        List<ByteBuf> views = new ArrayList<>();
        try (ReadBuffer in = open()) {
            Form.SCATTERING.push(in, NumberedFrames.stream(5 * SLAB), frame -> {
                views.add(frame.share());
                views.add(frame.share());
                return Next.CONTINUE;
            });
        }
        long charged = buffers.leasedBytes();
        assertThat(charged).isGreaterThanOrEqualTo(5 * SLAB);
        views.get(0).release();
        assertThat(buffers.leasedBytes()).isEqualTo(charged);
        views.get(1).release();
        assertThat(buffers.leasedBytes()).isZero();
    }

    /** Public reports netty/netty#1865 and moquette-io/moquette#831: views shared by threads moved each other's position. */
    @Test
    void eachHandleHasAPositionOfItsOwnOnWhicheverThread() throws Exception {
        List<ByteBuf> views = new ArrayList<>();
        int length = 2 * SLAB + 100;
        try (ReadBuffer in = open()) {
            Form.SCATTERING.push(in, NumberedFrames.stream(length), frame -> {
                views.add(frame.share());
                views.add(frame.share());
                return Next.CONTINUE;
            });
        }
        CRC32 whole = new CRC32();
        whole.update(NumberedFrames.frame(1, length), 4, length - 4);
        AtomicReference<Throwable> failed = new AtomicReference<>();
        List<Thread> readers = new ArrayList<>();
        for (ByteBuf view : views) {
            Thread reader = new Thread(() -> {
                byte[] copy = new byte[length - 4];
                for (int i = 0; i < 5_000; i++) {
                    CRC32 crc = new CRC32();
                    view.readerIndex(0).readBytes(copy, 0, 1000).readBytes(copy, 1000, copy.length - 1000);
                    crc.update(copy);
                    assertThat(crc.getValue()).isEqualTo(whole.getValue());
                }
            });
            reader.setUncaughtExceptionHandler((thread, thrown) -> failed.set(thrown));
            reader.start();
            readers.add(reader);
        }
        for (Thread reader : readers) {
            reader.join();
        }
        assertThat(failed.get()).isNull();
        views.get(0).readerIndex(7);
        assertThat(views.get(1).readerIndex()).isEqualTo(length - 4);
        views.forEach(ByteBuf::release);
    }

    /** Public reports netty/netty#9822 and #8325: what was to be longer leaked when there was no memory for it. */
    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "LENT_LARGE")
    void memoryThatIsRefusedOnTheWayLeavesABufferWholeWhateverTheNumberOfSlabs(Form form) throws IOException {
        byte[] stream = NumberedFrames.stream(300, 6 * SLAB, 300);
        for (int left = 0; left <= 8; left++) {
            List<Slab> hoard = new ArrayList<>();
            for (int i = 0; i < 16 - left; i++) {
                hoard.add(buffers.pool().tryLease(SLAB));
            }
            List<Integer> seen = new ArrayList<>();
            ReadBuffer in = open();
            FrameHandler<RuntimeException> handler = frame -> {
                seen.add(NumberedFrames.number(frame.bytes()));
                return Next.CONTINUE;
            };
            Form.Source source = form.of(stream, 0, stream.length);
            ReadStatus status = source.step(in, handler);
            while (status != ReadStatus.PAUSED && source.remaining() > 0) {
                status = source.step(in, handler);
            }
            long hoarded = hoard.size() * (long) SLAB;
            assertThat(buffers.leasedBytes()).isEqualTo(hoarded + in.heldBytes());
            hoard.forEach(Slab::release);
            while (seen.size() < 3) {
                source.step(in, handler);
            }
            assertThat(seen).containsExactly(1, 2, 3);
            assertThat(in.heldBytes()).isZero();
            in.close();
            assertThat(buffers.leasedBytes()).isZero();
        }
    }

    /** Public report gitblit-org/gitblit#862 (CVE-2015-2080): an error quoted what another user had left in a buffer. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void anErrorQuotesNothingThatSlabsHeldBefore(Form form) throws IOException {
        byte[] secret = new byte[3 * SLAB];
        Arrays.fill(secret, (byte) 'S');
        secret[0] = 0;
        secret[1] = 0;
        secret[2] = (byte) ((3 * SLAB - 4) >>> 8);
        secret[3] = (byte) (3 * SLAB - 4);
        byte[] bad = {0x7f, 1, 2, 3, 5};
        for (int length = 1; length <= bad.length; length++) {
            try (ReadBuffer user = open()) {
                form.push(user, secret, frame -> Next.CONTINUE);
            }
            byte[] sent = Arrays.copyOf(bad, length);
            try (ReadBuffer other = open()) {
                FrameException error = catchThrowableOfType(FrameException.class, () -> {
                    form.push(other, sent, frame -> Next.CONTINUE);
                    form.end(other, frame -> Next.CONTINUE);
                });
                assertThat(error.getMessage()).doesNotContain("53 53").doesNotContain("SS");
                assertThat(error.firstBytes()).hasSizeLessThanOrEqualTo(length).doesNotContain((byte) 'S');
            }
        }
    }
}
