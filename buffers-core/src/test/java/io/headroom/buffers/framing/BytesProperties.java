package io.headroom.buffers.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A view of bytes, whatever memory they lie in, against the plain array of the same bytes. */
@PropertyDefaults(tries = 100, edgeCases = EdgeCasesMode.NONE)
class BytesProperties {
    private Sample current;

    @Provide
    Arbitrary<Sample> samples() {
        return Sample.any().map(sample -> current = sample);
    }

    @AfterTry
    void buffersBehindAreAsTheyWere() {
        assertThat(current.states()).as("%s", current).isEqualTo(current.statesBefore());
    }

    @Property
    void readsSingleBytes(@ForAll("samples") Sample sample) {
        assertThat(sample.view.length()).isEqualTo(sample.bytes.length);
        for (int i = 0; i < sample.bytes.length; i++) {
            assertThat(sample.view.getByte(i)).isEqualTo(sample.bytes[i]);
            assertThat(sample.view.getUnsignedByte(i)).isEqualTo(Byte.toUnsignedInt(sample.bytes[i]));
        }
    }

    @Property
    void readsSixteenBitsInBothOrders(@ForAll("samples") Sample sample) {
        ByteBuffer big = sample.oracle(ByteOrder.BIG_ENDIAN);
        ByteBuffer little = sample.oracle(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i + Short.BYTES <= sample.bytes.length; i++) {
            assertThat(sample.view.getShort(i)).isEqualTo(big.getShort(i));
            assertThat(sample.view.getShortLE(i)).isEqualTo(little.getShort(i));
            assertThat(sample.view.getUnsignedShort(i)).isEqualTo(Short.toUnsignedInt(big.getShort(i)));
            assertThat(sample.view.getUnsignedShortLE(i)).isEqualTo(Short.toUnsignedInt(little.getShort(i)));
        }
    }

    @Property
    void readsThirtyTwoBitsInBothOrders(@ForAll("samples") Sample sample) {
        ByteBuffer big = sample.oracle(ByteOrder.BIG_ENDIAN);
        ByteBuffer little = sample.oracle(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i + Integer.BYTES <= sample.bytes.length; i++) {
            assertThat(sample.view.getInt(i)).isEqualTo(big.getInt(i));
            assertThat(sample.view.getIntLE(i)).isEqualTo(little.getInt(i));
            assertThat(sample.view.getUnsignedInt(i)).isEqualTo(Integer.toUnsignedLong(big.getInt(i)));
            assertThat(sample.view.getUnsignedIntLE(i)).isEqualTo(Integer.toUnsignedLong(little.getInt(i)));
        }
    }

    @Property
    void readsSixtyFourBitsInBothOrders(@ForAll("samples") Sample sample) {
        for (int i = 0; i + Long.BYTES <= sample.bytes.length; i++) {
            assertThat(sample.view.getLong(i))
                    .isEqualTo(sample.oracle(ByteOrder.BIG_ENDIAN).getLong(i));
            assertThat(sample.view.getLongLE(i))
                    .isEqualTo(sample.oracle(ByteOrder.LITTLE_ENDIAN).getLong(i));
        }
    }

    @Property
    void refusesEveryAccessThatLeavesTheView(@ForAll("samples") Sample sample) {
        Bytes view = sample.view;
        for (int beyond : new int[] {1, 2, 4, 8}) {
            int pastLast = sample.bytes.length - beyond + 1;
            for (int i : new int[] {
                Integer.MIN_VALUE,
                -beyond,
                -1,
                pastLast,
                sample.bytes.length,
                Integer.MAX_VALUE - beyond,
                Integer.MAX_VALUE - beyond + 1,
                Integer.MAX_VALUE
            }) {
                for (ThrowingCallable access : accesses(view, i, beyond)) {
                    assertThatThrownBy(access)
                            .as("%s bytes at %s of %s", beyond, i, sample)
                            .isInstanceOf(IndexOutOfBoundsException.class);
                }
            }
        }
    }

    private static List<ThrowingCallable> accesses(Bytes view, int index, int size) {
        ThrowingCallable copy = () -> view.getBytes(index, new byte[size], 0, size);
        ThrowingCallable transfer = () -> view.getBytes(index, ByteBuffer.allocate(size));
        return switch (size) {
            case 1 -> List.of(() -> view.getByte(index), () -> view.getUnsignedByte(index), copy, transfer);
            case 2 ->
                List.of(
                        () -> view.getShort(index),
                        () -> view.getShortLE(index),
                        () -> view.getUnsignedShort(index),
                        () -> view.getUnsignedShortLE(index),
                        copy,
                        transfer);
            case 4 ->
                List.of(
                        () -> view.getInt(index),
                        () -> view.getIntLE(index),
                        () -> view.getUnsignedInt(index),
                        () -> view.getUnsignedIntLE(index),
                        copy,
                        transfer);
            default -> List.of(() -> view.getLong(index), () -> view.getLongLE(index), copy, transfer);
        };
    }

    @Property
    void copiesAnyRangeIntoAnArray(
            @ForAll("samples") Sample sample, @ForAll @IntRange(max = 60) int a, @ForAll @IntRange(max = 60) int b) {
        int from = Math.min(Math.min(a, b), sample.bytes.length);
        int to = Math.min(Math.max(a, b), sample.bytes.length);
        byte[] target = new byte[70];
        byte[] expected = new byte[70];
        sample.view.getBytes(from, target, 7, to - from);
        System.arraycopy(sample.bytes, from, expected, 7, to - from);
        assertThat(target).isEqualTo(expected);
        assertThat(sample.view.toByteArray()).isEqualTo(sample.bytes);
    }

    @Property
    void refusesToCopyBeyondTheTargetArray(@ForAll("samples") Sample sample) {
        byte[] target = new byte[8];
        int[][] ranges = {{-1, 1}, {8, 1}, {0, 9}, {4, 5}, {0, -1}, {Integer.MAX_VALUE, 1}, {1, Integer.MAX_VALUE}};
        for (int[] range : ranges) {
            assertThatThrownBy(() -> sample.view.getBytes(0, target, range[0], range[1]))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThat(target).containsOnly(0);
    }

    @Property
    void copiesAnyRangeIntoABuffer(
            @ForAll("samples") Sample sample, @ForAll @IntRange(max = 60) int a, @ForAll @IntRange(max = 60) int b) {
        int from = Math.min(Math.min(a, b), sample.bytes.length);
        int to = Math.min(Math.max(a, b), sample.bytes.length);
        for (ByteBuffer target : List.of(ByteBuffer.allocate(70), ByteBuffer.allocateDirect(70))) {
            target.position(7).limit(7 + to - from);
            sample.view.getBytes(from, target);
            assertThat(target.remaining()).isZero();
            byte[] copied = new byte[70];
            target.clear().get(copied);
            byte[] expected = new byte[70];
            System.arraycopy(sample.bytes, from, expected, 7, to - from);
            assertThat(copied).isEqualTo(expected);
        }
    }

    /** The buffers behind are looked at after each try. */
    @Property
    void leavesTheBuffersBehindAloneWhenTheTargetRefuses(@ForAll("samples") Sample sample) {
        ByteBuffer target = ByteBuffer.allocate(sample.bytes.length).asReadOnlyBuffer();
        if (sample.bytes.length > 0) {
            assertThatThrownBy(() -> sample.view.getBytes(0, target)).isInstanceOf(ReadOnlyBufferException.class);
            assertThatThrownBy(() -> sample.view.update(new RefusingDigest()))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Property
    void feedsADigestAllBytes(@ForAll("samples") Sample sample) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        sample.view.update(digest);
        assertThat(digest.digest())
                .isEqualTo(MessageDigest.getInstance("SHA-256").digest(sample.bytes));
    }

    @Property
    void partsCoverTheViewExactly(@ForAll("samples") Sample sample) {
        Bytes view = sample.view;
        ByteBuffer all = ByteBuffer.allocate(sample.bytes.length);
        for (int i = 0; i < view.partCount(); i++) {
            ByteBuffer part = view.part(i);
            assertThat(part.isReadOnly()).isTrue();
            assertThat(part.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
            assertThat(part.position()).isZero();
            assertThat(part.capacity()).isEqualTo(part.limit());
            assertThat(part.hasRemaining()).as("part %s has bytes", i).isEqualTo(view.length() > 0);
            all.put(part);
        }
        assertThat(all.array()).isEqualTo(sample.bytes);
        assertThat(all.hasRemaining()).isFalse();
        assertThat(view.partCount()).isGreaterThan(0);
        for (int i : new int[] {-1, view.partCount(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> view.part(i)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Property
    void isOneBufferOnlyIfItIsOnePart(@ForAll("samples") Sample sample) {
        Bytes view = sample.view;
        assertThat(view.hasArray() && view.partCount() > 1).isFalse();
        if (view.length() > 0 && view.partCount() == 1) {
            assertThat(view.hasArray()).isEqualTo(sample.memory != Sample.Memory.DIRECT);
        }
        if (view.partCount() == 1) {
            byte[] read = new byte[view.length()];
            view.asReadOnlyBuffer().get(read);
            assertThat(read).isEqualTo(sample.bytes);
        } else {
            assertThat(sample.chained).isTrue();
            assertThatIllegalStateException()
                    .isThrownBy(view::asReadOnlyBuffer)
                    .withMessageContainingAll(view.length() + " bytes", view.partCount() + " parts", "toByteArray");
        }
    }

    @Property
    void windowOfAWindowSeesItsRange(
            @ForAll("samples") Sample sample, @ForAll @IntRange(max = 60) int a, @ForAll @IntRange(max = 60) int b)
            throws NoSuchAlgorithmException {
        int from = Math.min(Math.min(a, b), sample.bytes.length);
        int to = Math.min(Math.max(a, b), sample.bytes.length);
        BytesWindow window = new BytesWindow().wrap(sample.view, from, to - from);
        BytesWindow inner = new BytesWindow().wrap(window, (to - from) / 2, to - from - (to - from) / 2);
        byte[] expected = Arrays.copyOfRange(sample.bytes, from, to);
        assertThat(window.toByteArray()).isEqualTo(expected);
        assertThat(inner.toByteArray()).isEqualTo(Arrays.copyOfRange(expected, (to - from) / 2, to - from));
        assertThat(joined(window)).isEqualTo(expected);
        assertThat(joined(inner)).isEqualTo(inner.toByteArray());
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        window.update(digest);
        assertThat(digest.digest())
                .isEqualTo(MessageDigest.getInstance("SHA-256").digest(expected));
        assertThatThrownBy(() -> window.getByte(to - from)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new BytesWindow().wrap(sample.view, from, sample.bytes.length - from + 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static byte[] joined(Bytes view) {
        ByteBuffer all = ByteBuffer.allocate(view.length());
        for (int i = 0; i < view.partCount(); i++) {
            all.put(view.part(i));
        }
        return all.array();
    }

    @Property
    void textShowsLengthAndPartsAndNoContent(@ForAll("samples") Sample sample) {
        assertThat(sample.view)
                .hasToString("Bytes[length=" + sample.bytes.length + ", parts=" + sample.view.partCount() + "]");
    }

    @Property
    void isEmptyOnceCleared(@ForAll("samples") Sample sample) {
        sample.view.clear();
        assertThat(sample.view.length()).isZero();
        assertThat(sample.view.partCount()).isOne();
        assertThat(sample.view.part(0).hasRemaining()).isFalse();
        assertThat(sample.view.asReadOnlyBuffer().capacity()).isZero();
        assertThat(sample.view.toByteArray()).isEmpty();
        assertThatThrownBy(() -> sample.view.getByte(0)).isInstanceOf(IndexOutOfBoundsException.class);
        sample.view.getBytes(0, ByteBuffer.allocate(0));
    }

    /** A digest that takes nothing. */
    private static final class RefusingDigest extends MessageDigest {
        RefusingDigest() {
            super("none");
        }

        @Override
        protected void engineUpdate(byte input) {
            throw new IllegalStateException("takes nothing");
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
            throw new IllegalStateException("takes nothing");
        }

        @Override
        protected byte[] engineDigest() {
            return new byte[0];
        }

        @Override
        protected void engineReset() {}
    }
}
