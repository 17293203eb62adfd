package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures that this library promises about memory, copies and allocation, counted. */
class InvariantsTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    /** The forms in which this library decides how much is read at once. */
    private static final Form[] READING = {Form.SCATTERING, Form.PLAIN, Form.FED, Form.FED_ODDLY, Form.PULLED};

    private final MessageBuffers direct =
            MessageBuffers.builder().memoryLimit(64 << 20).build();
    private final MessageBuffers heap =
            MessageBuffers.builder().memoryLimit(64 << 20).heap().build();

    @AfterEach
    void allComesBack() {
        for (MessageBuffers buffers : new MessageBuffers[] {direct, heap}) {
            assertThat(leased(buffers)).isZero();
            buffers.close();
            assertThat(buffers.committedBytes()).isZero();
        }
    }

    private static ReadBuffer open(MessageBuffers buffers) {
        return buffers.connection("peer")
                .framing(LengthField.ofBytes(4).strip(4))
                .limits(ReadLimits.maxFrame(32 << 20))
                .open();
    }

    private static long leased(MessageBuffers buffers) {
        return buffers.leasedBytes();
    }

    private MessageBuffers[] kinds() {
        return new MessageBuffers[] {direct, heap};
    }

    /** Frames of {@code length} bytes each, header included. */
    private static byte[] frames(int count, int length) {
        ByteBuffer stream = ByteBuffer.allocate(count * length);
        for (int i = 0; i < count; i++) {
            stream.putInt(i * length, length - 4);
        }
        return stream.array();
    }

    private static void push(Form form, ReadBuffer in, byte[] stream, int readBytes) throws IOException {
        for (int from = 0; from < stream.length; from += readBytes) {
            form.push(in, stream, from, Math.min(stream.length, from + readBytes), IGNORE);
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void holdsNothingWhenIdle(Form form) throws IOException {
        for (MessageBuffers buffers : kinds()) {
            try (ReadBuffer in = open(buffers)) {
                assertThat(leased(buffers)).as("opened").isZero();
                for (int length : new int[] {4, 100, SLAB, SLAB + 1, 2 * MIB, 100}) {
                    form.push(in, frames(1, length), IGNORE);
                    assertThat(leased(buffers)).as("after a frame of " + length).isZero();
                    assertThat(in.heldBytes()).isZero();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void holdsAtMostFourTimesAParkedRemainder(Form form) throws IOException {
        byte[] stream = frames(1, SLAB);
        for (MessageBuffers buffers : kinds()) {
            for (int parked = 1; parked < SLAB; parked += 1 + parked / 16) {
                try (ReadBuffer in = open(buffers)) {
                    form.push(in, stream, 0, parked, IGNORE);
                    assertThat(in.pendingBytes()).isEqualTo(parked);
                    assertThat(in.heldBytes()).as("held for " + parked).isLessThanOrEqualTo(Math.max(256, 4L * parked));
                    assertThat(leased(buffers)).isEqualTo(in.heldBytes());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void commitsAtMostOneSlabAheadOfALongFrame(Form form) throws IOException {
        byte[] stream = frames(1, 2 * MIB);
        for (MessageBuffers buffers : kinds()) {
            for (int piece : new int[] {1460, 65_536, 300_000}) {
                try (ReadBuffer in = open(buffers)) {
                    for (int to = piece; to < stream.length; to += piece) {
                        form.push(in, stream, to - piece, to, IGNORE);
                        assertThat(in.heldBytes()).isLessThanOrEqualTo(to + (long) SLAB);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void holds512BytesAtMostForALyingHeader(Form form) throws IOException {
        for (MessageBuffers buffers : kinds()) {
            try (ReadBuffer in = open(buffers)) {
                push(form, in, frames(3, 2 * MIB), 40_000);
                form.push(in, frames(1, 32 * MIB), 0, 9, IGNORE);
                assertThat(in.neededBytes()).isEqualTo(32 * MIB - 9);
                assertThat(leased(buffers)).isLessThanOrEqualTo(512);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        // frame, frames, read, percent copied at most
        "2097152,   8, 65536,   5",
        "2097152,   8, 300000,  5",
        "1048576,   8, 65536,   5",
        "    256, 4096, 65536,  5",
        "    256, 4096, 1460,  15",
        "    117, 4096, 1460,  15",
        "   9000,  500, 1460, 150",
        " 100000,   60, 1460, 150",
        " 100000,   60, 7,    150",
        "    513, 3000, 1,    150",
        "     20, 100000, 10000000, 5",
    })
    void copiesFewBytes(int length, int count, int readBytes, int percent) throws IOException {
        byte[] stream = frames(count, length);
        for (MessageBuffers buffers : kinds()) {
            for (Form form : READING) {
                // A channel that is read once for each call has 64 KiB for each, so frames do not begin reads there.
                boolean alone = length > SLAB && readBytes >= SLAB && form != Form.PLAIN;
                try (ReadBuffer in = open(buffers)) {
                    for (int i = 0; i < (alone ? count : 1); i++) {
                        byte[] part = alone ? frames(1, length) : stream;
                        push(form, in, part, readBytes);
                    }
                    assertThat(in.receivedBytes()).isEqualTo(stream.length);
                    // On the heap the first read of a long frame, which lands in direct memory, is copied to the heap.
                    double onHeap = buffers.pool().isDirect() || length <= SLAB ? 0 : 100.0 * SLAB / length;
                    assertThat(in.copiedBytes() * 100.0 / in.receivedBytes())
                            .as("percent copied, " + form + ", " + buffers.pool())
                            .isLessThanOrEqualTo(Math.max(percent, onHeap));
                }
            }
        }
    }

    @Test
    void copiesAtMostOneAndAHalfTimesWhateverTheCuts() throws IOException {
        for (MessageBuffers buffers : kinds()) {
            for (Form form : Form.values()) {
                // Room that is lent must be as long as was asked for, so a frame's next bytes cannot go behind its
                // parked ones.
                double bound = form == Form.LENT_LARGE ? 2.4 : 1.5;
                for (int seed = 0; seed < 40; seed++) {
                    Random random = new Random(seed);
                    int length = 5 + random.nextInt(1 << (3 + random.nextInt(16)));
                    byte[] stream = frames(1 + MIB / length, length);
                    int most = 1 + random.nextInt(1 + random.nextInt(2 * length));
                    try (ReadBuffer in = open(buffers)) {
                        for (int from = 0; from < stream.length; ) {
                            int to = Math.min(stream.length, from + 1 + random.nextInt(most));
                            form.push(in, stream, from, to, IGNORE);
                            from = to;
                        }
                        assertThat((double) in.copiedBytes() / in.receivedBytes())
                                .as("copied, seed " + seed + ", frames of " + length + ", " + form)
                                .isLessThanOrEqualTo(bound);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 1460, 9000, 65_536})
    void allocatesNothingForAFrameOnceWarm(int readBytes) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] mix = ByteBuffer.allocate(100 * 300 + 2 * MIB)
                .put(frames(100, 300))
                .put(frames(1, 2 * MIB))
                .array();
        for (MessageBuffers buffers : kinds()) {
            ReadBuffer in = open(buffers);
            ChunkChannel channel = new ChunkChannel();
            ByteBuffer fed = ByteBuffer.wrap(mix);
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 30; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                long own = 0;
                for (int from = 0; from < mix.length; from += readBytes) {
                    int to = Math.min(mix.length, from + readBytes);
                    long start = threads.getCurrentThreadAllocatedBytes();
                    channel.has(mix, from, to);
                    own += threads.getCurrentThreadAllocatedBytes() - start;
                    while (in.drain(channel, IGNORE) != ReadStatus.DRAINED) {
                        assertThat(in.isOpen()).isTrue();
                    }
                }
                fed.clear();
                in.feed(fed, IGNORE);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before - own);
            }
            in.close();
            assertThat(least)
                    .as("bytes allocated for a round, " + buffers.pool())
                    .isZero();
        }
    }
}
