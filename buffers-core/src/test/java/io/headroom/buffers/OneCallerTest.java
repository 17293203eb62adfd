package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.headroom.buffers.Probe.Method;
import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One caller at a time, on whichever thread, and a close by anybody at any time. Threads wait for each other by latches alone. */
@Timeout(60)
class OneCallerTest {
    private static final int SLAB = CountedNode.SLAB;
    private static final byte[] TRAFFIC = NumberedFrames.stream(50, 3 * SLAB + 5, 100, SLAB, 60);

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<Integer> seen = new ArrayList<>();
    private final FrameHandler<RuntimeException> collect = frame -> {
        seen.add(NumberedFrames.number(frame.bytes()));
        return Next.CONTINUE;
    };

    @AfterEach
    void endTheOtherThread() {
        goOn.countDown();
        other.shutdown();
    }

    /** Stops the other thread where it is, until this one lets it go on. */
    private void waitHere() {
        inside.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs something on the other thread; one that ends before it waits is waited for no more. */
    private <T> Future<T> start(Callable<T> task) {
        return other.submit(() -> {
            try {
                return task.call();
            } finally {
                inside.countDown();
            }
        });
    }

    /** Whoever is inside, a call of any of these is refused, and changes nothing. */
    private static void refusesEveryCall(ReadBuffer in) {
        FrameHandler<RuntimeException> unreachable = frame -> {
            throw new AssertionError("a frame in a call that was refused");
        };
        List<ThrowingCallable> calls = List.of(
                () -> in.drain(new ChunkChannel().has(new byte[1]), unreachable),
                () -> in.drain(InputStream.nullInputStream(), unreachable),
                () -> in.feed(ByteBuffer.allocate(1), unreachable),
                () -> in.endOfStream(unreachable),
                () -> in.read(new ChunkChannel().has(new byte[1])),
                in::poll,
                () -> in.writable(1),
                () -> in.received(0, unreachable),
                in::closeAndTakeUnread);
        for (ThrowingCallable call : calls) {
            assertThatIllegalStateException().isThrownBy(call);
        }
        assertThat(in.isOpen()).isTrue();
    }

    static Stream<Arguments> pushingByMethod() {
        return Way.pushing().stream()
                .flatMap(way -> Stream.of(Method.values()).map(method -> Arguments.of(way, method)));
    }

    /** Where frames are pulled the handler is the caller's loop: {@link PullAndLendTest} has what is refused there. */
    @ParameterizedTest
    @MethodSource("pushingByMethod")
    void refusesCallsFromEveryMethodOfAHandlerAndGoesOn(Way way, Method method) throws Exception {
        for (int length : new int[] {100, SLAB, 3 * SLAB + 5}) {
            try (CountedNode node = way.node()) {
                ReadBuffer in = node.open();
                List<String> nested = new ArrayList<>();
                Probe nesting = new Probe(method, view -> {
                    refusesEveryCall(in);
                    nested.add("refused");
                });
                byte[] stream = NumberedFrames.stream(50, length, 60);
                way.form().push(in, stream, 0, 50 + length / 2, nesting);
                way.form().push(in, stream, 50 + length / 2, stream.length, nesting);
                assertThat(nested).hasSize(1);
                boolean whole = method == Method.ON_HEADER || method == Method.ON_FRAME;
                assertThat(nesting.frames).isEqualTo(whole ? List.of(1, 2, 3) : List.of(1, 3));
                assertThat(in.heldBytes()).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#reading")
    void refusesCallsFromTheChannelAndGoesOn(Way way) throws IOException {
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            Form.Source source = way.form().over(new Interrupted(() -> refusesEveryCall(in)));
            drain(source, in);
            assertThat(seen).containsExactly(1, 2, 3, 4, 5);
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#all")
    void refusesCallsFromTheFramingAndGoesOn(Way way) throws IOException {
        try (CountedNode node = way.node()) {
            ReadBuffer[] in = new ReadBuffer[1];
            in[0] = node.open(new Framing() {
                @Override
                public long measure(Bytes head) throws FrameException {
                    refusesEveryCall(in[0]);
                    return CountedNode.FRAMING.measure(head);
                }

                @Override
                public int maxHeader() {
                    return CountedNode.FRAMING.maxHeader();
                }
            });
            drain(way.form().of(TRAFFIC, 0, TRAFFIC.length), in[0]);
            assertThat(seen).containsExactly(1, 2, 3, 4, 5);
        }
    }

    private void drain(Form.Source source, ReadBuffer in) throws IOException {
        while (source.remaining() > 0) {
            assertThat(source.step(in, collect)).isIn(ReadStatus.DRAINED, ReadStatus.MORE);
        }
    }

    /** A channel that has the traffic, and does something in its first read. */
    private static final class Interrupted extends ChunkChannel {
        private final Runnable action;

        Interrupted(Runnable action) {
            this.action = action;
            has(TRAFFIC);
        }

        private void act() {
            if (reads() == 0) {
                action.run();
            }
        }

        @Override
        public int read(ByteBuffer target) {
            act();
            return super.read(target);
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            act();
            return super.read(targets, offset, length);
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#pushing")
    void refusesASecondCallerWhileTheFirstIsInAHandler(Way way) throws Exception {
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            Probe waiting = new Probe(Method.ON_FRAME, view -> waitHere());
            Future<ReadStatus> first = start(() -> way.form().push(in, TRAFFIC, waiting));
            inside.await();
            refusesEveryCall(in);
            goOn.countDown();
            assertThat(first.get()).isEqualTo(ReadStatus.DRAINED);
            assertThat(waiting.frames).containsExactly(1, 2, 3, 4, 5);
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#reading")
    void refusesASecondCallerWhileTheFirstIsInARead(Way way) throws Exception {
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            Form.Source source = way.form().over(new Interrupted(this::waitHere));
            Future<?> first = start(() -> {
                drain(source, in);
                return null;
            });
            inside.await();
            refusesEveryCall(in);
            goOn.countDown();
            first.get();
            assertThat(seen).containsExactly(1, 2, 3, 4, 5);
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#all")
    void servesOneThreadAfterTheOther(Way way) throws Exception {
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            for (int from = 0; from < TRAFFIC.length; from += 1000) {
                int start = from;
                int end = Math.min(TRAFFIC.length, from + 1000);
                Future<ReadStatus> there =
                        other.submit(() -> way.form().push(in, TRAFFIC, start, start + 500, collect));
                assertThat(there.get()).isEqualTo(ReadStatus.DRAINED);
                way.form().push(in, TRAFFIC, Math.min(end, start + 500), end, collect);
            }
            assertThat(seen).containsExactly(1, 2, 3, 4, 5);
        }
    }

    @ParameterizedTest
    @MethodSource("heapAndDirect")
    void mayBeHandedToAnotherThreadWithAFramePulledOrRoomLent(boolean heap) throws Exception {
        try (CountedNode node = new CountedNode(heap)) {
            ReadBuffer in = node.open();
            byte[] stream = NumberedFrames.stream(50, 60);
            in.read(new ChunkChannel().has(stream));
            Frame first = other.submit(in::poll).get();
            assertThat(NumberedFrames.number(first.bytes())).isEqualTo(1);
            assertThat(NumberedFrames.number(in.poll().bytes())).isEqualTo(2);
            assertThat(other.submit(in::poll).get()).isNull();

            ByteBuffer room = other.submit(() -> in.writable(stream.length)).get();
            room.put(stream);
            assertThat(in.received(stream.length, collect)).isEqualTo(ReadStatus.DRAINED);
            assertThat(seen).containsExactly(1, 2);
        }
    }

    static Stream<Boolean> heapAndDirect() {
        return Stream.of(false, true);
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#all")
    void aCloseOnAnotherThreadTakesAnIdleBufferAtOnce(Way way) throws Exception {
        for (int pending : new int[] {0, 2, 40, 60, 3000, 9000, 50 + 3 * SLAB + 5, TRAFFIC.length}) {
            try (CountedNode node = way.node()) {
                ReadBuffer in = node.open();
                way.form().push(in, TRAFFIC, 0, pending, collect);
                other.submit(in::close).get();
                assertThat(in.heldBytes()).as("after %s bytes", pending).isZero();
                assertThat(node.leased()).as("after %s bytes", pending).isZero();
                assertThat(way.form().of(TRAFFIC, pending, TRAFFIC.length).step(in, collect))
                        .isEqualTo(ReadStatus.CLOSED);
            }
        }
    }

    /** Where frames are pulled {@link PullAndLendTest} has it. */
    @ParameterizedTest
    @MethodSource("pushingByMethod")
    void aBusyBufferObeysACloseOnItsWayOutOfAHandler(Way way, Method method) throws Exception {
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            Probe waiting = new Probe(method, view -> {
                byte[] before = view.toByteArray();
                waitHere();
                assertThat(view.toByteArray()).isEqualTo(before);
            });
            Future<ReadStatus> busy = start(() -> way.form().push(in, TRAFFIC, waiting));
            inside.await();
            long leased = node.leased();
            in.close();
            assertThat(in.isOpen()).isFalse();
            assertThat(node.leased()).as("while it is busy").isEqualTo(leased);
            int calls = waiting.calls;
            goOn.countDown();
            assertThat(busy.get()).isEqualTo(ReadStatus.CLOSED);
            assertThat(waiting.calls).as("calls after the close").isEqualTo(calls);
            assertThat(in.heldBytes()).isZero();
            assertThat(node.leased()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#reading")
    void aBusyBufferObeysACloseOnItsWayOutOfARead(Way way) throws Exception {
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            Form.Source source = way.form().over(new Interrupted(this::waitHere));
            Future<ReadStatus> busy = start(() -> source.step(in, collect));
            inside.await();
            in.close();
            assertThat(in.heldBytes()).as("what is being read into").isPositive();
            goOn.countDown();
            ReadStatus status = busy.get();
            if (way.form() != Form.PULLED) { // there the answer is the read's, and the next call says it
                assertThat(status).isEqualTo(ReadStatus.CLOSED);
            }
            assertThat(source.step(in, collect)).isEqualTo(ReadStatus.CLOSED);
            assertThat(seen).isEmpty();
            assertThat(in.heldBytes()).isZero();
            assertThat(node.leased()).isZero();
        }
    }

    /** The handler of the first frame waits, while bytes of the second are in the same read. */
    @ParameterizedTest
    @MethodSource("io.headroom.buffers.Way#pushing")
    void aBusyBufferGivesBackWhatItHoldsWhenTheNodeCloses(Way way) throws Exception {
        try (CountedNode node = way.node()) {
            ReadBuffer in = node.open();
            FrameHandler<RuntimeException> waiting = frame -> {
                waitHere();
                return collect.onFrame(frame);
            };
            Form.Source source = way.form().of(TRAFFIC, 0, 1000);
            Future<ReadStatus> busy = start(() -> {
                ReadStatus status = source.step(in, waiting);
                return status == ReadStatus.DRAINED && seen.isEmpty() ? source.step(in, waiting) : status;
            });
            inside.await();
            node.buffers.close();
            goOn.countDown();
            busy.get();
            assertThat(seen).containsExactly(1);
            assertThat(in.heldBytes()).isZero();
            assertThat(node.leased()).isZero();
            assertThat(in.isOpen()).isFalse();
            assertThat(source.step(in, waiting)).isEqualTo(ReadStatus.CLOSED);
        }
    }
}
