package io.headroom.buffers.framing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/** Whatever a peer sends, and whatever it is called, the text stays fit for a log. */
@PropertyDefaults(tries = 400, edgeCases = EdgeCasesMode.NONE)
class FrameExceptionProperties {
    /** Every kind of error, from two numbers and a head. */
    private static final List<BiFunction<Long, Bytes, FrameException>> FACTORIES = List.of(
            (number, head) -> FrameException.tooLarge(number, number / 2, head),
            (number, head) -> FrameException.negativeLength(-number, head),
            (number, head) -> FrameException.lengthUnderflow(number, head),
            (number, head) -> FrameException.stripExceedsFrame(number / 2, number, head),
            (number, head) -> FrameException.varintMalformed("longer than " + number + " bytes", head),
            (number, head) -> FrameException.varintMalformed("\u00fcber\n" + "x".repeat(1000), head),
            (number, head) -> FrameException.varintNonCanonical(number.intValue(), head),
            (number, head) -> FrameException.badMagic(head.toByteArray(), head),
            (number, head) -> FrameException.badMagic(new byte[1000], head),
            (number, head) -> FrameException.truncated(number / 2, number, head),
            (number, head) -> FrameException.malformed("\u001b[2J\r\n\u202e" + "y".repeat(1000), head));

    @Provide
    Arbitrary<BiFunction<Long, Bytes, FrameException>> factories() {
        return Arbitraries.of(FACTORIES);
    }

    @Provide
    Arbitrary<Long> numbers() {
        return Arbitraries.oneOf(
                Arbitraries.longs().greaterOrEqual(0), Arbitraries.of(0L, 1L, Long.MAX_VALUE, Long.MAX_VALUE - 1));
    }

    @Provide
    Arbitrary<byte[]> heads() {
        Arbitrary<byte[]> known = Arbitraries.of(
                        "PROXY TCP4 1.2.3.4", "\u0013BitTorrent protocol", "GET / HTTP/1.1", "\u0016\u0003\u0001\u0002")
                .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
        return Arbitraries.oneOf(known, Arbitraries.bytes().array(byte[].class).ofMaxSize(100));
    }

    @Provide
    Arbitrary<String> names() {
        Arbitrary<String> any = Arbitraries.strings().all().ofMaxLength(80);
        Arbitrary<String> nasty = Arbitraries.of(
                "",
                "/127.0.0.1:80",
                "\r\nFAKE LOG LINE",
                "\u001b[31mred",
                "\u0000".repeat(100),
                "\ud83d\ude00".repeat(40),
                "z".repeat(500));
        return Arbitraries.oneOf(any, nasty);
    }

    @Property
    void textIsShortAndPrintable(
            @ForAll("factories") BiFunction<Long, Bytes, FrameException> factory,
            @ForAll("numbers") long number,
            @ForAll("heads") byte[] head,
            @ForAll("names") String peer,
            @ForAll("names") String hint) {
        FrameException plain = factory.apply(number, Bytes.of(head));
        for (FrameException error : List.of(
                plain, plain.from(peer), plain.withHint(hint), plain.from(peer).withHint(hint))) {
            assertThat(error.getMessage())
                    .hasSizeLessThan(300)
                    .matches("[ -~]+")
                    .startsWith(plain.kind() + ": frame ");
            assertThat(error.firstBytes()).hasSize(Math.min(24, head.length)).isEqualTo(plain.firstBytes());
            assertThat(error.kind()).isEqualTo(plain.kind());
            assertThat(error.declared()).isEqualTo(plain.declared());
            assertThat(error.limit()).isEqualTo(plain.limit());
            assertThat(error.received()).isEqualTo(plain.received());
        }
    }

    @Property
    void tooLargeAlwaysNamesBothNumbersAndTheSetting(
            @ForAll("numbers") long declared,
            @ForAll("numbers") long limit,
            @ForAll("heads") byte[] head,
            @ForAll("names") String peer,
            @ForAll("names") String hint) {
        FrameException error = FrameException.tooLarge(declared, limit, Bytes.of(head))
                .from(peer)
                .withHint(hint);
        assertThat(error)
                .hasMessageContaining(
                        "declares " + declared + " bytes, limit " + limit + " (setting: ReadLimits.maxFrame)");
    }
}
