package io.headroom.buffers.framing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Varints against a plain encoder and a plain decoder. */
@PropertyDefaults(tries = 500, edgeCases = EdgeCasesMode.NONE)
class VarintProperties {
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    /** Values of every length, not mostly of the longest. */
    @Provide
    Arbitrary<Long> values() {
        return Arbitraries.integers()
                .between(0, 63)
                .flatMap(bits ->
                        Arbitraries.longs().greaterOrEqual(0).map(value -> bits == 0 ? 0 : value >>> (63 - bits)));
    }

    @Provide
    Arbitrary<byte[]> heads() {
        Arbitrary<Byte> anyByte = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.bytes().between((byte) -128, (byte) -1)),
                Tuple.of(2, Arbitraries.bytes()),
                Tuple.of(1, Arbitraries.of((byte) 0, (byte) 1, (byte) 15, (byte) 16)));
        return anyByte.array(byte[].class).ofMinSize(1).ofMaxSize(14);
    }

    /** Returns the bytes of {@code value}, at least {@code least} of them. */
    private static byte[] encode(long value, int least) {
        byte[] bytes = new byte[10];
        int length = 0;
        long rest = value;
        do {
            bytes[length++] = (byte) (0x80 | (rest & 0x7f));
            rest >>>= 7;
        } while (rest != 0 || length < least);
        bytes[length - 1] &= 0x7f;
        return Arrays.copyOf(bytes, length);
    }

    @Property
    void readsBackEveryValueInEveryFormThatFits(
            @ForAll("values") long value,
            @ForAll @IntRange(min = 1, max = 10) int padded,
            @ForAll @IntRange(max = 5) int prefix)
            throws FrameException {
        byte[] varint = encode(value, padded);
        byte[] head = new byte[prefix + varint.length + 3];
        System.arraycopy(varint, 0, head, prefix, varint.length);
        long length = BigInteger.valueOf(value)
                .add(BigInteger.valueOf(prefix + varint.length))
                .min(MOST)
                .longValueExact();
        for (int maxBytes = 1; maxBytes <= 10; maxBytes++) {
            Varint framing = Varint.ofBytes(maxBytes).prefix(prefix).strip().limitsValue();
            boolean tooManyBits = maxBytes == 5 && value > 0xffff_ffffL;
            if (varint.length > maxBytes || tooManyBits) {
                assertThat(Answer.of(framing, head)).isEqualTo("VARINT_MALFORMED");
                continue;
            }
            assertThat(Answer.of(framing, head)).isEqualTo("frame " + length);
            assertThat(framing.limited(Bytes.of(head), length)).isEqualTo(value);
            assertThat(framing.payloadStart(Bytes.of(head))).isEqualTo(prefix + varint.length);
            boolean shortest = varint.length == encode(value, 1).length;
            assertThat(Answer.of(framing.canonical(), head))
                    .isEqualTo(shortest ? "frame " + length : "VARINT_NON_CANONICAL");
        }
    }

    @Property
    void answersAnyBytesAsAPlainDecoderDoes(
            @ForAll("heads") byte[] head,
            @ForAll @IntRange(min = 1, max = 10) int maxBytes,
            @ForAll boolean canonical) {
        Varint framing = canonical ? Varint.ofBytes(maxBytes).canonical() : Varint.ofBytes(maxBytes);
        assertThat(Answer.of(framing, head)).isEqualTo(expected(head, maxBytes, canonical));
    }

    private static String expected(byte[] head, int maxBytes, boolean canonical) {
        int last = 0;
        while (last < head.length && last < maxBytes && head[last] < 0) {
            last++;
        }
        if (last == maxBytes) {
            return "VARINT_MALFORMED";
        }
        if (last == head.length) {
            return "more 1";
        }
        BigInteger value = BigInteger.ZERO;
        for (int i = last; i >= 0; i--) {
            value = value.shiftLeft(7).or(BigInteger.valueOf(head[i] & 0x7f));
        }
        if (value.bitLength() > (maxBytes == 5 ? 32 : 64)) {
            return "VARINT_MALFORMED";
        }
        if (canonical && last > 0 && head[last] == 0) {
            return "VARINT_NON_CANONICAL";
        }
        return "frame " + value.add(BigInteger.valueOf(last + 1)).min(MOST);
    }

    @Property
    void asksForMoreUntilThereIsOneAnswerWhichStays(
            @ForAll("heads") byte[] head,
            @ForAll @IntRange(min = 1, max = 10) int maxBytes,
            @ForAll @IntRange(max = 3) int prefix,
            @ForAll boolean canonical) {
        Varint framing = Varint.ofBytes(maxBytes).prefix(prefix);
        assertThat(Answer.faultOverAllCuts(canonical ? framing.canonical() : framing, head))
                .isEmpty();
    }
}
