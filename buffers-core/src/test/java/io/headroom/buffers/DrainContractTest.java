package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.Probe.Method;
import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.SlabPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What reading promises about order, memory, the end of the stream and the channel, in every form and wherever frames are held. What is thrown
 * is in {@link ThrowingTest}, who may call when in {@link OneCallerTest}.
 */
class DrainContractTest {
    private static final int SLAB = CountedNode.SLAB;

    /** A short frame, one as long as a slab, and a chain. */
    private static final int[] LENGTHS = {100, SLAB, 3 * SLAB + 5};

    /** More steps than any of these streams takes: a frame that does not come is a failure, not a wait. */
    private static final int MOST_STEPS = 1000;

    private final List<Integer> seen = new ArrayList<>();
    private final FrameHandler<RuntimeException> collect = frame -> {
        seen.add(NumberedFrames.number(frame.bytes()));
        return Next.CONTINUE;
    };

    /** Leaves the buffer with one frame that came in two pieces, is whole, and was kept by its handler. */
    private static void keepOne(Way way, ReadBuffer in, int length) throws IOException {
        byte[] first = NumberedFrames.frame(1, length);
        FrameHandler<RuntimeException> keep = frame -> Next.KEEP;
        assertThat(way.form().push(in, first, 0, length / 2, keep)).isEqualTo(ReadStatus.DRAINED);
        Form.Source rest = way.form().of(first, length / 2, length);
        ReadStatus status = ReadStatus.DRAINED;
        for (int steps = 0; steps < MOST_STEPS && status != ReadStatus.HELD; steps++) {
            status = rest.step(in, keep);
        }
        assertThat(status).isEqualTo(ReadStatus.HELD);
        assertThat(rest.remaining()).isZero();
        assertThat(in.pendingBytes()).isEqualTo(length);
        in.resume();
    }

    /** Where frames are pulled none can be kept; {@link PullAndLendTest} has what holds there. */
    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#pushing")
    void deliversWhatIsBufferedBeforeItReads(Way way) throws IOException {
        for (int length : LENGTHS) {
            try (CountedNode node = way.node()) {
                ReadBuffer in = node.open();
                keepOne(way, in, length);
                byte[] second = NumberedFrames.frame(2, 50);
                Form.Source source = way.form().of(second, 0, second.length);
                List<String> order = new ArrayList<>();
                FrameHandler<RuntimeException> witness = frame -> {
                    boolean untouched = source.remaining() == second.length && in.receivedBytes() == length;
                    order.add(NumberedFrames.number(frame.bytes()) + (untouched ? " before the read" : " after it"));
                    return Next.CONTINUE;
                };
                for (int steps = 0; steps < MOST_STEPS && order.size() < 2; steps++) {
                    assertThat(source.step(in, witness)).isIn(ReadStatus.DRAINED, ReadStatus.MORE);
                }
                assertThat(order).hasSize(2).startsWith("1 before the read");
                assertThat(order.get(1)).startsWith("2 ");
                assertThat(in.heldBytes()).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#pushing")
    void deliversAWholeFrameWithoutMemory(Way way) throws IOException {
        for (int length : LENGTHS) {
            try (CountedNode node = way.node()) {
                ReadBuffer in = node.open();
                keepOne(way, in, length);
                node.hoard();
                FrameHandler<RuntimeException> witness = frame -> {
                    assertThat(node.buffers.pool().tryLease(SlabPool.SMALLEST_FRACTION))
                            .as("memory while the frame is delivered")
                            .isNull();
                    return collect.onFrame(frame);
                };
                ReadStatus status = way.form().of(new byte[0], 0, 0).step(in, witness);
                assertThat(status).isIn(ReadStatus.DRAINED, ReadStatus.PAUSED);
                assertThat(in.heldBytes()).isZero();
                assertThat(in.frameCount()).isEqualTo(1);
            }
        }
        assertThat(seen).hasSize(LENGTHS.length);
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#fed")
    void deliversWhatIsWholeInTheCallersBufferWithoutMemory(Way way) throws IOException {
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            node.hoard();
            byte[] stream = NumberedFrames.stream(LENGTHS);
            assertThat(way.form().push(in, stream, collect)).isEqualTo(ReadStatus.DRAINED);
            assertThat(seen).containsExactly(1, 2, 3);
        }
    }

    @ParameterizedTest
    @MethodSource("heapAndDirect")
    void pullsAWholeFrameWithoutMemory(boolean heap) throws IOException {
        for (int length : new int[] {100, SLAB}) {
            try (CountedNode node = new CountedNode(heap)) {
                ReadBuffer in = node.open();
                assertThat(in.read(new ChunkChannel().has(NumberedFrames.frame(1, length))))
                        .isIn(ReadStatus.DRAINED, ReadStatus.MORE);
                node.hoard();
                assertThat(NumberedFrames.number(in.poll().bytes())).isEqualTo(1);
                assertThat(in.poll()).isNull();
            }
        }
    }

    static Stream<Boolean> heapAndDirect() {
        return Stream.of(false, true);
    }

    static Stream<Arguments> pushingByMethod() {
        return Way.pushing().stream()
                .flatMap(way -> Stream.of(Method.values()).map(method -> Arguments.of(way, method)));
    }

    /** Where frames are pulled {@link PullAndLendTest} has it. */
    @ParameterizedTest
    @MethodSource("pushingByMethod")
    void aCloseInsideAHandlerLeavesItsViewUntilItReturns(Way way, Method method) throws Exception {
        for (int length : LENGTHS) {
            for (int cut : new int[] {50, 54, 50 + length / 2, 50 + length}) {
                try (CountedNode node = way.node()) {
                    closesInside(way, method, node, NumberedFrames.stream(50, length, 60, 70), cut);
                }
            }
        }
    }

    private static void closesInside(Way way, Method method, CountedNode node, byte[] stream, int cut)
            throws Exception {
        ReadBuffer in = node.open();
        Probe closing = new Probe(method, view -> {
            byte[] before = view.toByteArray();
            long held = in.heldBytes();
            long leased = node.leased();
            in.close();
            assertThat(in.isOpen()).isFalse();
            assertThat(view.toByteArray()).isEqualTo(before);
            assertThat(in.heldBytes()).isEqualTo(held);
            assertThat(node.leased()).isEqualTo(leased);
        });
        ReadStatus status = way.form().push(in, stream, 0, cut, closing);
        Form.Source rest = way.form().of(stream, cut, stream.length);
        for (int steps = 0; steps < MOST_STEPS && status != ReadStatus.CLOSED; steps++) {
            status = rest.step(in, closing);
        }
        assertThat(status).isEqualTo(ReadStatus.CLOSED);
        int calls = closing.calls;
        assertThat(closing.frames).isEqualTo(method == Method.ON_FRAME ? List.of(1, 2) : List.of(1));
        assertThat(in.heldBytes()).isZero();
        assertThat(node.leased()).isZero();
        assertThat(way.form().of(stream, 0, 50).step(in, closing)).isEqualTo(ReadStatus.CLOSED);
        assertThat(closing.calls).as("calls after the close").isEqualTo(calls);
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#all")
    void deliversTheFramesThenSaysEndForGood(Way way) throws IOException {
        byte[] stream = NumberedFrames.stream(100, SLAB, 3 * SLAB + 5, 5);
        for (int piece : new int[] {stream.length, 1000, 3}) {
            seen.clear();
            try (CountedNode node = way.node()) {
                ReadBuffer in = node.open();
                for (int from = 0; from < stream.length; from += piece) {
                    way.form().push(in, stream, from, Math.min(stream.length, from + piece), collect);
                }
                for (int i = 0; i < 2; i++) {
                    assertThat(way.form().end(in, collect)).isEqualTo(ReadStatus.END);
                }
                assertThat(way.form().of(stream, 0, 100).step(in, collect)).isEqualTo(ReadStatus.END);
                assertThat(seen).containsExactly(1, 2, 3, 4);
                assertThat(in.heldBytes()).isZero();
                assertThat(in.isOpen()).isTrue();
            }
        }
    }

    /** Only there can one call read again after a read that brought all it asked for. */
    @ParameterizedTest
    @MethodSource("heapAndDirect")
    void deliversTheFramesOfACallThatAlsoMeetsTheEnd(boolean heap) throws IOException {
        try (CountedNode node = new CountedNode(heap)) {
            byte[] stream = NumberedFrames.stream(100, SLAB - 100);
            ChunkChannel channel = new ChunkChannel().has(stream).ends();
            assertThat(node.open().drain(channel, collect)).isEqualTo(ReadStatus.END);
            assertThat(channel.reads()).isEqualTo(2);
            assertThat(seen).containsExactly(1, 2);
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#all")
    void saysWhatIsMissingWhenTheStreamEndsInsideAFrameWhateverItsDelivery(Way way) throws IOException {
        int longest = 3 * SLAB + 5;
        int[][] cases = {{2, 100, 4}, {4, 100, 100}, {99, 100, 100}, {9000, longest, longest}, {70, longest, longest}};
        List<Delivery> deliveries =
                way.form() == Form.PULLED ? List.of(Delivery.WHOLE) : Arrays.asList(Delivery.values());
        for (Delivery delivery : deliveries) {
            for (int[] one : cases) {
                String point = one[0] + " bytes of " + one[1] + ", " + delivery;
                try (CountedNode node = way.node()) {
                    ReadBuffer in = node.open();
                    FrameHandler<RuntimeException> handler = second(delivery);
                    byte[] stream = NumberedFrames.stream(50, one[1]);
                    way.form().push(in, stream, 0, 50 + one[0], handler);

                    FrameException first = catchThrowableOfType(
                            FrameException.class, () -> way.form().end(in, handler));
                    assertThat(first.kind()).as(point).isEqualTo(FrameException.Kind.TRUNCATED);
                    assertThat(first.received()).as(point).isEqualTo(one[0]);
                    assertThat(first.declared()).as(point).isEqualTo(one[2]);
                    assertThat(first).hasMessageContaining("got " + one[0] + " of " + one[2] + " bytes");
                    assertThat(in.heldBytes()).as(point).isZero();
                    assertThat(catchThrowable(() -> way.form().end(in, handler)))
                            .isSameAs(first);
                    Form.Source more = way.form().of(stream, 50 + one[0], stream.length);
                    assertThatThrownBy(() -> more.step(in, handler)).isSameAs(first);
                }
            }
        }
        assertThat(seen).as("the frame before").containsOnly(1);
    }

    /** A handler that takes the second frame in this way. */
    private FrameHandler<RuntimeException> second(Delivery delivery) {
        return new FrameHandler<>() {
            private int headers;

            @Override
            public Delivery onHeader(Bytes header, long frameLength) {
                return ++headers == 2 ? delivery : Delivery.WHOLE;
            }

            @Override
            public Next onFrame(Frame frame) {
                return collect.onFrame(frame);
            }
        };
    }

    /** Remembers what the last read asked for and got. */
    private static final class Witness extends ChunkChannel {
        private final boolean blocking;
        private long asked;
        private long got;

        Witness(boolean blocking) {
            this.blocking = blocking;
        }

        @Override
        public int read(ByteBuffer target) {
            asked = target.remaining();
            int count = super.read(target);
            got = count;
            return count;
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            asked = 0;
            for (int i = offset; i < offset + length; i++) {
                asked += targets[i].remaining();
            }
            long count = super.read(targets, offset, length);
            got = count;
            return count;
        }

        @Override
        public boolean isBlocking() {
            return blocking;
        }
    }

    /** How many bytes arrive at once: fewer than a read asks for, as many, and more, with nothing or something pending. */
    private static final int[] AT_ONCE = {1, 99, 100, SLAB - 1, SLAB, SLAB + 1, 2 * SLAB, 12_000, 20_000};

    private static final byte[] TRAFFIC = NumberedFrames.stream(100, 3 * SLAB + 5, 100, SLAB, 2 * SLAB, 60, 9_000);

    /** What a caller feeds is all there is, so DRAINED says that all was taken; a stream's answer is the same either way. */
    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#all")
    void saysDrainedOnlyAfterAReadThatCameShort(Way way) throws IOException {
        boolean reads = Way.reading().contains(way);
        for (int pending : new int[] {0, 2, 40, 150, 5000}) {
            for (int count : AT_ONCE) {
                String point = count + " bytes after " + pending;
                try (CountedNode node = way.node()) {
                    ReadBuffer in = node.open();
                    way.form().push(in, TRAFFIC, 0, pending, collect);
                    Witness channel = new Witness(false);
                    channel.has(TRAFFIC, pending, pending + count);
                    Form.Source source =
                            reads ? way.form().over(channel) : way.form().of(TRAFFIC, pending, pending + count);
                    for (ReadStatus status = null; status != ReadStatus.DRAINED || source.remaining() > 0; ) {
                        status = source.step(in, collect);
                        assertThat(status).as(point).isIn(ReadStatus.DRAINED, ReadStatus.MORE);
                        if (reads && way.form() != Form.STREAMED) {
                            boolean cameShort = channel.got < channel.asked;
                            assertThat(status == ReadStatus.DRAINED).as(point).isEqualTo(cameShort);
                        } else if (!reads) {
                            assertThat(status).as(point).isEqualTo(ReadStatus.DRAINED);
                        }
                    }
                    assertThat(in.receivedBytes()).isEqualTo(pending + count);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#reading")
    void readsABlockingChannelOncePerCall(Way way) throws IOException {
        for (int pending : new int[] {0, 2, 40, 150, 5000}) {
            try (CountedNode node = way.node()) {
                ReadBuffer in = node.open();
                seen.clear();
                way.form().push(in, TRAFFIC, 0, pending, collect);
                Witness channel = new Witness(true);
                channel.has(TRAFFIC, pending, TRAFFIC.length);
                Form.Source source = way.form().over(channel);
                for (int calls = 1; source.remaining() > 0; calls++) {
                    source.step(in, collect);
                    assertThat(channel.reads())
                            .as("reads after %s bytes", pending)
                            .isEqualTo(calls);
                }
                assertThat(seen).containsExactly(1, 2, 3, 4, 5, 6, 7);
                assertThat(in.heldBytes()).isZero();
            }
        }
    }
}
