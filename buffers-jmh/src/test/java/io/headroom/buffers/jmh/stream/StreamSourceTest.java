package io.headroom.buffers.jmh.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamSourceTest {
    private static final int BYTES = 1_000;

    private final FrameStream stream = FrameStream.of(Frames.B256, 1, BYTES);

    @Test
    void handsOutNoMoreThanARead() {
        assertThat(reads(stream.source(400), 1)).containsExactly(400, 400, 200);
    }

    @Test
    void beginsAgainWhenAPassEnds() {
        assertThat(reads(stream.source(600), 2)).containsExactly(600, 400, 600, 400);
    }

    @Test
    void endsAReadWithAFrameThatIsAlone() {
        FrameStream alone = FrameStream.of(Frames.MIB2_ALONE, 1, (2 << 20) + 4 + 1_000);

        assertThat(reads(alone.source(1 << 20), 1)).containsExactly(1 << 20, 1 << 20, 4, 1_000);
    }

    @Test
    void fillsBuffersInTheirOrderWithTheSameBytes() {
        ByteBuffer whole = ByteBuffer.allocateDirect(BYTES);
        started(1_000).read(whole);
        ByteBuffer[] parts = {ByteBuffer.allocateDirect(300), ByteBuffer.allocate(0), ByteBuffer.allocate(900)};
        long read = started(800).read(parts);

        assertThat(read).isEqualTo(800);
        assertThat(parts[0].flip()).isEqualTo(whole.slice(0, 300));
        assertThat(parts[2].flip()).isEqualTo(whole.slice(300, 500));
    }

    @Test
    void countsReadsAndWhatIsCopiedToTheHeap() {
        StreamSource source = started(100);
        source.read(ByteBuffer.allocate(70));
        source.read(ByteBuffer.allocateDirect(200));

        assertThat(source.reads()).isEqualTo(2);
        assertThat(source.copiedToHeapBytes()).isEqualTo(70);
    }

    @Test
    void endsAfterTheLastPass() {
        StreamSource source = started(BYTES);
        source.read(ByteBuffer.allocateDirect(BYTES));

        assertThat(source.hasRemaining()).isFalse();
        assertThat(source.read(ByteBuffer.allocateDirect(1))).isEqualTo(-1);
    }

    private StreamSource started(int readBytes) {
        StreamSource source = stream.source(readBytes);
        source.start(1);
        return source;
    }

    private static List<Integer> reads(StreamSource source, int passes) {
        List<Integer> reads = new ArrayList<>();
        ByteBuffer target = ByteBuffer.allocateDirect(2 << 20);
        source.start(passes);
        while (source.hasRemaining()) {
            reads.add(source.read(target.clear()));
        }
        return reads;
    }
}
