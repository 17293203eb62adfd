package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.FrameException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The histogram of frame lengths: its buckets, and that each frame is counted whoever counts beside it. */
class FrameSizesTest {
    @Test
    void countsFramesOfDrainsInsideADrain() throws FrameException {
        FrameHandler<RuntimeException> ignore = frame -> Next.CONTINUE;
        ByteBuffer frames = ByteBuffer.wrap(NumberedFrames.stream(50, 60, 70));
        try (MessageBuffers node = MessageBuffers.builder().build();
                ReadBuffer outer = node.connection("outer").open();
                ReadBuffer inner = node.connection("inner").open()) {
            outer.feed(frames.duplicate(), frame -> {
                try {
                    inner.feed(frames.duplicate(), ignore);
                } catch (FrameException e) {
                    throw new AssertionError(e);
                }
                return Next.CONTINUE;
            });
            BufferStats stats = node.stats(new BufferStats());
            assertThat(stats.sizeCount(FrameSizes.bucketOf(50))).isEqualTo(4);
            assertThat(stats.sizeCount(FrameSizes.bucketOf(70))).isEqualTo(4);
        }
    }

    @Test
    void bucketsCoverEveryLengthInOrder() {
        assertThat(FrameSizes.lowest(0)).isZero();
        for (int i = 0; i < FrameSizes.BUCKETS; i++) {
            assertThat(FrameSizes.bucketOf(FrameSizes.lowest(i))).isEqualTo(i);
            assertThat(FrameSizes.bucketOf(FrameSizes.highest(i))).isEqualTo(i);
            assertThat(FrameSizes.highest(i) / 5 * 4).isLessThanOrEqualTo(FrameSizes.lowest(i));
            assertThat(BufferStats.sizeBucketStart(i)).isEqualTo(FrameSizes.lowest(i));
        }
        assertThat(FrameSizes.highest(FrameSizes.BUCKETS - 1)).isEqualTo(Long.MAX_VALUE);
    }
}
