package io.headroom.buffers.framing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Bytes in some kind of memory, in one part or in many, seen through a window; and the plain array that the window must agree with. */
final class Sample {
    /** What a buffer that a window is pointed at may be. */
    enum Memory {
        HEAP,
        HEAP_SLICE,
        DIRECT,
        READ_ONLY,
        LITTLE_ENDIAN;

        private ByteBuffer of(byte[] bytes) {
            ByteBuffer buffer =
                    this == DIRECT ? ByteBuffer.allocateDirect(bytes.length) : ByteBuffer.allocate(bytes.length);
            if (this == HEAP_SLICE) {
                buffer = ByteBuffer.allocate(bytes.length + 5).position(5).slice();
            }
            buffer.put(bytes).clear();
            if (this == READ_ONLY) {
                return buffer.asReadOnlyBuffer();
            }
            return this == LITTLE_ENDIAN ? buffer.order(ByteOrder.LITTLE_ENDIAN) : buffer;
        }
    }

    final byte[] bytes;
    final BytesWindow view;
    final Memory memory;
    final boolean chained;
    private final List<ByteBuffer> buffers = new ArrayList<>();
    private final List<String> statesBefore = new ArrayList<>();
    private final String description;

    private Sample(byte[] all, int from, int to, Memory memory, int shift) {
        bytes = Arrays.copyOfRange(all, from, to);
        this.memory = memory;
        chained = shift > 0;
        view = chained ? chain(all, from, shift) : single(all, from);
        for (ByteBuffer buffer : buffers) {
            buffer.position((buffer.limit() + 1) / 2);
            statesBefore.add(state(buffer));
        }
        description = "Sample[" + HexFormat.of().formatHex(bytes) + " of " + all.length + " from " + from + ", "
                + memory + ", shift " + shift + "]";
    }

    private BytesWindow single(byte[] all, int from) {
        byte[] longer = Arrays.copyOf(all, all.length + 3);
        ByteBuffer buffer = memory.of(longer).limit(all.length);
        buffers.add(buffer);
        return new BytesWindow().wrap(buffer, from, bytes.length);
    }

    private BytesWindow chain(byte[] all, int from, int shift) {
        int size = 1 << shift;
        ByteBuffer[] parts = new ByteBuffer[1 + all.length / size];
        for (int i = 0; i * size < all.length; i++) {
            parts[i] = memory.of(Arrays.copyOfRange(all, i * size, Math.min(all.length, (i + 1) * size)));
            buffers.add(parts[i]);
        }
        return new BytesWindow().wrap(parts, shift, from, bytes.length);
    }

    /** Samples of up to 60 bytes in every kind of memory, with up to 20 bytes before and up to 20 after them, in parts of 4 to 16 bytes or one. */
    static Arbitrary<Sample> any() {
        Arbitrary<byte[]> all =
                Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(100);
        Arbitrary<Integer> margin = Arbitraries.integers().between(0, 20);
        Arbitrary<Memory> memory = Arbitraries.of(Memory.class);
        Arbitrary<Integer> shift = Arbitraries.of(0, 2, 3, 4);
        return Combinators.combine(all, margin, margin, memory, shift).as((bytes, before, after, kind, bits) -> {
            int from = Math.min(before, bytes.length);
            int to = Math.max(from, bytes.length - after);
            return new Sample(bytes, from, to, kind, bits);
        });
    }

    /** Returns what {@code bytes} hold, in the given order: the oracle. */
    ByteBuffer oracle(ByteOrder order) {
        return ByteBuffer.wrap(bytes).order(order);
    }

    /** Returns position, limit and order of each buffer behind the view. */
    List<String> states() {
        return buffers.stream().map(Sample::state).toList();
    }

    List<String> statesBefore() {
        return statesBefore;
    }

    private static String state(ByteBuffer buffer) {
        return buffer.position() + " to " + buffer.limit() + ", " + buffer.order();
    }

    @Override
    public String toString() {
        return description;
    }
}
