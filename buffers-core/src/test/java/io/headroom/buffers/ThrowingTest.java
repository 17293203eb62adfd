package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.headroom.buffers.Probe.Method;
import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a handler, a channel and a framing may throw, from wherever they are called, and what becomes of the frames then. */
class ThrowingTest {
    private static final int SLAB = CountedNode.SLAB;

    /** Of the second frame: short, as long as a slab, and a chain. */
    private static final int[] LENGTHS = {100, SLAB, 3 * SLAB + 5};

    /** A checked exception that is no IOException. */
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static List<Throwable> anything() {
        Bytes head = Bytes.of((byte) 1);
        return List.of(
                new EOFException("of the application"),
                new Refusal(),
                FrameException.malformed("is refused late", head),
                new IllegalStateException("unchecked"),
                new AssertionError("an error"));
    }

    /** Pushes the bytes from {@code from} on, however often that is interrupted, and returns what was thrown. */
    private static List<Throwable> pushThrough(Form.Source source, ReadBuffer in, FrameHandler<?> handler) {
        List<Throwable> thrown = new ArrayList<>();
        boolean done = false;
        for (int steps = 0; !done; steps++) {
            assertThat(steps).as("steps").isLessThan(1000);
            try {
                ReadStatus status = source.step(in, handler);
                done = status == ReadStatus.CLOSED || (status == ReadStatus.DRAINED && source.remaining() == 0);
            } catch (Throwable e) {
                thrown.add(e);
                done = thrown.size() > 9;
            }
        }
        return thrown;
    }

    /** Where the stream is cut, for a second frame from 50 on: nowhere, in its header, after it, and inside. */
    private static int[] cuts(int length) {
        return new int[] {50, 52, 54, 50 + length / 2, 50 + length - 1, 50 + length};
    }

    static Stream<Arguments> pushingByMethod() {
        return Way.pushing().stream()
                .flatMap(way -> Stream.of(Method.values()).map(method -> Arguments.of(way, method)));
    }

    @ParameterizedTest
    @MethodSource("pushingByMethod")
    void whateverAHandlerThrowsPassesThroughAndCostsThatFrameAlone(Way way, Method method) {
        for (int length : LENGTHS) {
            byte[] stream = NumberedFrames.stream(50, length, 60, 70);
            for (Throwable thrown : anything()) {
                for (int cut : cuts(length)) {
                    boolean refused = method == Method.ON_HEADER && thrown instanceof FrameException;
                    if (!refused) { // that ends the connection, which DrainTest has
                        passesThrough(way, new Probe(method, view -> raise(thrown)), thrown, stream, cut);
                    }
                }
            }
        }
    }

    /** Where frames are pulled the handler is the caller's loop, so this is about the calls after one that was given up. */
    @ParameterizedTest
    @MethodSource
    void aLoopThatPullsMayBeLeftAndGoesOnWithTheNextFrame(Way way) {
        for (int length : LENGTHS) {
            byte[] stream = NumberedFrames.stream(50, length, 60, 70);
            for (int cut : cuts(length)) {
                Refusal thrown = new Refusal();
                passesThrough(way, new Probe(Method.ON_FRAME, view -> raise(thrown)), thrown, stream, cut);
            }
        }
    }

    static List<Way> aLoopThatPullsMayBeLeftAndGoesOnWithTheNextFrame() {
        return List.of(new Way(Form.PULLED, false), new Way(Form.PULLED, true));
    }

    private static void passesThrough(Way way, Probe probe, Throwable thrown, byte[] stream, int cut) {
        String point = thrown + " with the second of " + stream.length + " bytes cut at " + cut;
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            List<Throwable> seen = pushThrough(way.form().of(stream, 0, cut), in, probe);
            seen.addAll(pushThrough(way.form().of(stream, cut, stream.length), in, probe));
            assertThat(seen).as(point).hasSize(1);
            assertThat(seen.get(0)).as(point).isSameAs(thrown);
            assertThat(thrown).as(point).hasNoSuppressedExceptions().hasNoCause();
            assertThat(probe.frames).as(point).containsExactly(1, 3, 4);
            assertThat(in.frameCount()).as(point).isEqualTo(4);
            assertThat(in.receivedBytes()).as(point).isEqualTo(stream.length);
            assertThat(in.isOpen()).isTrue();
            assertThat(in.heldBytes()).as(point).isZero();
        }
    }

    private static void raise(Throwable thrown) throws Exception {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (Exception) thrown;
    }

    /** So many bytes have arrived when the channel throws: none, of a header, of a parked frame, of a chain, of frames that are done. */
    private static final int[] ARRIVED = {0, 2, 70, 3 * SLAB - 9, 3 * SLAB + 5};

    private static final byte[] LONG_AND_SHORT = NumberedFrames.stream(3 * SLAB + 5, 100, 30);

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#reading")
    void anIOExceptionOfAChannelPassesThroughAndCloses(Way way) throws Exception {
        for (IOException thrown : List.of(new IOException("Connection reset"), new AsynchronousCloseException())) {
            for (int arrived : ARRIVED) {
                for (int moves : moves(way)) {
                    closes(way, thrown, arrived, moves);
                }
            }
        }
    }

    /** How many bytes a channel moves before it throws; what a stream throws it throws instead of them. */
    private static int[] moves(Way way) {
        return way.form() == Form.STREAMED ? new int[] {0} : new int[] {0, 1, 30, 80};
    }

    private static void closes(Way way, IOException thrown, int arrived, int moves) throws IOException {
        String point = thrown + " after " + arrived + " bytes and " + moves + " more";
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            Probe frames = new Probe(Method.ON_FRAME, view -> {});
            way.form().push(in, LONG_AND_SHORT, 0, arrived, wrap(frames));
            FaultyChannel channel = new FaultyChannel(thrown, moves);
            channel.has(LONG_AND_SHORT, arrived, LONG_AND_SHORT.length);
            Form.Source source = way.form().over(channel);

            assertThat(catchThrowable(() -> source.step(in, frames))).as(point).isSameAs(thrown);
            assertThat(in.isOpen()).as(point).isFalse();
            assertThat(in.heldBytes()).as(point).isZero();
            assertThat(in.receivedBytes()).as(point).isEqualTo(LONG_AND_SHORT.length - channel.remaining());
            assertThat(source.step(in, wrap(frames))).isEqualTo(ReadStatus.CLOSED);
        }
    }

    /** A handler whose exceptions would be the test's own. */
    private static FrameHandler<RuntimeException> wrap(Probe probe) {
        return frame -> {
            try {
                return probe.onFrame(frame);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        };
    }

    /** What the read that failed has moved is counted as received, but nobody has looked at it, so the error does not tell of it. */
    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#reading")
    void anIOExceptionOfAChannelCarriesWhatItCutShort(Way way) throws Exception {
        int longest = 3 * SLAB + 5;
        for (int arrived : ARRIVED) {
            long expected = arrived == 0 || arrived == longest ? 0 : arrived < 4 ? 4 : longest;
            for (int moves : moves(way)) {
                IOException thrown = new IOException("Connection reset");
                closes(way, thrown, arrived, moves);
                String point = arrived + " and " + moves;
                assertThat(thrown.getSuppressed()).as(point).hasSize(expected == 0 ? 0 : 1);
                for (Throwable suppressed : thrown.getSuppressed()) {
                    FrameException truncated = (FrameException) suppressed;
                    assertThat(truncated.kind()).as(point).isEqualTo(FrameException.Kind.TRUNCATED);
                    assertThat(truncated.received()).as(point).isEqualTo(arrived);
                    assertThat(truncated.declared()).as(point).isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#reading")
    void anIOExceptionOfAChannelPassesThroughWhateverTheFramingWouldSayOfItsBytes(Way way) {
        for (int moves : moves(way)) {
            IOException thrown = new IOException("Connection reset");
            try (CountedNode node = way.node()) {
                ReadBuffer in = node.open(new FaultyFraming(Of.MEASURE, new IllegalStateException("unchecked")));
                FaultyChannel channel = new FaultyChannel(thrown, moves);
                channel.has(new byte[] {-1, -1, -1, -1, 5, 6, 7, 8});
                Probe probe = new Probe(Method.ON_FRAME, view -> {});
                assertThat(catchThrowable(() -> way.form().over(channel).step(in, probe)))
                        .isSameAs(thrown);
                assertThat(in.isOpen()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#reading")
    void anythingElseThatAChannelThrowsLosesNothing(Way way) throws Exception {
        for (Throwable thrown : List.of(new IllegalStateException("unchecked"), new AssertionError("an error"))) {
            for (int arrived : ARRIVED) {
                for (int moves : moves(way)) {
                    String point = thrown + " after " + arrived + " bytes and " + moves + " more";
                    try (CountedNode node = way.node()) {
                        ReadBuffer in = node.open();
                        Probe frames = new Probe(Method.ON_FRAME, view -> {});
                        way.form().push(in, LONG_AND_SHORT, 0, arrived, wrap(frames));
                        FaultyChannel channel = new FaultyChannel(thrown, moves);
                        channel.has(LONG_AND_SHORT, arrived, LONG_AND_SHORT.length);

                        List<Throwable> seen = pushThrough(way.form().over(channel), in, frames);
                        assertThat(seen).as(point).hasSize(1);
                        assertThat(seen.get(0)).as(point).isSameAs(thrown);
                        assertThat(frames.frames).as(point).containsExactly(1, 2, 3);
                        assertThat(in.receivedBytes()).as(point).isEqualTo(LONG_AND_SHORT.length);
                        assertThat(in.heldBytes()).as(point).isZero();
                    }
                }
            }
        }
    }

    /** The methods of a framing that may throw. */
    private enum Of {
        MEASURE,
        LIMITED,
        NEXT,
        PAYLOAD_START
    }

    /** Throws from one of its methods at the frame whose declared length is negative. */
    private static final class FaultyFraming implements Framing {
        private final Of method;
        private final Throwable fault;

        FaultyFraming(Of method, Throwable fault) {
            this.method = method;
            this.fault = fault;
        }

        private void at(Of called, Bytes head) {
            if (called == method && head.getInt(0) < 0) {
                FaultyFraming.<RuntimeException>raise(fault);
            }
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <T extends Throwable> void raise(Throwable fault) throws T {
            throw (T) fault;
        }

        @Override
        public long measure(Bytes head) {
            if (head.length() < 4) {
                return Framing.more(4 - head.length());
            }
            at(Of.MEASURE, head);
            return 4L + (head.getInt(0) & Integer.MAX_VALUE);
        }

        @Override
        public int maxHeader() {
            return 4;
        }

        @Override
        public long limited(Bytes head, long length) {
            at(Of.LIMITED, head);
            return length;
        }

        @Override
        public Framing next(Bytes head) {
            at(Of.NEXT, head);
            return this;
        }

        @Override
        public int payloadStart(Bytes head) {
            at(Of.PAYLOAD_START, head);
            return 4;
        }
    }

    /** Good frames, then one of {@code length} bytes that the framing throws at. */
    private static byte[] endsBadly(int length) {
        byte[] stream = NumberedFrames.stream(50, 3 * SLAB + 5, length);
        stream[50 + 3 * SLAB + 5] |= (byte) 0x80;
        return stream;
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#all")
    void anUncheckedExceptionOfAFramingPassesThroughAndCloses(Way way) {
        for (Throwable thrown : List.of(new IllegalArgumentException("unchecked"), new AssertionError("an error"))) {
            for (Of method : Of.values()) {
                for (int length : LENGTHS) {
                    framingThrows(way, new FaultyFraming(method, thrown), thrown, length);
                }
            }
        }
    }

    /** The other methods of a framing cannot throw it: they declare nothing checked. */
    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#all")
    void aFrameExceptionOfAFramingFailsTheBufferForGood(Way way) {
        for (int length : LENGTHS) {
            FrameException thrown = FrameException.malformed("is of no known type", Bytes.of((byte) 1));
            framingThrows(way, new FaultyFraming(Of.MEASURE, thrown), thrown, length);
        }
    }

    private static void framingThrows(Way way, Framing framing, Throwable thrown, int length) {
        byte[] stream = endsBadly(length);
        int bad = 50 + 3 * SLAB + 5;
        for (int cut : new int[] {stream.length, bad, bad + 2, bad + 4, 20, 5000}) {
            String point = thrown + " at a frame of " + length + ", cut at " + cut;
            try (CountedNode node = way.node()) {
                ReadBuffer in = node.open(framing);
                Probe probe = new Probe(Method.ON_FRAME, view -> {});
                Throwable first = null;
                for (Form.Source source : way.form().of(stream, List.of(cut))) {
                    List<Throwable> seen = pushThrough(source, in, probe);
                    first = first == null && !seen.isEmpty() ? seen.get(0) : first;
                }
                assertThat(probe.frames).as(point).containsExactly(1, 2);
                assertThat(in.heldBytes()).as(point).isZero();
                Form.Source later = way.form().of(stream, 0, 50);
                if (thrown instanceof FrameException) {
                    assertThat(first).as(point).isInstanceOf(FrameException.class);
                    assertThat(first).hasMessageContaining("is of no known type");
                    assertThatThrownBy(() -> later.step(in, probe)).as(point).isSameAs(first);
                    assertThat(in.isOpen()).as(point).isTrue();
                } else {
                    assertThat(first).as(point).isSameAs(thrown);
                    assertThat(catchThrowable(
                                    () -> assertThat(later.step(in, probe)).isEqualTo(ReadStatus.CLOSED)))
                            .as(point)
                            .isNull();
                    assertThat(in.isOpen()).as(point).isFalse();
                }
                assertThat(thrown).hasNoSuppressedExceptions();
            }
        }
    }
}
