package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headroom.buffers.framing.FrameException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A connection that has failed holds nothing and waits for nothing: until it is closed it is a connection, and no more. */
class FailedConnectionStatisticsTest {
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    @Test
    void hasNoFrameInProgress() throws FrameException {
        try (MessageBuffers node = MessageBuffers.builder().build()) {
            ReadBuffer http = node.connection("http").open();
            byte[] get = "GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII);
            assertThatExceptionOfType(FrameException.class).isThrownBy(() -> http.feed(ByteBuffer.wrap(get), IGNORE));
            ReadBuffer cut = node.connection("cut").open();
            cut.feed(ByteBuffer.allocate(100).putInt(0, 1000), IGNORE);
            assertThat(node.stats(new BufferStats()).declaredBytes()).isEqualTo(904);
            assertThatExceptionOfType(FrameException.class).isThrownBy(() -> cut.endOfStream(IGNORE));

            BufferStats stats = node.stats(new BufferStats());
            assertThat(stats.connections()).isEqualTo(2);
            assertThat(stats.rejects()).isEqualTo(2);
            assertThat(stats.framesInProgress()).isZero();
            assertThat(stats.declaredBytes()).isZero();
            assertThat(stats.heldBytes()).isZero();
            node.sweep(0);
            SweepReport report = node.sweep(1_000_000_000_000L);
            assertThat(report.framesInProgress()).isZero();
            assertThat(report.promisedBytes()).isZero();
            assertThat(node.stats(stats).oldestPartialNanos()).isZero();
            List.of(http, cut).forEach(ReadBuffer::close);
            assertThat(node.stats(stats).rejects()).isEqualTo(2);
        }
    }
}
