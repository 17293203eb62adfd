package io.headroom.buffers.jmh.compare.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeckTest {
    private static final long SEED = 20_260_101;
    private static final Deck DECK = Deck.of(SEED);

    @Test
    void mixesSmallAndLargeMessages95To5() {
        int large = 0;
        for (int i = 0; i < Deck.COUNT; i++) {
            int data = dataSize(DECK.frame(i));
            boolean isSmall = data >= 100 && data <= 2_000;
            boolean isLarge = data >= 100_000 && data <= 2_000_000;
            assertThat(isSmall || isLarge).as("data of %d bytes", data).isTrue();
            large += isLarge ? 1 : 0;
        }
        assertThat(large).isEqualTo(Deck.COUNT * 5 / 100);
    }

    @Test
    void fitsIntoTheNaiveBufferAtItsLongest() {
        assertThat(WireForm.frameLength(WireForm.MAX_DATA)).isLessThanOrEqualTo(2_097_161);
    }

    @Test
    void encodesWhatTheWireFormSays() {
        for (int i = 0; i < Deck.COUNT; i++) {
            ByteBuffer frame = DECK.frame(i);
            assertThat(frame.remaining()).isEqualTo(WireForm.frameLength(dataSize(frame)));
            assertThat(frame.getInt()).isEqualTo(WireForm.MAGIC);
            assertThat(frame.getInt()).isPositive();
            assertThat(frame.get()).isZero();
            assertThat(frame.getInt()).isEqualTo(frame.remaining() - Integer.BYTES);
            assertThat(frame.getInt()).isEqualTo(checksum(frame));
        }
    }

    @Test
    void isDecidedByItsSeed() {
        Deck same = Deck.of(SEED);
        Deck other = Deck.of(SEED + 1);
        Set<Integer> differing = new HashSet<>();
        for (int i = 0; i < Deck.COUNT; i++) {
            assertThat(same.frame(i)).isEqualTo(DECK.frame(i));
            if (!other.frame(i).equals(DECK.frame(i))) {
                differing.add(i);
            }
        }
        assertThat(differing).hasSize(Deck.COUNT);
    }

    @Test
    void spoilsTheChecksumOfOneMessage() {
        Deck deck = Deck.of(SEED);
        deck.spoil();
        int wrong = 0;
        for (int i = 0; i < Deck.COUNT; i++) {
            ByteBuffer frame = deck.frame(i).position(WireForm.CHECKSUM_AT);
            wrong += frame.getInt() == checksum(frame) ? 0 : 1;
        }
        assertThat(wrong).isEqualTo(1);
    }

    @Test
    void sendsPayloadsAsItsLargeMessages() {
        byte[] first = new byte[12_345];
        byte[] second = new byte[1];
        Deck deck = Deck.of(SEED, List.of(first, second));
        int firsts = 0;
        int seconds = 0;
        for (int i = 0; i < Deck.COUNT; i++) {
            int data = dataSize(deck.frame(i));
            firsts += data == first.length ? 1 : 0;
            seconds += data == second.length ? 1 : 0;
        }
        assertThat(firsts).isEqualTo(Deck.LARGE / 2);
        assertThat(seconds).isEqualTo(Deck.LARGE / 2);
    }

    @Test
    void refusesPayloadsThatTheNaiveLoopWouldChokeOn() {
        List<byte[]> tooLong = List.of(new byte[WireForm.MAX_DATA + 1]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Deck.of(SEED, tooLong))
                .withMessageContaining("2000001");
        assertThatIllegalArgumentException().isThrownBy(() -> Deck.of(SEED, List.of()));
    }

    private static int dataSize(ByteBuffer frame) {
        return frame.getInt(WireForm.SIZE_AT);
    }

    private static int checksum(ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        return WireForm.checksum(WireForm.sha256().digest(bytes));
    }
}
