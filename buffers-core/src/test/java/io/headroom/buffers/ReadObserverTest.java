package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an observer learns. */
class ReadObserverTest {
    private final List<String> seen = new ArrayList<>();
    private final ReadObserver observer = new ReadObserver() {
        @Override
        public void onRead(long count, Bytes firstBytes, long pendingBefore) {
            seen.add(count + " " + HexFormat.of().formatHex(firstBytes.toByteArray()) + " after " + pendingBefore);
        }

        @Override
        public void onLongFrame(long length, long threshold) {
            seen.add(length + " over " + threshold);
        }
    };

    @ParameterizedTest
    @EnumSource(
            value = Form.class,
            names = {"SCATTERING", "PLAIN", "STREAMED", "LENT", "PULLED"})
    void seesEachReadWithItsFirstBytesWhereverTheyWent(Form form) throws IOException {
        try (MessageBuffers buffers = MessageBuffers.builder().build();
                ReadBuffer in = buffers.connection("peer")
                        .framing(LengthField.ofBytes(1))
                        .observer(observer)
                        .open()) {
            byte[] stream = {5, 1, 2, 3, 4, 5, 2, 6, 7, 3, 8, 9, 10};
            form.push(in, stream, 0, 3, frame -> Next.CONTINUE);
            form.push(in, stream, 3, 13, frame -> Next.CONTINUE);
        }
        String second = form == Form.LENT ? "3 030405 after 3, 7 02060703" : "10 0304050206070308 after 3";
        assertThat(String.join(", ", seen)).startsWith("3 050102 after 0, " + second);
    }

    @Test
    void isToldOfFramesThatAreLongerThanUsualAndOnlyOfThose() throws IOException {
        try (MessageBuffers buffers = MessageBuffers.builder().build();
                ReadBuffer in = buffers.connection("peer")
                        .limits(ReadLimits.maxFrame(1 << 20).warnAbove(1 << 16))
                        .observer(observer)
                        .open()) {
            for (int length : new int[] {100, (1 << 16) - 4, (1 << 16) - 3}) {
                byte[] frame = new byte[length + 4];
                frame[1] = (byte) (length >> 16);
                frame[2] = (byte) (length >> 8);
                frame[3] = (byte) length;
                Form.FED.push(in, frame, given -> Next.CONTINUE);
            }
            assertThat(in.frameCount()).isEqualTo(3);
        }
        assertThat(seen).containsExactly("65537 over 65536");
    }
}
