package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A handler that behaves by a seed, the same for every cut of a stream: it records what it gets as {@link ReferenceDecoder} does. */
final class Script implements FrameHandler<Script.Refusal> {
    /** What the handler throws after it has taken a frame. */
    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** Whether frames are also taken in parts, or skipped. */
    private final boolean streams;

    /** Whether the handler pauses, keeps and throws. */
    private final boolean interrupts;

    /** Whether frames that are delivered whole are to lie in one part. */
    private final boolean contiguous;

    final List<String> events = new ArrayList<>();
    private long partsSeen;
    private int calls;
    private boolean kept;

    Script(boolean streams, boolean interrupts, boolean contiguous) {
        this.streams = streams;
        this.interrupts = interrupts;
        this.contiguous = contiguous;
    }

    Delivery delivery(long length) {
        long choice = streams ? length % 5 : 0;
        return choice == 1 ? Delivery.PARTS : choice == 2 ? Delivery.SKIP : Delivery.WHOLE;
    }

    @Override
    public Delivery onHeader(Bytes header, long frameLength) {
        Delivery delivery = delivery(frameLength);
        partsSeen = 0;
        if (delivery == Delivery.PARTS) {
            events.add(parts(frameLength));
        }
        return delivery == Delivery.WHOLE && contiguous ? Delivery.CONTIGUOUS : delivery;
    }

    @Override
    public void onPart(Bytes part, long offset, long frameLength) {
        assertThat(offset).as("offset of the next part").isEqualTo(partsSeen);
        assertThat(part.length()).isPositive();
        partsSeen += part.length();
        assertThat(partsSeen).isLessThanOrEqualTo(frameLength);
    }

    @Override
    public void onSkipped(long declared, long limit) {
        events.add(skipped(declared));
    }

    @Override
    public Next onFrame(Frame frame) throws Refusal {
        assertThat(frame.header().length() + frame.payload().length()).isEqualTo(frame.length());
        if (contiguous) {
            assertThat(frame.bytes().asReadOnlyBuffer().remaining()).isEqualTo(frame.length());
        }
        String event = frame(frame.payload().toByteArray());
        if (kept) {
            assertThat(event).as("a frame that was kept").isEqualTo(events.get(events.size() - 1));
            kept = false;
            return Next.CONTINUE;
        }
        events.add(event);
        switch (interrupts ? calls++ % 4 : 0) {
            case 1:
                return Next.PAUSE;
            case 2:
                kept = true;
                return Next.KEEP;
            case 3:
                throw new Refusal();
            default:
                return Next.CONTINUE;
        }
    }

    void failed(FrameException e) {
        events.add(error(e));
    }

    static String frame(byte[] payload) {
        return "frame of " + payload.length + " with " + Arrays.hashCode(payload);
    }

    static String parts(long length) {
        return "parts of " + length;
    }

    static String skipped(long declared) {
        return "skipped " + declared;
    }

    static String error(FrameException e) {
        return e.kind() + " declared " + e.declared() + " limit " + e.limit() + " first "
                + Arrays.toString(e.firstBytes());
    }
}
