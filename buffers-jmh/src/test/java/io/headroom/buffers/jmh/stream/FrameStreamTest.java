package io.headroom.buffers.jmh.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrameStreamTest {
    private static final int BYTES = 4 << 20;

    @ParameterizedTest
    @EnumSource
    void isTheSameForTheSameSeedAndAnotherForAnother(Frames kind) {
        ByteBuffer stream = bytes(FrameStream.of(kind, 1, BYTES));

        assertThat(bytes(FrameStream.of(kind, 1, BYTES))).isEqualTo(stream);
        assertThat(bytes(FrameStream.of(kind, 2, BYTES))).isNotEqualTo(stream);
    }

    @ParameterizedTest
    @EnumSource
    void consistsOfWholeFramesWhoseHeadersSayTheirLength(Frames kind) {
        FrameStream stream = FrameStream.of(kind, 1, BYTES);
        ByteBuffer bytes = bytes(stream);
        int count = 0;
        while (bytes.hasRemaining()) {
            int length = bytes.getInt();
            assertThat(length).isGreaterThanOrEqualTo(Frames.SHORTEST);
            assertThat(Frames.HEADER + length).isEqualTo(stream.frameLength(count++));
            bytes.position(bytes.position() + length);
        }
        assertThat(count).isEqualTo(stream.frameCount());
    }

    @ParameterizedTest
    @EnumSource
    void fitsIntoABenchmarksBytesAWholeNumberOfTimes(Frames kind) {
        assertThat(64 << 20).isGreaterThanOrEqualTo(kind.passBytes());
        assertThat((64 << 20) % kind.passBytes()).isZero();
    }

    @Test
    void hasFramesOfOneLengthButForTheLast() {
        FrameStream stream = FrameStream.of(Frames.B256, 1, BYTES);

        assertThat(lengths(stream).limit(stream.frameCount() - 1L)).containsOnly(4 + 256);
        assertThat(FrameStream.of(Frames.MIB2, 1, BYTES).longest()).isEqualTo(4 + (2 << 20));
    }

    @Test
    void mixesOneLargeFrameIntoTwenty() {
        FrameStream stream = FrameStream.of(Frames.MIX, 1, Frames.MIX.passBytes());
        long small = lengths(stream).filter(length -> length <= 4 + 2_000).count();
        long large = lengths(stream).filter(length -> length >= 4 + 100_000).count();

        assertThat(small + large).isGreaterThanOrEqualTo(stream.frameCount() - 1);
        assertThat((double) large / stream.frameCount()).isBetween(0.03, 0.07);
        assertThat(stream.longest()).isLessThan(4 + 2_000_000 + 104);
    }

    @Test
    void tellsFramesThatChangePlacesOrBytes() {
        Tally tally = tally(1, 2);

        assertThat(tally.agreesWith(tally(1, 2))).isTrue();
        assertThat(tally.agreesWith(tally(2, 1))).isFalse();
        assertThat(tally.agreesWith(tally(1))).isFalse();
        tally.clear();
        assertThat(tally.agreesWith(tally())).isTrue();
    }

    @Test
    void refusesToBeShorterThanAFrame() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrameStream.of(Frames.B256, 1, 103))
                .withMessageContaining("bytes 103: expected at least 104");
    }

    private static Tally tally(int... firstBytes) {
        Tally tally = new Tally();
        for (int first : firstBytes) {
            tally.frame(100, (byte) first, (byte) 0);
        }
        return tally;
    }

    private static IntStream lengths(FrameStream stream) {
        return IntStream.range(0, stream.frameCount()).map(stream::frameLength);
    }

    private static ByteBuffer bytes(FrameStream stream) {
        StreamSource source = stream.source(1 << 16);
        ByteBuffer bytes = ByteBuffer.allocateDirect(stream.bytes());
        source.start(1);
        while (source.hasRemaining()) {
            source.read(bytes);
        }
        return bytes.flip();
    }
}
