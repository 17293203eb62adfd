package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.FrameException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The histogram of frame lengths as its readers ask for it: differences, percentiles and bounds. */
class FrameLengthStatisticsTest {
    private static BufferStats statsOf(int... lengths) throws FrameException {
        try (MessageBuffers node = MessageBuffers.builder().build();
                ReadBuffer in = node.connection("peer").open()) {
            in.feed(ByteBuffer.wrap(NumberedFrames.stream(lengths)), frame -> Next.CONTINUE);
            return node.stats(new BufferStats());
        }
    }

    @Test
    void aLengthOfWhichThereAreFewerIsARestartThoughEveryTotalHasRisen() throws FrameException {
        BufferStats before = statsOf(100, 100);
        BufferStats after = statsOf(1000, 1000, 1000);
        BufferStats delta = after.deltaTo(before, new BufferStats());
        for (int i = 0; i < BufferStats.sizeBuckets(); i++) {
            assertThat(delta.sizeCount(i)).as("bucket %s", i).isEqualTo(after.sizeCount(i));
        }
        assertThat(delta.frames()).isEqualTo(3);
        assertThat(delta.sizeAtPercentile(100)).isBetween(1000L, 1250L);
    }
}
