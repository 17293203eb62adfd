package io.headroom.buffers.framing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** A length field with any settings against arithmetic that cannot overflow. */
@PropertyDefaults(tries = 500, edgeCases = EdgeCasesMode.NONE)
class LengthFieldProperties {
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    /** All settings, and by them the answer. */
    record Form(int width, int offset, int adjustment, int strip, int header, List<Integer> magic, Flags flags) {
        record Flags(boolean littleEndian, boolean signed, boolean inclusive, boolean limitsField) {}

        /** Applies the settings in an order that the seed tells. */
        LengthField framing(long seed) {
            List<UnaryOperator<LengthField>> settings = new ArrayList<>();
            settings.add(f -> f.at(offset));
            settings.add(f -> f.adjustment(adjustment));
            settings.add(f -> f.strip(strip));
            settings.add(f -> f.header(header));
            settings.add(f -> f.magic(ints(magic)));
            settings.add(f -> flags.littleEndian ? f.littleEndian() : f);
            settings.add(f -> flags.signed ? f.signed() : f);
            settings.add(f -> flags.inclusive ? f.inclusive() : f);
            settings.add(f -> flags.limitsField ? f.limitsField() : f);
            Collections.shuffle(settings, new Random(seed));
            LengthField framing = LengthField.ofBytes(width);
            for (UnaryOperator<LengthField> setting : settings) {
                framing = setting.apply(framing);
            }
            return framing;
        }

        int least() {
            return Math.max(Math.max(offset + width, magic.size()), header);
        }

        BigInteger value(byte[] head) {
            byte[] field = Arrays.copyOfRange(head, offset, offset + width);
            BigInteger value = flags.littleEndian ? littleEndian(field) : new BigInteger(1, field);
            boolean negative = flags.signed && value.testBit(8 * width - 1);
            return negative ? value.subtract(BigInteger.ONE.shiftLeft(8 * width)) : value.min(MOST);
        }

        private static BigInteger littleEndian(byte[] field) {
            BigInteger value = BigInteger.ZERO;
            for (int i = 0; i < field.length; i++) {
                value = value.add(BigInteger.valueOf(field[i] & 0xff).shiftLeft(8 * i));
            }
            return value;
        }

        String answer(byte[] head) {
            int shown = Math.min(4, magic.size());
            if (!startsWithMagic(head)) {
                return head.length < shown ? "more" : "BAD_MAGIC";
            }
            if (head.length < Math.max(magic.size(), offset + width)) {
                return "more";
            }
            BigInteger value = value(head);
            if (value.signum() < 0) {
                return "NEGATIVE_LENGTH";
            }
            BigInteger length = value.add(BigInteger.valueOf(adjustment));
            if (!flags.inclusive) {
                length = length.add(BigInteger.valueOf(offset + width));
            }
            if (length.compareTo(BigInteger.valueOf(least())) < 0) {
                return "LENGTH_UNDERFLOW";
            }
            if (length.compareTo(BigInteger.valueOf(strip)) < 0) {
                return "STRIP_EXCEEDS_FRAME";
            }
            return head.length < header ? "more" : "frame " + length.min(MOST);
        }

        /** Returns whether there is no difference as far as these bytes go. */
        private boolean startsWithMagic(byte[] head) {
            for (int i = 0; i < Math.min(head.length, magic.size()); i++) {
                if (head[i] != magic.get(i)) {
                    return false;
                }
            }
            return true;
        }

        /** Returns these bytes with the right magic where they have one. */
        byte[] withMagic(byte[] head) {
            byte[] right = head.clone();
            for (int i = 0; i < Math.min(head.length, magic.size()); i++) {
                right[i] = magic.get(i).byteValue();
            }
            return right;
        }

        @Override
        public String toString() {
            return framing(0) + ", header " + header + ", " + flags;
        }
    }

    @Provide
    Arbitrary<Form> forms() {
        Arbitrary<Integer> small = Arbitraries.integers().between(0, 20);
        Arbitrary<Integer> adjustment = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.integers().between(-30, 30)), Tuple.of(1, Arbitraries.integers()));
        Arbitrary<List<Integer>> magic =
                Arbitraries.integers().between(0, 1).list().ofMaxSize(10);
        Arbitrary<Boolean> flag = Arbitraries.of(true, false);
        Arbitrary<Form.Flags> flags =
                Combinators.combine(flag, flag, flag, flag).as(Form.Flags::new);
        Arbitrary<Integer> width = Arbitraries.integers().between(1, 8);
        return Combinators.combine(width, small, adjustment, small, small, magic, flags)
                .as(Form::new);
    }

    /** Bytes that are mostly small, so that lengths are plausible, and that begin as most magics do. */
    @Provide
    Arbitrary<byte[]> heads() {
        Arbitrary<Byte> anyByte = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.bytes().between((byte) 0, (byte) 1)),
                Tuple.of(1, Arbitraries.of((byte) 0x7f, (byte) 0x80, (byte) 0xff)),
                Tuple.of(1, Arbitraries.bytes()));
        return anyByte.array(byte[].class).ofMinSize(1).ofMaxSize(40);
    }

    @Property
    void answersAsExactArithmeticDoes(
            @ForAll("forms") Form form, @ForAll("heads") byte[] any, @ForAll boolean magicIsRight, @ForAll long order)
            throws FrameException {
        LengthField framing = form.framing(order);
        byte[] head = magicIsRight ? form.withMagic(any) : any;
        String expected = form.answer(head);
        String answer = Answer.of(framing, head);
        assertThat(Answer.isMore(answer) ? "more" : answer).isEqualTo(expected);
        assertThat(framing.maxHeader()).isEqualTo(form.least());
        assertThat(framing.payloadStart(Bytes.of(head))).isEqualTo(form.strip);
        if (answer.startsWith("frame ")) {
            long length = framing.measure(Bytes.of(head));
            long limited = form.flags.limitsField ? form.value(head).longValueExact() : length;
            assertThat(framing.limited(Bytes.of(head), length)).isEqualTo(limited);
        }
    }

    @Property
    void asksForMoreUntilThereIsOneAnswerWhichStays(
            @ForAll("forms") Form form, @ForAll("heads") byte[] any, @ForAll boolean magicIsRight) {
        byte[] head = magicIsRight ? form.withMagic(any) : any;
        assertThat(Answer.faultOverAllCuts(form.framing(0), head)).isEmpty();
    }

    @Property
    void aSettingGivenTwiceCountsAsGivenLast(
            @ForAll("forms") Form first, @ForAll("forms") Form second, @ForAll("heads") byte[] head) {
        LengthField twice = first.framing(0)
                .at(second.offset)
                .adjustment(second.adjustment)
                .strip(second.strip)
                .header(second.header)
                .magic(ints(second.magic));
        Form last = new Form(
                first.width, second.offset, second.adjustment, second.strip, second.header, second.magic, first.flags);
        assertThat(Answer.of(twice, head)).isEqualTo(Answer.of(last.framing(0), head));
        assertThat(twice.maxHeader()).isEqualTo(last.framing(0).maxHeader());
    }

    @Property
    void settingsAnswerAlikeInAnyOrder(
            @ForAll("forms") Form form, @ForAll("heads") byte[] head, @ForAll long order, @ForAll long otherOrder) {
        assertThat(Answer.of(form.framing(order), head)).isEqualTo(Answer.of(form.framing(otherOrder), head));
        assertThat(form.framing(order)).hasToString(form.framing(otherOrder).toString());
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }
}
