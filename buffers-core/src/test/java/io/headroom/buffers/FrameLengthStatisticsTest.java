package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headroom.buffers.framing.FrameException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(doubles = {-1, -Double.MIN_VALUE, 100.01, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesWhatIsNoPercentage(double percent) throws FrameException {
        BufferStats stats = statsOf(100, 1000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stats.sizeAtPercentile(percent))
                .withMessage("sizeAtPercentile(" + percent + "): expected 0 to 100");
    }

    @Test
    void everyPercentageOfAnyNumberOfFramesHasALength() throws FrameException {
        for (int frames = 0; frames < 200; frames++) {
            int[] lengths = new int[frames];
            Arrays.fill(lengths, 100);
            BufferStats stats = statsOf(lengths);
            for (double percent = 0; percent <= 100; percent += 0.1) {
                assertThat(stats.sizeAtPercentile(percent)).isEqualTo(frames == 0 ? 0 : 111);
            }
            assertThat(stats.sizeAtPercentile(100)).isEqualTo(frames == 0 ? 0 : 111);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, FrameSizes.BUCKETS, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void refusesBucketsThatAreNone(int bucket) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> BufferStats.sizeBucketStart(bucket));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> new BufferStats().sizeCount(bucket));
    }
}
