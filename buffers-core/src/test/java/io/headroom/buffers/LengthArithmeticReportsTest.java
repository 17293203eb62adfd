package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.FrameException.Kind;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Public reports of lengths that wrap, go round the limit or are counted twice, each as a test of what becomes of them here. */
class LengthArithmeticReportsTest {
    private static final int SLAB = 4096;
    private static final int LARGEST_SLAB = 256 << 10;

    private final MessageBuffers buffers =
            MessageBuffers.builder().slabBytes(SLAB).memoryLimit(64 * SLAB).build();
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

    /** Public report akka/akka-core#22367: -4 and a header of 4 bytes make 0, of which a parser can take as many as it likes. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void refusesEveryNegativeLengthOnceAndNeverSpins(Form form) throws IOException {
        for (int length : new int[] {-4, -1, -5, Integer.MIN_VALUE}) {
            byte[] stream = ByteBuffer.allocate(12).putInt(length).array();
            for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
                Framing framing = new CountedFraming(LengthField.ofBytes(4).signed(), 20);
                FrameException e = Refusal.of(form, open(framing, ReadLimits.maxFrame(1000)), stream, cuts, collect);
                assertThat(e.kind()).isEqualTo(Kind.NEGATIVE_LENGTH);
                assertThat(e.declared()).isEqualTo(length);
                assertThat(seen).isEmpty();
            }
        }
    }

    /** Public report DitchOoM/buffer#309: what was walked already plus the largest int is no negative length. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void addsWhatLiesBeforeTheFieldToTheLargestIntWithoutWrapping(Form form) throws IOException {
        byte[] stream = FramingCase.bytes("01 7fffffff 0000");
        LengthField framing = LengthField.ofBytes(4).at(1);
        for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
            FrameException e = Refusal.of(form, open(framing, ReadLimits.maxFrame(1000)), stream, cuts, collect);
            assertThat(e.kind()).isEqualTo(Kind.FRAME_TOO_LARGE);
            assertThat(e.declared()).isEqualTo(2_147_483_652L);
        }
        assertThat(seen).isEmpty();
    }

    /** The same report, where so long a frame is allowed because it is streamed: what is missing of it is not negative either. */
    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void countsWhatIsMissingOfAFrameLongerThanTheLargestInt(Form form) throws IOException {
        byte[] stream = FramingCase.bytes("01 7fffffff 0000");
        FrameHandler<RuntimeException> streaming = new FrameHandler<>() {
            @Override
            public Delivery onHeader(Bytes header, long frameLength) {
                assertThat(frameLength).isEqualTo(2_147_483_652L);
                return Delivery.PARTS;
            }

            @Override
            public Next onFrame(Frame frame) {
                throw new AssertionError("it is streamed");
            }
        };
        for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
            ReadBuffer in =
                    open(LengthField.ofBytes(4).at(1), ReadLimits.maxFrame(1000).maxStreamed(1L << 32));
            for (Form.Source chunk : form.of(stream, cuts)) {
                while (chunk.remaining() > 0) {
                    chunk.step(in, streaming);
                }
            }
            assertThat(in.neededBytes()).isEqualTo(2_147_483_652L - stream.length);
            assertThat(in.heldBytes()).isZero();
            FrameException e = catchThrowableOfType(FrameException.class, () -> form.end(in, streaming));
            assertThat(e.declared()).isEqualTo(2_147_483_652L);
            Refusal.isFinal(form, in, e, streaming);
        }
    }

    /** A way into a read buffer that already has bytes. */
    private interface Entry {
        Object enter(ReadBuffer in) throws IOException;
    }

    private Map<String, Entry> entries() {
        return Map.of(
                "drain(channel)", in -> in.drain(new ChunkChannel(), collect),
                "drain(stream)", in -> in.drain(InputStream.nullInputStream(), collect),
                "feed", in -> in.feed(ByteBuffer.allocate(0), collect),
                "endOfStream", in -> in.endOfStream(collect),
                "poll", ReadBuffer::poll,
                "read, poll",
                        in -> {
                            in.read(new ChunkChannel());
                            return in.poll();
                        },
                "writable, received",
                        in -> {
                            in.writable(1);
                            return in.received(0, collect);
                        });
    }

    /** Public report apache/thrift#3784: of four places that read a size one had no check. */
    @ParameterizedTest
    @ValueSource(strings = {"fffffffe", "7ffffff0"})
    void saysTheSameOfABadLengthAtEveryEntry(String length) throws IOException {
        byte[] bad = FramingCase.bytes(length + " 00*6");
        byte[] stream = FramingCase.bytes("00000005 41*5 " + length + " 00*6");
        LengthField four = LengthField.ofBytes(4);
        for (LengthField framing :
                List.of(four, four.signed(), four.header(9), four.header(9).signed())) {
            TreeSet<String> texts = new TreeSet<>();
            for (Form form : Form.values()) {
                for (List<Integer> cuts : Cuts.ofAllKinds(bad.length)) {
                    texts.add(text(Refusal.of(form, open(framing, ReadLimits.maxFrame(1000)), bad, cuts, collect)));
                }
            }
            entries().forEach((name, entry) -> {
                ReadBuffer in = open(framing, ReadLimits.maxFrame(1000));
                texts.add(text(behindAPause(in, stream, entry)));
                assertThat(in.heldBytes()).as("held after " + name).isZero();
            });
            assertThat(texts).hasSize(1);
            boolean negative = framing.toString().contains("signed") && length.startsWith("f");
            assertThat(texts.first()).startsWith((negative ? Kind.NEGATIVE_LENGTH : Kind.FRAME_TOO_LARGE) + ": ");
        }
        assertThat(seen).as("bad frames delivered").isEmpty();
    }

    private static FrameException behindAPause(ReadBuffer in, byte[] stream, Entry entry) {
        return catchThrowableOfType(FrameException.class, () -> {
            assertThat(in.drain(new ChunkChannel().has(stream), frame -> Next.PAUSE))
                    .isEqualTo(ReadStatus.HELD);
            in.resume();
            entry.enter(in);
        });
    }

    private static String text(FrameException e) {
        return e.getMessage() + ", received " + e.received();
    }

    /** The same report: a size is checked before there is memory for it, so bytes that are fed cost none. */
    @Test
    void commitsNothingForABadLengthThatIsFed() throws IOException {
        for (String length : List.of("fffffffe", "7ffffff0")) {
            for (Form form : List.of(Form.FED, Form.FED_ODDLY)) {
                byte[] bad = FramingCase.bytes(length);
                Refusal.of(form, open(LengthField.ofBytes(4), ReadLimits.maxFrame(1000)), bad, Cuts.whole(), collect);
            }
        }
        assertThat(buffers.pool().committedBytes()).isZero();
    }

    /** Public report tokio-rs/tokio#4815: a longest frame is as long whether its field counts the header or not. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void comparesTheSameLengthWithTheLimitWhateverTheFieldCounts(Form form) throws IOException {
        LengthField four = LengthField.ofBytes(4).strip(4);
        LengthField[] framings = {four.inclusive(), four, four.inclusive().limitsField(), four.adjustment(-4)};
        String[] longest = {"0000000e", "0000000a", "0000000e", "0000000e"};
        String[] tooLong = {"0000000f", "0000000b", "0000000f", "0000000f"};
        for (int i = 0; i < framings.length; i++) {
            byte[] sound = FramingCase.bytes(longest[i] + " 41*10");
            byte[] bad = FramingCase.bytes(tooLong[i] + " 41*11");
            for (List<Integer> cuts : Cuts.ofAllKinds(sound.length)) {
                ReadBuffer in = open(framings[i], ReadLimits.maxFrame(14));
                seen.clear();
                for (Form.Source chunk : form.of(sound, cuts)) {
                    while (chunk.remaining() > 0) {
                        chunk.step(in, collect);
                    }
                }
                assertThat(seen).containsExactly(14);
                FrameException e = Refusal.of(form, in, bad, cuts, collect);
                assertThat(e.kind()).isEqualTo(Kind.FRAME_TOO_LARGE);
                assertThat(e.declared() - e.limit()).isEqualTo(1);
            }
        }
    }

    /** Public report redis/lettuce#916: a ratio times a capacity in int. */
    @Test
    void decidesWhatIsWorthMovingInLongs() {
        assertThat(Sizing.mayHold((1 << 30) + 8, 1 << 30)).isTrue();
        assertThat(Sizing.mayHold(Integer.MAX_VALUE, Integer.MAX_VALUE)).isTrue();
        assertThat(Sizing.mayHold(Integer.MAX_VALUE, 1 << 28)).isFalse();
        assertThat(Sizing.mayHold(Integer.MAX_VALUE, 1 << 29)).isTrue();
        boolean before = false;
        for (int held = 1; held > 0; held += 1 + held / 2) {
            boolean may = Sizing.mayHold((1 << 30) + 8, held);
            assertThat(may || !before).as("still allowed at " + held).isTrue();
            before = may;
        }
        assertThat(before).isTrue();
    }

    /** Public report tarantool/tarantool#3464: a reserve call for 1.7e19 bytes that doubles for ever. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void refusesImpossibleLengthsInAFewSteps(Form form) throws IOException {
        for (long length : new long[] {-1, Long.MAX_VALUE, 1L << 62}) {
            byte[] stream = ByteBuffer.allocate(8).putLong(length).array();
            for (List<Integer> cuts : Cuts.ofAllKinds(stream.length)) {
                ReadLimits limits = ReadLimits.maxFrame(64 * SLAB);
                Framing framing = new CountedFraming(LengthField.ofBytes(8), 40);
                FrameException e = Refusal.of(form, open(framing, limits), stream, cuts, collect);
                assertThat(e.kind()).isEqualTo(Kind.FRAME_TOO_LARGE);
                assertThat(e.declared())
                        .isEqualTo(length < 0 || length == Long.MAX_VALUE ? Long.MAX_VALUE : length + 8);
            }
        }
        ReadBuffer in = open(LengthField.ofBytes(8), ReadLimits.maxFrame(1000));
        for (int impossible : new int[] {-1, 0, SLAB + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatIllegalArgumentException().isThrownBy(() -> in.writable(impossible));
            assertThatIllegalArgumentException().isThrownBy(() -> buffers.pool().tryLease(impossible));
        }
        assertThat(in.heldBytes()).isZero();
    }

    /** Public reports apache/flink#28252 and google/flatbuffers#6118: doubling that overflows past 1 GiB, or falls back to just enough. */
    @Test
    void growsInFewStepsToOneSlabAndThereItStays() {
        for (long needed : new long[] {1_200_000_001, Integer.MAX_VALUE, Long.MAX_VALUE}) {
            assertThat(Sizing.piece(1_200_000_000, needed, LARGEST_SLAB)).isGreaterThanOrEqualTo(1_200_000_000);
            int growths = 0;
            int piece = 0;
            for (int held = 1; held <= LARGEST_SLAB; held++) {
                if (held > piece) {
                    piece = Sizing.piece(held, needed, LARGEST_SLAB);
                    growths++;
                }
            }
            assertThat(piece).isEqualTo(LARGEST_SLAB);
            assertThat(growths).isEqualTo(6); // 256, 1 KiB, 4 KiB, 16 KiB, 64 KiB, 256 KiB
        }
    }

    /** The same reports, for a frame beyond 1 GiB: it costs what has come of it. */
    @Test
    void holdsWhatHasComeOfAFrameBeyondOneGiB() throws IOException {
        byte[] stream = ByteBuffer.allocate(300_000).putInt(1_200_000_001).array();
        try (MessageBuffers large =
                MessageBuffers.builder().memoryLimit(1_300_000_000).build()) {
            for (Form form : Form.values()) {
                ReadBuffer in = large.connection("peer")
                        .limits(ReadLimits.maxFrame(1_250_000_000))
                        .open();
                form.push(in, stream, collect);
                assertThat(in.neededBytes()).isEqualTo(1_200_000_005 - 300_000);
                assertThat(in.heldBytes()).isBetween(300_000L, 300_000L + (64 << 10));
                in.close();
                assertThat(in.heldBytes()).isZero();
            }
            assertThat(large.pool().leasedBytes()).isZero();
            assertThat(large.pool().committedBytes()).isLessThanOrEqualTo(4 << 20);
        }
    }

    /** Public report netty/netty#13882: size classes that round below the least size that was asked for. */
    @ParameterizedTest
    @ValueSource(ints = {4096, 8192, 65_536, LARGEST_SLAB})
    void handsOutNoLessThanWasAskedForAndNoMoreThanASlab(int slabBytes) throws IOException {
        Random random = new Random(slabBytes);
        try (MessageBuffers sized = MessageBuffers.builder()
                .slabBytes(slabBytes)
                .memoryLimit(8L * slabBytes)
                .build()) {
            for (int i = 0; i < 2000; i++) {
                int bytes = 1 + random.nextInt(1 + random.nextInt(slabBytes));
                Slab slab = sized.pool().tryLease(bytes);
                assertThat(slab.capacity()).isBetween(bytes, Math.min(slabBytes, Math.max(256, 2 * bytes)));
                slab.release();
            }
            byte[] stream =
                    ByteBuffer.allocate(3 * slabBytes).putInt(3 * slabBytes - 4).array();
            for (int i = 0; i < 200; i++) {
                ReadBuffer in = sized.connection("peer")
                        .limits(ReadLimits.maxFrame(4L * slabBytes))
                        .open();
                Form.FED.push(in, stream, 0, 1 + random.nextInt(2 * slabBytes), collect);
                int least = 1 + random.nextInt(slabBytes);
                assertThat(in.writable(least).remaining()).isBetween(least, slabBytes);
                in.received(0, collect);
                in.close();
                assertThat(in.heldBytes()).isZero();
            }
            assertThat(sized.pool().leasedBytes()).isZero();
        }
    }
}
