package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Public reports of work that grows with the square of what arrives, each as a count of bytes moved: so and so many for each byte received, and
 * no more of them for eight or ten times as much. Smaller than what was reported; the ratio is what matters.
 */
class QuadraticWorkReportsTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;

    private final MessageBuffers buffers =
            MessageBuffers.builder().memoryLimit(16 * MIB).build();
    private int frames;
    private final FrameHandler<RuntimeException> count = frame -> {
        frames++;
        return Next.CONTINUE;
    };

    @AfterEach
    void nothingIsLeased() {
        assertThat(buffers.pool().leasedBytes()).isZero();
        buffers.close();
        assertThat(buffers.pool().committedBytes()).isZero();
    }

    private static byte[] frames(int count, int length) {
        ByteBuffer stream = ByteBuffer.allocate(count * length);
        for (int i = 0; i < count; i++) {
            stream.putInt(i * length, length - 4);
        }
        return stream.array();
    }

    private ReadBuffer open(CountedFraming framing) {
        return buffers.connection("peer")
                .framing(framing)
                .limits(ReadLimits.maxFrame(8 * MIB))
                .open();
    }

    /** What a stream cost. */
    private record Cost(double copied, double measured) {}

    private Cost cost(Form form, int count, int length, int readBytes) throws IOException {
        byte[] stream = frames(count, length);
        CountedFraming framing = new CountedFraming(LengthField.ofBytes(4).strip(4), Integer.MAX_VALUE);
        frames = 0;
        try (ReadBuffer in = open(framing)) {
            for (int from = 0; from < stream.length; from += readBytes) {
                form.push(in, stream, from, Math.min(stream.length, from + readBytes), this.count);
            }
            assertThat(frames).isEqualTo(count);
            assertThat(in.heldBytes()).isZero();
            return new Cost((double) in.copiedBytes() / in.receivedBytes(), (double) framing.measured() / count);
        }
    }

    /** Public reports redis/lettuce#725 and redis/lettuce#726: what was parsed is thrown away by moving the rest, after every reply. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void movesNothingForManySmallFramesInOneRead(Form form) throws IOException {
        Cost few = cost(form, 8_000, 20, 8_000 * 20);
        Cost many = cost(form, 80_000, 20, 80_000 * 20);
        // Room that is lent for little has 256 bytes, and what is left of a frame at its end is moved.
        assertThat(many.copied)
                .isLessThanOrEqualTo(form == Form.LENT ? 0.1 : 0.01)
                .isLessThanOrEqualTo(few.copied + 0.01);
        assertThat(many.measured).isLessThanOrEqualTo(1.01).isLessThanOrEqualTo(few.measured + 0.01);
    }

    /** Public report netty/netty#15851: whatever has come so far is copied into one buffer, again and again. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void movesALongFrameInSmallReadsNoMoreThanAShorterOne(Form form) throws IOException {
        Cost shorter = cost(form, 1, MIB / 4, 1024);
        Cost longer = cost(form, 1, 2 * MIB, 1024);
        assertThat(longer.copied).isLessThanOrEqualTo(0.1).isLessThanOrEqualTo(shorter.copied + 0.01);
    }

    /** Public report eclipse-vertx/vert.x#3441: the buffer is copied at every read though nothing was taken from it. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void movesNothingWhileAFrameIsIncomplete(Form form) throws IOException {
        byte[] stream = frames(1, 4 * MIB);
        try (ReadBuffer in = open(new CountedFraming(LengthField.ofBytes(4), 10))) {
            for (int from = 0; from < stream.length; from += SLAB) {
                form.push(in, stream, from, from + SLAB, count);
                long copied = in.copiedBytes();
                for (int i = 0; i < 3; i++) {
                    in.feed(ByteBuffer.allocate(0), count);
                    in.drain(new ChunkChannel(), count);
                }
                assertThat(in.copiedBytes()).as("copied by reads of nothing").isEqualTo(copied);
            }
            assertThat(frames).isEqualTo(1);
            assertThat(in.copiedBytes()).isLessThanOrEqualTo(stream.length / (form == Form.LENT_LARGE ? 10 : 100));
        }
    }

    /** Public report neo4j/neo4j-java-driver#530: each chunk of a large result is copied into a larger buffer, and memory doubles. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void holdsALongFrameOnceAndAStreamedOneNotAtAll(Form form) throws IOException {
        byte[] stream = frames(1, MIB);
        Peak whole = new Peak(Delivery.WHOLE);
        try (ReadBuffer in = open(new CountedFraming(LengthField.ofBytes(4), 10))) {
            for (int from = 0; from < stream.length; from += 10_000) {
                form.push(in, stream, from, Math.min(stream.length, from + 10_000), whole);
                assertThat(in.heldBytes()).isLessThanOrEqualTo(from + 10_000 + SLAB);
            }
            assertThat(whole.bytes).isEqualTo(stream.length);
            assertThat(whole.peak).as("leased at the frame's end").isLessThanOrEqualTo(stream.length + SLAB);
        }
        if (form == Form.PULLED) {
            return; // frames that are pulled are whole
        }
        Peak parts = new Peak(Delivery.PARTS);
        try (ReadBuffer in = open(new CountedFraming(LengthField.ofBytes(4), 10))) {
            for (int from = 0; from < stream.length; from += 10_000) {
                form.push(in, stream, from, Math.min(stream.length, from + 10_000), parts);
                assertThat(in.heldBytes()).as("held between reads").isZero();
            }
            assertThat(parts.bytes).isEqualTo(stream.length);
            assertThat(parts.peak).as("leased at any part").isLessThanOrEqualTo(SLAB);
        }
    }

    /** Takes frames in one way and looks how much memory is leased meanwhile. */
    private final class Peak implements FrameHandler<RuntimeException> {
        private final Delivery delivery;
        private long bytes;
        private long peak;

        Peak(Delivery delivery) {
            this.delivery = delivery;
        }

        private void look(int length) {
            bytes += length;
            peak = Math.max(peak, buffers.pool().leasedBytes());
        }

        @Override
        public Delivery onHeader(Bytes header, long frameLength) {
            look(0);
            return delivery;
        }

        @Override
        public void onPart(Bytes part, long offset, long frameLength) {
            look(part.length());
        }

        @Override
        public Next onFrame(Frame frame) {
            look(frame.length());
            return Next.CONTINUE;
        }
    }
}
