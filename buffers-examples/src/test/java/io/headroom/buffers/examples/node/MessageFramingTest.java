package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MessageFramingTest {
    private final MessageFraming framing = new MessageFraming();

    @Test
    void measuresEveryPrefixTheSameAndAsksForNoByteBehindTheHeader() throws FrameException {
        List<byte[]> frames = List.of(Frames.ping(), Frames.ping(7), Frames.height(1), Frames.block(1, new byte[50]));
        for (byte[] frame : frames) {
            for (int known = 1; known <= Math.min(frame.length, framing.maxHeader()); known++) {
                long answer = framing.measure(Bytes.of(Arrays.copyOf(frame, known)));
                int more = Framing.moreOf(answer);
                if (more > 0) {
                    assertThat(known + more).isLessThanOrEqualTo(frame[8] == 0 ? 13 : 17);
                } else {
                    assertThat(answer).isEqualTo(frame.length);
                }
            }
            assertThat(framing.measure(Bytes.of(Arrays.copyOf(frame, Math.min(frame.length, 17)))))
                    .isEqualTo(frame.length);
        }
    }

    @Test
    void measuresTheSameWithTheNextFrameBehindIt() throws FrameException {
        Bytes head = Bytes.of(Arrays.copyOf(Frames.join(Frames.ping(), Frames.ping(3)), 17));
        assertThat(framing.measure(head)).isEqualTo(13);
        assertThat(framing.payloadStart(head)).isEqualTo(13);
    }

    @Test
    void putsThePayloadBehindTheChecksumThatOnlyFramesWithDataHave() {
        assertThat(framing.payloadStart(Bytes.of(Frames.ping(1)))).isEqualTo(17);
        assertThat(framing.payloadStart(Bytes.of(Frames.height(1)))).isEqualTo(17);
        Message both = Message.of(MessageType.HEIGHT).withId(1).withNumber(2);
        assertThat(framing.payloadStart(Bytes.of(MessageEncoder.encode(both)))).isEqualTo(21);
    }

    @Test
    void comparesTheLimitWithTheDataAlone() {
        byte[] header = Frames.header(MessageType.BLOCK.value(), MessageFraming.MAX_DATA_BYTES);
        assertThat(framing.limited(Bytes.of(header), 17L + MessageFraming.MAX_DATA_BYTES))
                .isEqualTo(MessageFraming.MAX_DATA_BYTES);
    }

    @Test
    void refusesAWrongMagicNotBeforeItsFourthByte() throws FrameException {
        byte[] http = {'G', 'E', 'T', ' '};
        assertThat(Framing.moreOf(framing.measure(Bytes.of(Arrays.copyOf(http, 3)))))
                .isEqualTo(1);
        assertKind(http, FrameException.Kind.BAD_MAGIC);
        assertThatThrownBy(() -> framing.measure(Bytes.of(http))).hasMessageContaining("HTTP");
    }

    @Test
    void refusesIdsThatAreNotPositiveAndNegativeSizes() throws FrameException {
        byte[] idOfZero = Frames.join(Frames.start(1, 1), new byte[4]);
        assertThat(Framing.moreOf(framing.measure(Bytes.of(Arrays.copyOf(idOfZero, 12)))))
                .isEqualTo(1);
        assertKind(idOfZero, FrameException.Kind.MALFORMED);
        assertKind(Frames.join(Frames.start(1, 1), new byte[] {-1, 0, 0, 0}), FrameException.Kind.MALFORMED);
        assertKind(Frames.header(1, -1), FrameException.Kind.NEGATIVE_LENGTH);
        assertKind(Frames.header(1, Integer.MIN_VALUE), FrameException.Kind.NEGATIVE_LENGTH);
    }

    private void assertKind(byte[] head, FrameException.Kind kind) {
        assertThatThrownBy(() -> framing.measure(Bytes.of(head)))
                .isInstanceOfSatisfying(
                        FrameException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }
}
