package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.FrameException.Kind;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Allocations;
import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Public reports of memory that a peer gets for a promise, each as a test of what it gets here. */
class MemoryByPromiseReportsTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;

    /** What is left for others beside the completion lane, which is as wide as the longest frame. */
    private static final int ORDINARY = 8 * MIB;

    private final MessageBuffers buffers =
            MessageBuffers.builder().memoryLimit((1L << 31) + ORDINARY).build();
    private final List<Integer> seen = new ArrayList<>();
    private final FrameHandler<RuntimeException> collect = frame -> {
        seen.add(frame.length());
        return Next.CONTINUE;
    };

    @AfterEach
    void nothingIsLeased() {
        assertThat(buffers.pool().leasedBytes()).isZero();
        buffers.close();
        assertThat(buffers.pool().committedBytes()).isZero();
    }

    private ReadBuffer open(Framing framing, ReadLimits limits) {
        return buffers.connection("peer").framing(framing).limits(limits).open();
    }

    /** Public report apache/kafka#3359: the buffer was there before the request's kind was looked at. */
    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void showsTheHandlerAHeaderBeforeThereIsMemoryForItsFrame(Form form) throws IOException {
        byte[] stream = FramingCase.bytes("05f5e100 7f 00*20"); // 100,000,000 bytes of no known type
        for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
            ReadBuffer in = open(LengthField.ofBytes(4).header(5), ReadLimits.maxFrame(100 * MIB));
            AtomicInteger headers = new AtomicInteger();
            FrameHandler<RuntimeException> picky = new FrameHandler<>() {
                @Override
                public Delivery onHeader(Bytes header, long frameLength) throws FrameException {
                    headers.incrementAndGet();
                    assertThat(header.getByte(4)).isEqualTo((byte) 0x7f);
                    assertThat(frameLength).isEqualTo(100_000_004);
                    assertThat(in.heldBytes()).as("held at the header").isLessThanOrEqualTo(SLAB + 256);
                    throw FrameException.malformed("is of no known type", header);
                }

                @Override
                public Next onFrame(Frame frame) {
                    throw new AssertionError("the frame was refused");
                }
            };
            FrameException e = Refusal.of(form, in, stream, cuts, picky);
            assertThat(e.kind()).isEqualTo(Kind.MALFORMED);
            assertThat(headers).hasValue(1);
        }
        assertThat(buffers.pool().committedBytes()).isLessThanOrEqualTo(4 * MIB);
    }

    /** Public report TooTallNate/Java-WebSocket#1507: the limit was the largest int unless set otherwise. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void hasAFiniteLimitUnlessSetOtherwise(Form form) throws IOException {
        byte[] stream = FramingCase.bytes("7ffffff0 00*10");
        try (MessageBuffers untouched = MessageBuffers.builder().build()) {
            for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
                FrameException e = Refusal.of(form, untouched.connection("peer").open(), stream, cuts, collect);
                assertThat(e.kind()).isEqualTo(Kind.FRAME_TOO_LARGE);
                assertThat(e.limit()).isEqualTo(ReadLimits.DEFAULT_MAX_FRAME);
            }
            assertThat(untouched.pool().leasedBytes()).isZero();
        }
    }

    /** Public report grpc/grpc#43012: a limit that is enforced once the whole message is in memory. */
    @Test
    void refusesAtTheHeaderInTheSameReadThoughTheChannelStaysOpen() throws IOException {
        ReadLimits limits = ReadLimits.maxFrame(1000);
        byte[] header = ByteBuffer.allocate(4).putInt(997).array();
        ChunkChannel channel = new ChunkChannel().has(header);
        ReadBuffer drained = open(LengthField.ofBytes(4), limits);
        FrameException e = catchThrowableOfType(FrameException.class, () -> drained.drain(channel, collect));
        assertThat(e.declared()).isEqualTo(1001);
        Refusal.isFinal(Form.SCATTERING, drained, e, collect);
        assertThat(channel.reads()).isEqualTo(1);

        channel.has(header);
        ReadBuffer pulled = open(LengthField.ofBytes(4), limits);
        pulled.read(channel);
        Refusal.isFinal(Form.PULLED, pulled, catchThrowableOfType(FrameException.class, pulled::poll), collect);
        assertThat(channel.reads()).isEqualTo(2);

        for (Form form : Form.values()) {
            Refusal.of(form, open(LengthField.ofBytes(4), limits), header, Cuts.whole(), collect);
            byte[] longest = ByteBuffer.allocate(1000).putInt(996).array();
            seen.clear();
            form.push(open(LengthField.ofBytes(4), limits), longest, collect);
            assertThat(seen).containsExactly(1000);
        }
    }

    /**
     * Public report rsocket/rsocket-java#864: fragments that have a limit each, but not their sum. They are joined above the framing, so the
     * sum is the handler's to limit: it can do so at the header of the fragment that is too much.
     */
    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void letsAHandlerLimitTheSumOfFragmentsAtTheHeaderThatExceedsIt(Form form) throws IOException {
        ByteBuffer stream = ByteBuffer.allocate(10 * 1004 + 4);
        for (int i = 0; i <= 10; i++) {
            stream.putInt(i * 1004, 1000);
        }
        for (int seed = 0; seed < 20; seed++) {
            FrameHandler<RuntimeException> joining = new FrameHandler<>() {
                private long sum;

                @Override
                public Delivery onHeader(Bytes header, long frameLength) throws FrameException {
                    sum += frameLength - 4;
                    if (sum > 10_000) {
                        throw FrameException.tooLarge(sum, 10_000, "the longest joined message", header);
                    }
                    return Delivery.WHOLE;
                }

                @Override
                public Next onFrame(Frame frame) {
                    return collect.onFrame(frame);
                }
            };
            seen.clear();
            ReadBuffer in = open(LengthField.ofBytes(4), ReadLimits.maxFrame(1004));
            FrameException e = Refusal.of(form, in, stream.array(), Cuts.random(stream.capacity(), seed), joining);
            assertThat(e.declared()).isEqualTo(11_000);
            assertThat(seen).hasSize(10);
        }
    }

    /** Public report Vertispan/gwt-rpc#29: "no limit", passed as the largest int, became the size of the first buffer. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2 * MIB, 2_147_483_639})
    void aLimitHasNoInfluenceOnWhatAConnectionCosts(long limit) throws IOException {
        ReadLimits limits = ReadLimits.maxFrame(limit);
        LengthField framing = LengthField.ofBytes(4);
        List<ReadBuffer> idle = new ArrayList<>();
        idle.add(open(framing, limits));
        long before = Allocations.soFar();
        for (int i = 0; i < 1000; i++) {
            idle.add(open(framing, limits));
        }
        long each = (Allocations.soFar() - before) / 1000;
        assertThat(each).as("heap bytes for each idle connection").isLessThan(2048);
        assertThat(buffers.pool().committedBytes()).as("for idle ones").isZero();
        for (ReadBuffer in : idle) {
            assertThat(in.heldBytes()).isZero();
            in.close();
        }
    }

    /** The same report: nor has it on what the first bytes of a frame cost that is as long as the limit allows. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void aPromiseOfALongestFrameCostsOneSmallPiece(Form form) throws IOException {
        byte[] stream = ByteBuffer.allocate(9).putInt(2_147_483_635).array();
        List<ReadBuffer> promised = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            ReadBuffer in = open(LengthField.ofBytes(4), ReadLimits.maxFrame(2_147_483_639));
            promised.add(in);
            form.push(in, stream, collect);
            assertThat(in.heldBytes()).isLessThanOrEqualTo(512);
        }
        assertThat(buffers.pool().committedBytes()).isLessThanOrEqualTo(4 * MIB);
        for (ReadBuffer in : promised) {
            in.close();
        }
    }

    /**
     * Public reports besu-eth/besu#3867 and besu-eth/besu#4119: one number for what is legal and for what memory bears. Here two: a legal frame
     * waits for memory and comes later, and one that is taken in parts comes at once.
     */
    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void aFrameWithinTheLimitWaitsForMemoryAndAStreamedOneDoesNot(Form form) throws IOException {
        int memory = 8 * MIB;
        byte[] wanted = ByteBuffer.allocate(768 << 10).putInt((768 << 10) - 4).array();
        byte[] streamed =
                ByteBuffer.allocate(5 * MIB / 2).putInt(5 * MIB / 2 - 4).array();
        try (MessageBuffers small = MessageBuffers.builder().memoryLimit(memory).build()) {
            List<Slab> others = new ArrayList<>();
            for (int used = 0; used < memory - 8 * SLAB; used += SLAB) {
                others.add(small.pool().tryLease(SLAB));
            }
            ReadLimits limits = ReadLimits.maxFrame(memory);
            ReadBuffer waiting = small.connection("waiting").limits(limits).open();
            Iterator<Form.Source> chunks = form.of(
                            wanted, List.of(100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000))
                    .iterator();
            Form.Source chunk = chunks.next();
            ReadStatus status = chunk.step(waiting, collect);
            while (status != ReadStatus.PAUSED) {
                chunk = chunk.remaining() == 0 ? chunks.next() : chunk;
                status = chunk.step(waiting, collect);
            }
            AtomicInteger woken = new AtomicInteger();
            waiting.whenReadable(woken::incrementAndGet);
            assertThat(woken).hasValue(0);
            others.remove(0).release(); // the landing of any other connection that reads
            assertThat(woken).hasValue(1);

            ReadBuffer passing = small.connection("passing").limits(limits).open();
            Parts parts = new Parts();
            assertThat(form.push(passing, streamed, parts)).isEqualTo(ReadStatus.DRAINED);
            assertThat(parts.bytes).isEqualTo(streamed.length);
            assertThat(passing.heldBytes()).isZero();

            others.forEach(Slab::release);
            while (chunk.remaining() > 0 || chunks.hasNext()) {
                chunk = chunk.remaining() == 0 ? chunks.next() : chunk;
                assertThat(chunk.step(waiting, collect)).isIn(ReadStatus.DRAINED, ReadStatus.MORE);
            }
            assertThat(seen).containsExactly(wanted.length);
            assertThat(small.pool().leasedBytes()).isZero();
        }
    }

    /** Takes every frame in parts and counts its bytes. */
    private static final class Parts implements FrameHandler<RuntimeException> {
        private long bytes;

        @Override
        public Delivery onHeader(Bytes header, long frameLength) {
            return Delivery.PARTS;
        }

        @Override
        public void onPart(Bytes part, long offset, long frameLength) {
            bytes += part.length();
        }

        @Override
        public Next onFrame(Frame frame) {
            throw new AssertionError("it is streamed");
        }
    }
}
