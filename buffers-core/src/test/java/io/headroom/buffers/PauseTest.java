package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pauses, asked for by the handler or forced by a lack of memory, and how they end. */
class PauseTest {
    private static final int SLAB = 4096;
    private static final int SLABS = 8;

    private final MessageBuffers buffers = MessageBuffers.builder()
            .slabBytes(SLAB)
            .memoryLimit(SLABS * SLAB)
            .lanes(false)
            .build();
    private final List<ReadBuffer> opened = new ArrayList<>();
    private final List<Slab> hoard = new ArrayList<>();
    private final ReadBuffer in = open();
    private final AtomicInteger frames = new AtomicInteger();
    private final AtomicInteger rearmed = new AtomicInteger();
    private Next answer = Next.CONTINUE;
    private final FrameHandler<RuntimeException> handler = frame -> {
        frames.incrementAndGet();
        return answer;
    };

    private ReadBuffer open() {
        ReadBuffer buffer = buffers.connection("peer")
                .framing(LengthField.ofBytes(2))
                .limits(ReadLimits.maxFrame(6 * SLAB))
                .open();
        opened.add(buffer);
        return buffer;
    }

    @AfterEach
    void allComesBack() {
        opened.forEach(ReadBuffer::close);
        hoard.forEach(Slab::release);
        assertThat(buffers.pool().leasedBytes()).as("leased after close").isZero();
        buffers.close();
    }

    private static byte[] frame(int length) {
        byte[] frame = new byte[length];
        ByteBuffer.wrap(frame).putShort((short) (length - 2));
        return frame;
    }

    /** Leaves memory for {@code slabs} slabs. */
    private void leave(int slabs) {
        while (hoard.size() < SLABS - slabs) {
            hoard.add(buffers.pool().tryLease(SLAB));
        }
    }

    private void giveOneBack() {
        hoard.remove(hoard.size() - 1).release();
    }

    /** Public reports netty/netty#9252 and netty/netty#13104: reads go on though they were stopped. */
    @Test
    void doesNotReadWhileHeld() throws IOException {
        answer = Next.PAUSE;
        ChunkChannel channel = new ChunkChannel().has(frame(10));
        assertThat(in.drain(channel, handler)).isEqualTo(ReadStatus.HELD);
        int reads = channel.reads();
        channel.has(frame(10));
        for (int i = 0; i < 100; i++) {
            assertThat(in.drain(channel, handler)).isEqualTo(ReadStatus.HELD);
        }
        assertThat(channel.reads()).isEqualTo(reads);
        answer = Next.CONTINUE;
        in.resume();
        assertThat(in.drain(channel, handler)).isEqualTo(ReadStatus.DRAINED);
        assertThat(channel.reads()).isEqualTo(reads + 1);
        assertThat(frames).hasValue(2);
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void deliversTheFramesBehindAPauseAfterIt(Form form) throws IOException {
        byte[] three = ByteBuffer.allocate(30)
                .put(frame(10))
                .put(frame(10))
                .put(frame(10))
                .array();
        answer = Next.PAUSE;
        Form.Source source = form.of(three, 0, 30);
        for (int i = 1; i <= 3; i++) {
            assertThat(source.step(in, handler)).isEqualTo(ReadStatus.HELD);
            assertThat(frames).hasValue(i);
            in.resume();
        }
        assertThat(source.step(in, handler)).isEqualTo(ReadStatus.DRAINED);
        assertThat(frames).hasValue(3);
        assertThat(in.heldBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void deliversAKeptFrameAgain(Form form) throws IOException {
        for (int length : new int[] {10, SLAB, 3 * SLAB + 5}) {
            frames.set(0);
            answer = Next.KEEP;
            Form.Source source = form.of(frame(length), 0, length);
            ReadStatus status;
            do {
                status = source.step(in, handler);
            } while (status == ReadStatus.MORE || status == ReadStatus.DRAINED);
            assertThat(status).isEqualTo(ReadStatus.HELD);
            in.resume();
            assertThat(source.step(in, handler)).isEqualTo(ReadStatus.HELD);
            answer = Next.CONTINUE;
            in.resume();
            assertThat(source.step(in, handler)).isEqualTo(ReadStatus.DRAINED);
            assertThat(frames).as("deliveries of a frame of " + length).hasValue(3);
            assertThat(in.frameCount()).isEqualTo(length == 10 ? 1 : length == SLAB ? 2 : 3);
            assertThat(in.heldBytes()).isZero();
        }
    }

    @Test
    void goesOnAtOnceIfItWasResumedBeforeTheHandlerCouldAskForAPause() throws IOException {
        FrameHandler<RuntimeException> early = frame -> {
            frames.incrementAndGet();
            in.resume();
            return Next.PAUSE;
        };
        byte[] two = ByteBuffer.allocate(20).put(frame(10)).put(frame(10)).array();
        assertThat(in.drain(new ChunkChannel().has(two), early)).isEqualTo(ReadStatus.DRAINED);
        assertThat(frames).hasValue(2);
    }

    @Test
    void forgetsAResumeThatNobodyHadAskedFor() throws IOException {
        in.resume();
        answer = Next.PAUSE;
        assertThat(in.drain(new ChunkChannel().has(frame(10)), handler)).isEqualTo(ReadStatus.HELD);
    }

    @Test
    void givesOthersTheirTurnWhenAKeptFrameIsResumedAtOnce() throws IOException {
        FrameHandler<RuntimeException> spinning = frame -> {
            frames.incrementAndGet();
            in.resume();
            return Next.KEEP;
        };
        ChunkChannel channel = new ChunkChannel().has(frame(10));
        for (int i = 1; i <= 3; i++) {
            assertThat(in.drain(channel, spinning)).isEqualTo(ReadStatus.MORE);
            assertThat(frames).hasValue(i);
        }
    }

    @Test
    void runsTheCallbackOnceWhenResumed() throws IOException {
        answer = Next.PAUSE;
        in.drain(new ChunkChannel().has(frame(10)), handler);
        in.whenReadable(() -> rearmed.addAndGet(100));
        in.whenReadable(rearmed::incrementAndGet);
        assertThat(rearmed).hasValue(0);
        in.resume();
        in.resume();
        assertThat(rearmed).hasValue(1);
        in.whenReadable(rearmed::incrementAndGet);
        assertThat(rearmed).as("nothing to wait for").hasValue(2);
    }

    @Test
    void runsTheCallbackWhenClosed() throws IOException {
        answer = Next.PAUSE;
        in.drain(new ChunkChannel().has(frame(10)), handler);
        in.whenReadable(rearmed::incrementAndGet);
        in.close();
        assertThat(rearmed).hasValue(1);
        in.whenReadable(rearmed::incrementAndGet);
        assertThat(rearmed).hasValue(2);
    }

    @Test
    void keepsACallbacksExceptionFromWhoeverGivesMemoryBack() throws IOException {
        leave(0);
        assertThat(in.drain(new ChunkChannel().has(frame(10)), handler)).isEqualTo(ReadStatus.PAUSED);
        Thread thread = Thread.currentThread();
        Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
        List<Throwable> uncaught = new ArrayList<>();
        thread.setUncaughtExceptionHandler((t, e) -> uncaught.add(e));
        try {
            in.whenReadable(() -> {
                throw new IllegalStateException("careless");
            });
            giveOneBack();
        } finally {
            thread.setUncaughtExceptionHandler(before);
        }
        assertThat(uncaught).hasSize(1);
    }

    @Test
    void pausesWithoutMemoryAndReadsOnWhenThereIsSome() throws IOException {
        leave(0);
        ChunkChannel channel = new ChunkChannel().has(frame(10));
        assertThat(in.drain(channel, handler)).isEqualTo(ReadStatus.PAUSED);
        assertThat(channel.reads()).as("nothing is read that cannot be kept").isZero();
        in.whenReadable(rearmed::incrementAndGet);
        assertThat(rearmed).hasValue(0);
        giveOneBack();
        assertThat(rearmed).hasValue(1);
        assertThat(in.drain(channel, handler)).isEqualTo(ReadStatus.DRAINED);
        assertThat(frames).hasValue(1);
    }

    @Test
    void deliversAWholeFrameWithoutMemory() throws IOException {
        answer = Next.KEEP;
        assertThat(in.drain(new ChunkChannel().has(frame(3000)), handler)).isEqualTo(ReadStatus.HELD);
        for (Slab slab = buffers.pool().tryLease(SLAB);
                slab != null;
                slab = buffers.pool().tryLease(SLAB)) {
            hoard.add(slab);
        }
        FrameHandler<RuntimeException> witness = frame -> {
            assertThat(buffers.pool().tryLease(256))
                    .as("memory while the frame is delivered")
                    .isNull();
            return handler.onFrame(frame);
        };
        answer = Next.CONTINUE;
        in.resume();
        in.drain(new ChunkChannel(), witness);
        assertThat(frames).hasValue(2);
    }

    @Test
    void losesNothingWhenMemoryRunsOutAtAnyPointOfALongFrame() throws IOException {
        byte[] stream = ByteBuffer.allocate(5 * SLAB + 40)
                .put(frame(20))
                .put(frame(5 * SLAB))
                .put(frame(20))
                .array();
        for (Form form : Form.pushing()) {
            for (int slabs = 0; slabs < SLABS; slabs++) {
                ReadBuffer victim = open();
                frames.set(0);
                leave(slabs);
                Form.Source source = form.of(stream, 0, stream.length);
                for (boolean done = false; !done; ) {
                    ReadStatus status = source.step(victim, handler);
                    if (status == ReadStatus.PAUSED) {
                        int before = rearmed.get();
                        victim.whenReadable(rearmed::incrementAndGet);
                        giveOneBack();
                        assertThat(rearmed).hasValue(before + 1);
                    }
                    done = status == ReadStatus.DRAINED && source.remaining() == 0;
                }
                assertThat(frames)
                        .as(form + " with " + slabs + " slabs at first")
                        .hasValue(3);
                assertThat(victim.heldBytes()).isZero();
                victim.close();
            }
        }
    }

    @Test
    void passesItsTurnOnWhenItIsClosedAfterItWasWoken() throws IOException {
        ReadBuffer second = open();
        leave(0);
        assertThat(in.drain(new ChunkChannel().has(frame(10)), handler)).isEqualTo(ReadStatus.PAUSED);
        assertThat(second.drain(new ChunkChannel().has(frame(10)), handler)).isEqualTo(ReadStatus.PAUSED);
        in.whenReadable(() -> {});
        second.whenReadable(rearmed::incrementAndGet);
        giveOneBack();
        assertThat(rearmed).as("the first was woken, not the second").hasValue(0);
        in.close();
        assertThat(rearmed).hasValue(1);
    }

    @Test
    void passesItsTurnOnWhenItNeedsNoMemoryAfterAll() throws IOException {
        ReadBuffer second = open();
        ByteBuffer ten = ByteBuffer.wrap(frame(10));
        leave(0);
        assertThat(in.feed(ten.limit(5), handler)).isEqualTo(ReadStatus.PAUSED);
        assertThat(second.drain(new ChunkChannel().has(frame(10)), handler)).isEqualTo(ReadStatus.PAUSED);
        in.whenReadable(() -> {});
        second.whenReadable(rearmed::incrementAndGet);
        giveOneBack();
        assertThat(rearmed).hasValue(0);
        assertThat(in.feed(ten.limit(10), handler)).isEqualTo(ReadStatus.DRAINED);
        assertThat(rearmed).as("the frame was whole where it was").hasValue(1);
    }

    @Test
    void passesItsTurnOnWhileItIsHeld() throws IOException {
        ReadBuffer second = open();
        leave(0);
        assertThat(in.drain(new ChunkChannel().has(frame(10)), handler)).isEqualTo(ReadStatus.PAUSED);
        in.whenReadable(() -> {});
        assertThat(second.drain(new ChunkChannel().has(frame(10)), handler)).isEqualTo(ReadStatus.PAUSED);
        second.whenReadable(rearmed::incrementAndGet);
        answer = Next.PAUSE;
        assertThat(in.feed(ByteBuffer.wrap(frame(10)), handler)).isEqualTo(ReadStatus.HELD);
        giveOneBack();
        assertThat(rearmed).hasValue(1);
    }

    @Test
    void readsOnInWhatIsLeftOfOtherSlabs() throws IOException {
        int length = 3000;
        int[] first = {60, 120, 240, 500, 60, 120, 240, 500};
        List<ReadBuffer> peers = new ArrayList<>();
        leave(4);
        for (int i = 0; i < first.length; i++) {
            peers.add(open());
            Form.SCATTERING.push(peers.get(i), frame(length), 0, first[i], handler);
        }
        for (int i = 0; i < first.length; i++) {
            Form.Source rest = Form.SCATTERING.of(frame(length), first[i], length);
            while (rest.remaining() > 0) {
                assertThat(rest.step(peers.get(i), handler)).isNotEqualTo(ReadStatus.PAUSED);
            }
        }
        assertThat(frames).hasValue(first.length);
    }

    @Test
    @Timeout(60)
    void readsOnAfterAKeptFrameWhateverIsBehindIt() throws IOException {
        int[][] behind = {{56, 1000}, {200, 1000}, {100, 1000}, {28, 3000}, {156, 2000}};
        for (Form form : Form.pushing()) {
            for (int[] lengths : behind) {
                ReadBuffer victim = open();
                frames.set(0);
                answer = Next.CONTINUE;
                form.push(victim, frame(1000), 0, 500, handler);
                byte[] more = ByteBuffer.allocate(600)
                        .put(frame(1000), 500, 500)
                        .put(frame(100))
                        .array();
                answer = Next.KEEP;
                Form.Source source = form.of(more, 0, more.length);
                while (source.step(victim, handler) != ReadStatus.HELD) {
                    assertThat(victim.isOpen()).isTrue();
                }
                answer = Next.CONTINUE;
                victim.resume();
                while (source.remaining() > 0) {
                    source.step(victim, handler);
                }
                for (int length : lengths) {
                    form.push(victim, frame(length), handler);
                }
                assertThat(frames).as(form + " with " + lengths[0]).hasValue(5);
                assertThat(victim.heldBytes()).isZero();
            }
        }
    }
}
