package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a handler can find out while it is asked about a header. */
class OnHeaderTest {
    /** Whether the frame is whole in the read or not, and behind another one or not. */
    @ParameterizedTest
    @EnumSource(
            value = Form.class,
            names = {"SCATTERING", "PLAIN", "STREAMED", "LENT"})
    void saysInsideOnHeaderHowMuchIsMissing(Form form) throws IOException {
        byte[] stream = NumberedFrames.stream(50, 3000, 60, 20_000);
        List<Long> missing = new ArrayList<>();
        try (CountedNode node = new CountedNode(false)) {
            ReadBuffer in = node.open();
            FrameHandler<RuntimeException> asking = new FrameHandler<>() {
                @Override
                public Delivery onHeader(Bytes header, long frameLength) {
                    missing.add(in.neededBytes());
                    assertThat(in.neededBytes()).isEqualTo(Math.max(0, frameLength - in.pendingBytes()));
                    return Delivery.WHOLE;
                }

                @Override
                public Next onFrame(Frame frame) {
                    return Next.CONTINUE;
                }
            };
            form.push(in, stream, 0, 1000, asking);
            form.push(in, stream, 1000, stream.length, asking);
        }
        assertThat(missing).hasSize(4);
    }
}
