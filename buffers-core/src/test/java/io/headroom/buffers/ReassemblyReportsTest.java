package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.framing.Varint;
import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Public reports of messages that hang, are lost or appear from nowhere where reads end inside them, each as a test. */
class ReassemblyReportsTest {
    private static final int SLAB = 64 << 10;
    private static final int SMALL_SLAB = 4096;

    private final MessageBuffers direct =
            MessageBuffers.builder().memoryLimit(16 * SLAB).lanes(false).build();
    private final MessageBuffers heap =
            MessageBuffers.builder().memoryLimit(16 * SLAB).heap().build();
    private final MessageBuffers small = MessageBuffers.builder()
            .slabBytes(SMALL_SLAB)
            .memoryLimit(16 * SMALL_SLAB)
            .build();
    private final List<Integer> seen = new ArrayList<>();
    private final FrameHandler<RuntimeException> collect = frame -> {
        seen.add(frame.length());
        return Next.CONTINUE;
    };

    @AfterEach
    void allComesBack() {
        for (MessageBuffers buffers : new MessageBuffers[] {direct, heap, small}) {
            assertThat(buffers.pool().leasedBytes()).isZero();
            assertThat(buffers.landingPool().leasedBytes()).isZero();
            buffers.close();
            assertThat(buffers.pool().committedBytes()).isZero();
        }
    }

    private static ReadBuffer open(MessageBuffers buffers, Framing framing, long limit) {
        return buffers.connection("peer")
                .framing(framing)
                .limits(ReadLimits.maxFrame(limit))
                .open();
    }

    private static byte[] frame(int length) {
        return ByteBuffer.allocate(length).putInt(length - 4).array();
    }

    /** Public reports hazelcast/hazelcast#21498 and hazelcast/hazelcast#21502: a last piece that is shorter than the header hangs. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void takesALastPieceThatIsShorterThanAHeader(Form form) throws IOException {
        byte[] stream = frame(75_000);
        for (MessageBuffers buffers : List.of(direct, heap, small)) {
            for (int last = 1; last <= 8; last++) {
                try (ReadBuffer in = open(buffers, LengthField.ofBytes(4).header(6), 16 * SMALL_SLAB)) {
                    in.limits(ReadLimits.maxFrame(buffers.pool().limitBytes()));
                    byte[] sent = buffers == small ? frame(3 * SMALL_SLAB + 5) : stream;
                    seen.clear();
                    form.push(in, sent, 0, sent.length - last, collect);
                    assertThat(seen).isEmpty();
                    form.push(in, sent, sent.length - last, sent.length, collect);
                    assertThat(seen).containsExactly(sent.length);
                    assertThat(in.heldBytes()).isZero();
                }
            }
        }
    }

    /** Public report jboss-remoting/jboss-remoting#142: a message whose first bytes end a read with two others waits for later traffic. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void takesTheStartOfAThirdFrameAlongWithTwoWholeOnes(Form form) throws IOException {
        Random random = new Random(142);
        for (int batch = 0; batch < 50; batch++) {
            int[] lengths = {4 + random.nextInt(3000), 4 + random.nextInt(3000), 4 + random.nextInt(3000)};
            byte[] stream = ByteBuffer.allocate(lengths[0] + lengths[1] + lengths[2])
                    .put(frame(lengths[0]))
                    .put(frame(lengths[1]))
                    .put(frame(lengths[2]))
                    .array();
            for (MessageBuffers buffers : List.of(direct, heap, small)) {
                for (int start = 1; start <= 3; start++) {
                    try (ReadBuffer in = open(buffers, LengthField.ofBytes(4), 4000)) {
                        int cut = lengths[0] + lengths[1] + start;
                        seen.clear();
                        form.push(in, stream, 0, cut, collect);
                        assertThat(seen).containsExactly(lengths[0], lengths[1]);
                        assertThat(in.pendingBytes()).isEqualTo(start);
                        form.push(in, stream, cut, stream.length, collect);
                        assertThat(seen).as("batch " + batch).containsExactly(lengths[0], lengths[1], lengths[2]);
                        assertThat(in.heldBytes()).isZero();
                    }
                }
            }
        }
    }

    /** A channel that is said to block, and fails where it would. */
    private static final class Blocking extends ChunkChannel {
        @Override
        public int read(ByteBuffer target) {
            assertThat(remaining()).as("bytes to read, or it blocks").isPositive();
            return super.read(target);
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            assertThat(remaining()).as("bytes to read, or it blocks").isPositive();
            return super.read(targets, offset, length);
        }

        @Override
        public boolean isBlocking() {
            return true;
        }
    }

    /** Public report msgpack/msgpack-java#426: a channel that has a message blocks until a buffer is full. */
    @Test
    void readsOnceAndParsesWhereASecondReadWouldBlock() throws IOException {
        byte[] stream = frame(200);
        Blocking channel = new Blocking();
        for (int first : new int[] {1, 3, 4, 5, 128, 199, 200}) {
            ReadBuffer in = open(direct, LengthField.ofBytes(4), 1000);
            in.drain(channel.has(stream, 0, first), collect);
            if (first < 200) {
                in.drain(channel.has(stream, first, 200), collect);
            }
            in.read(channel.has(stream, 0, first));
            assertThat(in.poll() != null).isEqualTo(first == 200);
            if (first < 200) {
                in.read(channel.has(stream, first, 200));
                assertThat(in.poll().length()).isEqualTo(200);
            }
            assertThat(in.poll()).isNull();
            InputStream blocking = new InputStream() {
                @Override
                public int read() {
                    throw new AssertionError("a read of a single byte");
                }

                @Override
                public int read(byte[] into, int offset, int length) {
                    return channel.read(ByteBuffer.wrap(into, offset, length));
                }
            };
            channel.has(stream, 0, 200);
            in.drain(blocking, collect);
            assertThat(in.frameCount()).isEqualTo(3);
            assertThat(in.heldBytes()).isZero();
        }
        assertThat(seen).hasSize(14).containsOnly(200);
    }

    /** Public report paritytrading/philadelphia#15: a message longer than the buffer is read into no room at all, for ever. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void takesFramesLongerThanASlabUpToTheLimitAndRefusesTheNext(Form form) throws IOException {
        int limit = 4 * SMALL_SLAB;
        ReadBuffer in = open(small, LengthField.ofBytes(4), limit);
        for (int length = SMALL_SLAB - 4; length <= limit; length += length % SMALL_SLAB < 4 ? 1 : 511) {
            form.push(in, frame(length), collect);
            assertThat(seen).last().isEqualTo(length);
            assertThat(in.heldBytes()).isZero();
        }
        form.push(in, frame(limit), collect);
        assertThat(seen).last().isEqualTo(limit);
        FrameException e = Refusal.of(form, in, frame(limit + 1), Cuts.random(limit + 1, 15), collect);
        assertThat(e.declared()).isEqualTo(limit + 1);
    }

    /** The same report: whatever is held, a read has room, and one that brings nothing is the last of its drain. */
    @Test
    void readsNothingAtMostOnceForEachDrain() throws IOException {
        byte[] stream = frame(4 * SMALL_SLAB);
        for (int pending = 0; pending < stream.length; pending += pending % SMALL_SLAB < 600 ? 1 : 97) {
            try (ReadBuffer in = open(small, LengthField.ofBytes(4), stream.length)) {
                ChunkChannel channel = new ChunkChannel(); // fails on a read without room
                Form.SCATTERING.push(in, stream, 0, pending, collect);
                for (int i = 0; i < 3; i++) {
                    int reads = channel.reads();
                    assertThat(in.drain(channel, collect)).isEqualTo(ReadStatus.DRAINED);
                    assertThat(channel.reads()).isEqualTo(reads + 1);
                    assertThat(in.pendingBytes()).isEqualTo(pending);
                }
            }
        }
    }

    /** Public report apache/kafka#9188: a TLS record that must fit does not, because of what is unread before it. */
    @Test
    void lendsRoomForAWholeTlsRecordOrSaysThatThereIsNone() throws IOException {
        byte[] stream = frame(2 * SLAB);
        for (int slabs = 0; slabs <= 6; slabs++) {
            int refusals = 0;
            for (int unread : new int[] {100, 1000, 4096, 10_000, 16_383, 16_384}) {
                ReadBuffer in = open(direct, LengthField.ofBytes(4), 2 * SLAB);
                Form.FED.push(in, stream, 0, unread, collect);
                List<Slab> others = new ArrayList<>();
                for (int i = slabs; i < 15; i++) {
                    others.add(direct.pool().tryLease(SLAB));
                }
                ByteBuffer room = in.writable(17_408);
                refusals += room == null ? 1 : 0;
                if (room != null) {
                    assertThat(room.remaining()).isGreaterThanOrEqualTo(17_408);
                    in.received(0, collect);
                }
                assertThat(in.pendingBytes()).isEqualTo(unread);
                others.forEach(Slab::release);
                in.close();
                assertThat(in.heldBytes()).isZero();
            }
            // Without a whole slab a fraction of one may do.
            assertThat(refusals > 0).as("refusals with " + slabs + " slabs").isEqualTo(slabs == 0);
        }
    }

    /** Public report alexbokos/sslengine.example#1: every short read doubles a buffer that has room. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void growsWithWhatHasComeAndNotWithTheNumberOfReads(Form form) throws IOException {
        byte[] stream =
                ByteBuffer.allocate(10_000).put(frame(5000)).put(frame(5000)).array();
        try (MessageBuffers eight = MessageBuffers.builder()
                        .slabBytes(8192)
                        .memoryLimit(8 * 8192)
                        .lanes(false)
                        .build();
                ReadBuffer in = open(eight, LengthField.ofBytes(4), 8192)) {
            int growths = 0;
            for (int i = 0; i < stream.length; i++) {
                long before = in.heldBytes();
                form.push(in, stream, i, i + 1, collect);
                growths += in.heldBytes() > before ? 1 : 0;
                long held = in.heldBytes();
                long copied = in.copiedBytes();
                in.feed(ByteBuffer.allocate(0), collect);
                in.drain(new ChunkChannel(), collect);
                assertThat(in.heldBytes())
                        .as("held after reads of nothing")
                        .isEqualTo(held)
                        .isLessThanOrEqualTo(8192);
                assertThat(in.copiedBytes()).isEqualTo(copied);
            }
            assertThat(seen).containsExactly(5000, 5000);
            assertThat(growths).as("growths for two frames").isLessThanOrEqualTo(2 * 4); // 256, 1 KiB, 4 KiB, 8 KiB
            assertThat(eight.pool().leasedBytes()).isZero();
        }
    }

    /** Public report Nisoku/Saikuro#80: after "too large" the payload is taken for headers. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void takesNoFrameFromThePayloadOfOneThatIsTooLong(Form form) throws IOException {
        byte[] stream = FramingCase.bytes("00000064 0000000141*20 00000002 4242");
        for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
            Refusal.of(form, open(direct, LengthField.ofBytes(4), 16), stream, cuts, collect);
            assertThat(seen).as("after a refusal").isEmpty();

            ReadBuffer in = open(direct, LengthField.ofBytes(4), 16);
            in.limits(ReadLimits.maxFrame(16).skipTooLong());
            for (Form.Source chunk : form.of(stream, cuts)) {
                while (chunk.remaining() > 0) {
                    chunk.step(in, collect);
                }
            }
            assertThat(seen).as("after a skip").containsExactly(6);
            assertThat(in.heldBytes()).isZero();
            seen.clear();
        }
    }

    /** Public report quickfix-j/quickfixj#432: a malformed message that a parser goes back and forth over without end. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void makesProgressOverEveryMutationOfAStream(Form form) throws IOException {
        Framing[] framings = {
            LengthField.ofBytes(4).signed().strip(4),
            LengthField.ofBytes(2).inclusive().magic(0, 3),
            Varint.ofBytes(5).canonical(),
            WireForms.resynchronising(new byte[] {0, 3}, 7)
        };
        byte[] sound = FramingCase.bytes("00000003 414243 00030007 010203 0003616263 05 0102030405 00000000");
        int refused = 0;
        for (int i = 0; i < 2_500; i++) {
            Random random = new Random(i);
            byte[] stream = mutated(sound, random);
            int measures = 4 * stream.length + 40;
            CountedFraming framing = new CountedFraming(framings[i % framings.length], measures);
            ReadBuffer in = open(direct, framing, 64);
            int steps = 0;
            try {
                for (Form.Source chunk : form.of(stream, Cuts.random(stream.length, i))) {
                    do {
                        ReadStatus status = chunk.step(in, collect);
                        if (status != ReadStatus.DRAINED && status != ReadStatus.MORE) {
                            throw new AssertionError(status + ", seed " + i);
                        }
                        if (++steps > 2 * stream.length + 20) {
                            throw new AssertionError("no progress, seed " + i);
                        }
                    } while (chunk.remaining() > 0);
                }
            } catch (FrameException e) {
                refused++;
                assertThat(in.heldBytes())
                        .as("held after the refusal, seed " + i)
                        .isZero();
            }
            in.close();
        }
        assertThat(direct.pool().leasedBytes()).isZero();
        assertThat(refused).as("mutations that were refused").isBetween(200, 2300);
    }

    private static byte[] mutated(byte[] sound, Random random) {
        byte[] stream = Arrays.copyOf(sound, 2 + random.nextInt(sound.length + 6));
        for (int change = random.nextInt(5); change >= 0; change--) {
            int at = random.nextInt(stream.length);
            stream[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : stream[at] ^ (1 << random.nextInt(8)));
        }
        return stream;
    }
}
