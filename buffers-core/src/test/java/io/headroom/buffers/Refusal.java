package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.framing.FrameException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The end that bad bytes put to a connection, with what must hold after every such end. */
final class Refusal {
    private Refusal() {}

    /** Pushes the stream, cut into reads, until it is refused; returns how. */
    static FrameException of(
            Form form, ReadBuffer in, byte[] stream, List<Integer> cuts, FrameHandler<RuntimeException> handler)
            throws IOException {
        List<Integer> ends = new ArrayList<>(cuts);
        ends.add(stream.length);
        int from = 0;
        for (int to : ends) {
            try {
                assertThat(form.push(in, stream, from, to, handler)).isEqualTo(ReadStatus.DRAINED);
            } catch (FrameException e) {
                isFinal(form, in, e, handler);
                return e;
            }
            from = to;
        }
        throw new AssertionError(form + " took the stream, read up to " + ends);
    }

    /** After a refusal nothing is held, nothing more is taken, and a close changes nothing. */
    static void isFinal(Form form, ReadBuffer in, FrameException refusal, FrameHandler<RuntimeException> handler) {
        assertThat(in.heldBytes()).as("held after the refusal").isZero();
        assertThat(in.pendingBytes()).as("pending after the refusal").isZero();
        assertThatThrownBy(() -> form.push(in, new byte[] {0, 0, 0, 1, 'A'}, handler))
                .isSameAs(refusal);
        in.close();
        in.close();
        assertThat(in.heldBytes()).isZero();
    }
}
