package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;

/** Another framing, counting how often a header is measured: a reader that spins is an error here, not a test that never ends. */
final class CountedFraming implements Framing {
    private final Framing framing;
    private final int most;
    private int measured;

    CountedFraming(Framing framing, int most) {
        this.framing = framing;
        this.most = most;
    }

    int measured() {
        return measured;
    }

    @Override
    public long measure(Bytes head) throws FrameException {
        if (++measured > most) {
            throw new AssertionError("a header is measured for the " + measured + "th time");
        }
        return framing.measure(head);
    }

    @Override
    public int maxHeader() {
        return framing.maxHeader();
    }

    @Override
    public int payloadStart(Bytes head) {
        return framing.payloadStart(head);
    }

    @Override
    public long limited(Bytes head, long length) {
        return framing.limited(head, length);
    }

    @Override
    public String hint(Bytes head, long limit) {
        return framing.hint(head, limit);
    }
}
