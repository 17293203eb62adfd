package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MessageEncoderTest {
    @Test
    void writesTheFieldsOfTheWireForm() {
        assertThat(bytes(Message.of(MessageType.PING))).isEqualTo(Frames.ping());
        assertThat(bytes(Message.of(MessageType.PING).withId(77))).isEqualTo(Frames.ping(77));
        assertThat(bytes(Message.of(MessageType.HEIGHT).withNumber(5))).isEqualTo(Frames.height(5));
        byte[] body = Frames.random(1000, 6);
        assertThat(bytes(Message.of(MessageType.BLOCK).withNumber(6).withBody(body)))
                .isEqualTo(Frames.block(6, body));
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void writesWhatTheReadLoopsRead(ReadLoop loop) throws IOException {
        List<Message> messages = List.of(
                Message.of(MessageType.PONG).withId(1),
                Message.of(MessageType.GET_BLOCK).withNumber(Long.MAX_VALUE),
                Message.of(MessageType.BLOCK).withId(Integer.MAX_VALUE).withBody(Frames.random(100_000, 7)));
        try (TestPeer test = TestPeer.of(loop)) {
            for (Message message : messages) {
                test.receive(bytes(message));
            }
            List<Message> read = test.takeAll();
            assertThat(read)
                    .extracting(Message::toString)
                    .isEqualTo(messages.stream().map(Message::toString).toList());
            assertThat(read.get(2).body()).isEqualTo(messages.get(2).body());
        }
    }

    @Test
    void refusesDataOverTheLimitOfTheProtocol() {
        byte[] longest = new byte[MessageFraming.MAX_DATA_BYTES - 12];
        assertThat(bytes(Message.of(MessageType.BLOCK).withBody(longest))).hasSize(17 + MessageFraming.MAX_DATA_BYTES);
        Message tooLong = Message.of(MessageType.BLOCK).withBody(new byte[longest.length + 1]);
        assertThatThrownBy(() -> MessageEncoder.encode(tooLong)).hasMessageContaining("limit 10485760");
    }

    private static byte[] bytes(Message message) {
        ByteBuffer frame = MessageEncoder.encode(message);
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }
}
