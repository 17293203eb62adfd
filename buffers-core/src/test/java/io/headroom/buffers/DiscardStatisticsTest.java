package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.Framing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a framing discards is received, but is no frame: neither while it goes nor afterwards. */
class DiscardStatisticsTest {
    private static final int SLAB = 64 << 10;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final BufferStats stats = new BufferStats();

    /** A length of 4 bytes; a negative one says how many bytes are to be discarded, itself included. */
    private static final class Discarding implements Framing {
        @Override
        public long measure(Bytes head) {
            if (head.length() < 4) {
                return Framing.more(4 - head.length());
            }
            int length = head.getInt(0);
            return length < 0 ? Framing.discard(-length) : length;
        }

        @Override
        public int maxHeader() {
            return 4;
        }
    }

    private static byte[] stream() {
        ByteBuffer stream = ByteBuffer.allocate(20 + 1000 + 30 + 5 + 40);
        stream.putInt(0, 20).putInt(20, -1000).putInt(1020, 30).putInt(1050, -5).putInt(1055, 40);
        return stream.array();
    }

    private static MessageBuffers node() {
        return MessageBuffers.builder().memoryLimit(64 * SLAB).build();
    }

    private static long framesByLength(BufferStats stats) {
        return IntStream.range(0, BufferStats.sizeBuckets())
                .mapToLong(stats::sizeCount)
                .sum();
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "LENT_LARGE")
    void countsFramesOnlyWhateverTheCut(Form form) throws IOException {
        byte[] stream = stream();
        for (int cut = 1; cut < stream.length; cut++) {
            try (MessageBuffers node = node();
                    ReadBuffer in =
                            node.connection("peer").framing(new Discarding()).open()) {
                form.push(in, stream, 0, cut, IGNORE);
                node.stats(stats);
                int whole = cut < 20 ? 0 : cut < 1050 ? 1 : cut < 1095 ? 2 : 3;
                assertThat(stats.frames()).as("frames at cut %s", cut).isEqualTo(whole);
                assertThat(framesByLength(stats)).as("by length at cut %s", cut).isEqualTo(whole);
                form.push(in, stream, cut, stream.length, IGNORE);
                node.stats(stats);
                assertThat(stats.frames()).as("frames after cut %s", cut).isEqualTo(3);
                assertThat(in.frameCount()).isEqualTo(3);
                assertThat(framesByLength(stats))
                        .as("by length after cut %s", cut)
                        .isEqualTo(3);
                assertThat(stats.receivedBytes()).isEqualTo(stream.length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noTotalFallsWhileBytesAreDiscarded(boolean closes) throws IOException {
        try (MessageBuffers node = node()) {
            ReadBuffer in = node.connection("peer").framing(new Discarding()).open();
            in.feed(ByteBuffer.wrap(stream(), 0, 20), IGNORE);
            BufferStats before = node.stats(new BufferStats());
            in.feed(ByteBuffer.wrap(stream(), 20, 500), IGNORE);
            if (closes) {
                in.close();
            }
            BufferStats delta = node.stats(stats).deltaTo(before, new BufferStats());
            assertThat(stats.frames()).isEqualTo(1);
            assertThat(delta.frames()).isZero();
            assertThat(delta.receivedBytes()).isEqualTo(500);
        }
    }

    @Test
    void aPeerEarnsNothingByWhatIsDiscarded() throws IOException {
        try (MessageBuffers node = node();
                ReadBuffer in =
                        node.connection("peer").framing(new Discarding()).open()) {
            int discarded = 8 << 20;
            in.feed(ByteBuffer.allocate(100).putInt(0, -discarded), IGNORE);
            in.feed(ByteBuffer.allocate(discarded - 100), IGNORE);
            ByteBuffer half = ByteBuffer.allocate(SLAB).putInt(0, 2 * SLAB);
            in.feed(half, IGNORE);
            assertThat(node.budget().newcomers().chargedBytes()).isGreaterThanOrEqualTo(SLAB);
        }
    }
}
