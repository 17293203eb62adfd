package io.headroom.buffers.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.memory.Allocations;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Where a view begins and ends, and what it costs. */
class BytesTest {
    private static final int SHIFT = 4;

    private final ByteBuffer heap = ByteBuffer.allocate(256);
    private final ByteBuffer direct = ByteBuffer.allocateDirect(256).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer[] parts = new ByteBuffer[16];
    private long sum;

    BytesTest() {
        for (int i = 0; i < parts.length; i++) {
            parts[i] = ByteBuffer.allocateDirect(1 << SHIFT);
        }
    }

    @Test
    void viewOfABufferIsWhatRemainsInIt() {
        ByteBuffer buffer =
                ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}).position(1).limit(4);
        Bytes bytes = Bytes.of(buffer);
        assertThat(bytes.toByteArray()).containsExactly(2, 3, 4);
        assertThat(buffer.position()).isEqualTo(1);
        assertThatThrownBy(() -> bytes.getByte(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> bytes.getByte(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void viewOfAnArrayIsNoCopy() {
        byte[] array = {1, 2, 3};
        Bytes bytes = Bytes.of(array);
        array[1] = 9;
        assertThat(bytes.getByte(1)).isEqualTo((byte) 9);
        assertThat(bytes.hasArray()).isTrue();
    }

    @Test
    void emptyViewIsOneEmptyPart() {
        assertThat(Bytes.of()).hasToString("Bytes[length=0, parts=1]");
        assertThat(Bytes.of().asReadOnlyBuffer().hasRemaining()).isFalse();
        assertThat(new BytesWindow().toByteArray()).isEmpty();
        assertThat(new BytesWindow().part(0).capacity()).isZero();
    }

    /** As the payload of a frame that is all header and fills its slabs exactly. */
    @Test
    void emptyViewAtTheEndOfAChainIsOneEmptyPart() {
        BytesWindow end = new BytesWindow().wrap(parts, SHIFT, 256, 0);
        assertThat(end.partCount()).isOne();
        assertThat(end.part(0).capacity()).isZero();
        assertThat(end.asReadOnlyBuffer().capacity()).isZero();
        assertThat(end.toByteArray()).isEmpty();
        assertThat(end).hasToString("Bytes[length=0, parts=1]");
        BytesWindow all = new BytesWindow().wrap(parts, SHIFT, 0, 256);
        BytesWindow rest = new BytesWindow().wrap(all, 256, 0);
        assertThat(rest.asReadOnlyBuffer().capacity()).isZero();
        assertThat(rest.hasArray()).isEqualTo(end.hasArray());
    }

    @Test
    void viewCannotReachBeyondTheBuffersLimit() {
        heap.limit(100);
        BytesWindow window = new BytesWindow();
        assertThatThrownBy(() -> window.wrap(heap, 0, 101)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> window.wrap(heap, 100, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> window.wrap(heap, -1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> window.wrap(heap, Integer.MAX_VALUE, Integer.MAX_VALUE))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(window.length()).isZero();
    }

    @Test
    void canBePointedAtOtherMemoryAgainAndAgain() {
        heap.put(3, (byte) 7);
        parts[1].put(0, (byte) 8);
        BytesWindow window = new BytesWindow();
        assertThat(window.wrap(heap, 3, 1).getByte(0)).isEqualTo((byte) 7);
        assertThat(window.wrap(parts, SHIFT, 15, 2).toByteArray()).containsExactly(0, 8);
        assertThat(window.wrap(window, 1, 1).toByteArray()).containsExactly(8);
        assertThat(window.wrap(heap, 3, 2).toByteArray()).containsExactly(7, 0);
        assertThat(window.partCount()).isOne();
    }

    @Test
    void readingAllocatesNothing() {
        BytesWindow single = new BytesWindow().wrap(direct, 1, 200);
        BytesWindow chain = new BytesWindow().wrap(parts, SHIFT, 3, 200);
        assertThat(Allocations.perRun(() -> readAll(single))).isZero();
        assertThat(Allocations.perRun(() -> readAll(chain))).isZero();
        assertThat(sum).isZero();
    }

    private void readAll(Bytes view) {
        for (int i = 0; i + Long.BYTES <= view.length(); i++) {
            sum += view.getByte(i) + view.getShort(i) + view.getInt(i) + view.getLong(i);
            sum += view.getUnsignedByte(i) + view.getUnsignedShort(i) + view.getUnsignedInt(i);
            sum += view.getShortLE(i) + view.getIntLE(i) + view.getLongLE(i);
        }
    }

    @Test
    void copyingAllocatesNothing() {
        BytesWindow single = new BytesWindow().wrap(direct, 1, 200);
        BytesWindow chain = new BytesWindow().wrap(parts, SHIFT, 3, 200);
        byte[] target = new byte[200];
        ByteBuffer buffer = ByteBuffer.allocateDirect(200);
        assertThat(Allocations.perRun(() -> {
                    single.getBytes(0, target, 0, 200);
                    chain.getBytes(0, target, 0, 200);
                    single.getBytes(0, buffer.clear());
                    chain.getBytes(0, buffer.clear());
                }))
                .isZero();
    }

    @Test
    void pointingAWindowElsewhereAllocatesNothing() {
        BytesWindow window = new BytesWindow();
        BytesWindow inner = new BytesWindow();
        assertThat(Allocations.perRun(() -> {
                    window.wrap(heap, 1, 100);
                    inner.wrap(window, 2, 3);
                    sum += inner.getByte(0);
                    window.wrap(parts, SHIFT, 9, 100);
                    inner.wrap(window, 2, 30);
                    sum += inner.partCount();
                    window.clear();
                }))
                .isZero();
    }
}
