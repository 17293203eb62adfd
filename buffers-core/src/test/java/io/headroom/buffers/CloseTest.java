package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.FixedLength;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.MemoryBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing: from any state, on any thread, at any moment, and what every method says afterwards. */
class CloseTest {
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final MessageBuffers buffers =
            MessageBuffers.builder().slabBytes(4096).memoryLimit(1 << 20).build();

    @AfterEach
    void allComesBack() {
        assertThat(buffers.pool().leasedBytes()).isZero();
        buffers.close();
        assertThat(buffers.pool().committedBytes()).isZero();
    }

    private ReadBuffer open() {
        return buffers.connection("peer")
                .framing(LengthField.ofBytes(4))
                .limits(ReadLimits.maxFrame(1 << 18))
                .open();
    }

    private static byte[] frame(int length) {
        byte[] frame = new byte[length];
        ByteBuffer.wrap(frame).putInt(length - 4);
        return frame;
    }

    /** Buffers in every state that can be reached from outside, each by name. */
    private List<ReadBuffer> inEveryState() throws IOException {
        List<ReadBuffer> all = new ArrayList<>();
        all.add(open());
        for (int pending : new int[] {2, 100, 5000, 20_000}) {
            ReadBuffer in = open();
            Form.SCATTERING.push(in, frame(40_000), 0, pending, IGNORE);
            all.add(in);
        }
        for (int length : new int[] {10, 40_000}) {
            for (Next next : new Next[] {Next.PAUSE, Next.KEEP}) {
                ReadBuffer in = open();
                byte[] two = Arrays.copyOf(frame(length), length + 6);
                Form.SCATTERING.push(in, two, frame -> next);
                all.add(in);
            }
        }
        ReadBuffer skipping = open();
        skipping.limits(ReadLimits.maxFrame(10).skipTooLong());
        Form.FED.push(skipping, frame(40_000), 0, 5000, IGNORE);
        all.add(skipping);
        ReadBuffer failed = open();
        assertThat(catchThrowable(() -> Form.FED.push(failed, new byte[] {-1, -1, -1, -1}, IGNORE)))
                .isInstanceOf(FrameException.class);
        all.add(failed);
        ReadBuffer ended = open();
        ended.endOfStream(IGNORE);
        all.add(ended);
        return all;
    }

    @Test
    void givesEverythingBackFromEveryStateAndSaysClosedAfterwards() throws IOException {
        for (ReadBuffer in : inEveryState()) {
            in.close();
            assertThat(in.heldBytes()).isZero();
            in.close();
        }
        assertThat(buffers.pool().leasedBytes()).isZero();
    }

    @Test
    void everyPublicMethodBehavesAfterClose() throws Exception {
        for (ReadBuffer in : inEveryState()) {
            in.close();
            for (Method method : ReadBuffer.class.getDeclaredMethods()) {
                if (!Modifier.isPublic(method.getModifiers())
                        || method.isSynthetic()
                        || method.getName().equals("received")) { // answers a room that was lent, and none is
                    continue;
                }
                Object result = method.invoke(in, arguments(method));
                if (method.getReturnType() == ReadStatus.class) {
                    assertThat(result).as(method.getName()).isEqualTo(ReadStatus.CLOSED);
                }
            }
            assertThat(in.heldBytes()).isZero();
        }
    }

    @Test
    void everyReadingMethodThrowsTheSameErrorAfterAFailure() throws Exception {
        ReadBuffer in = open();
        FrameException failure = catchThrowableOfType(
                FrameException.class, () -> Form.FED.push(in, new byte[] {-1, -1, -1, -1}, IGNORE));
        TreeSet<String> reading = new TreeSet<>();
        for (Method method : ReadBuffer.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())
                    && Arrays.asList(method.getExceptionTypes()).stream().anyMatch(IOException.class::isAssignableFrom)
                    && !method.getName().equals("received")) {
                Throwable thrown = catchThrowable(() -> method.invoke(in, arguments(method)));
                assertThat(((InvocationTargetException) thrown).getTargetException())
                        .isSameAs(failure);
                reading.add(method.getName());
            }
        }
        assertThat(reading).containsExactly("drain", "endOfStream", "feed", "poll", "read", "writable");
        in.close();
    }

    private static Object[] arguments(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> {
                    if (type == ReadableByteChannel.class) {
                        return new ChunkChannel().has(new byte[1]);
                    } else if (type == InputStream.class) {
                        return new ByteArrayInputStream(new byte[1]);
                    } else if (type == int.class) {
                        return 1;
                    } else if (type == boolean.class) {
                        return true;
                    } else if (type == ByteBuffer.class) {
                        return ByteBuffer.allocate(1);
                    } else if (type == FrameHandler.class) {
                        return IGNORE;
                    } else if (type == ReadLimits.class) {
                        return ReadLimits.defaults().withMaxFrame(1000);
                    } else if (type == Runnable.class) {
                        return (Runnable) () -> {};
                    }
                    return FixedLength.of(1);
                })
                .toArray();
    }

    @Test
    void aNodeThatClosesClosesItsConnections() throws IOException {
        ReadBuffer in = open();
        Form.SCATTERING.push(in, frame(40_000), 0, 20_000, IGNORE);
        ReadBuffer busy = open();
        busy.drain(new ChunkChannel().has(frame(50), 0, 50), shown -> {
            buffers.close();
            assertThat(shown.length()).as("a frame that is shown").isEqualTo(50);
            return Next.CONTINUE;
        });
        for (ReadBuffer closed : List.of(in, busy)) {
            assertThat(closed.isOpen()).isFalse();
            assertThat(closed.heldBytes()).isZero();
            assertThat(closed.drain(new ChunkChannel(), IGNORE)).isEqualTo(ReadStatus.CLOSED);
        }
        assertThat(buffers.pool().committedBytes()).isZero();
    }

    @Test
    @Timeout(120)
    void takesAnIdleBufferAtOnceAndABusyOneOnItsWayOut() throws Exception {
        int rounds = 4000;
        CyclicBarrier start = new CyclicBarrier(2);
        AtomicReference<ReadBuffer> victim = new AtomicReference<>();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        Thread closer = new Thread(() -> {
            Random random = new Random(7);
            try {
                for (int i = 0; i < rounds; i++) {
                    start.await();
                    for (int spin = random.nextInt(3000); spin > 0; spin--) {
                        Thread.onSpinWait();
                    }
                    victim.get().close();
                    start.await();
                }
            } catch (Exception | Error e) {
                failed.set(e);
            }
        });
        closer.start();
        byte[] stream = ByteBuffer.allocate(30_000 + 200)
                .put(frame(100))
                .put(frame(30_000))
                .put(frame(100))
                .array();
        int closedEarly = 0;
        for (int i = 0; i < rounds; i++) {
            ReadBuffer in = open();
            victim.set(in);
            start.await();
            boolean closed = false;
            for (int from = 0; from < stream.length && !closed; from += 700) {
                ReadStatus status =
                        Form.SCATTERING.push(in, stream, from, Math.min(stream.length, from + 700), frame -> {
                            assertThat(frame.bytes().getInt(0)).isEqualTo(frame.length() - 4);
                            return Next.CONTINUE;
                        });
                closed = status == ReadStatus.CLOSED;
            }
            closedEarly += closed ? 1 : 0;
            start.await();
            assertThat(in.heldBytes()).isZero();
            assertThat(buffers.pool().leasedBytes()).as("round " + i).isZero();
        }
        closer.join();
        assertThat(failed.get()).isNull();
        assertThat(closedEarly)
                .as("rounds in which the close came during the drains")
                .isPositive();
    }

    /** What it keeps back of a shared limit comes back once. */
    @Test
    @Timeout(60)
    void closesANodeOnceHoweverManyThreadsCloseIt() throws Exception {
        for (int round = 0; round < 2000; round++) {
            MemoryBudget budget = MemoryBudget.of(128 * 4096);
            MessageBuffers node =
                    MessageBuffers.builder().slabBytes(4096).budget(budget).build();
            CyclicBarrier start = new CyclicBarrier(2);
            Thread other = new Thread(() -> {
                awaitUnchecked(start);
                node.close();
            });
            other.start();
            start.await();
            node.close();
            other.join();
            assertThat(budget.reserve(128 * 4096)).isTrue();
            assertThat(budget.reserve(1))
                    .as("more than there is, round %s", round)
                    .isFalse();
        }
    }

    private static void awaitUnchecked(CyclicBarrier start) {
        try {
            start.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Also if its pool was closed before it. */
    @Test
    void givesBackWhatItKeptOfASharedLimitThoughItsPoolIsClosed() {
        MemoryBudget budget = MemoryBudget.of(128 * 4096);
        MessageBuffers node =
                MessageBuffers.builder().slabBytes(4096).budget(budget).build();
        node.pool().close();
        node.close();
        assertThat(budget.reserve(128 * 4096)).isTrue();
    }
}
