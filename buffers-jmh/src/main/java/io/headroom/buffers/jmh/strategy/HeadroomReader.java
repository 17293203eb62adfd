package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.Delivery;
import io.headroom.buffers.Frame;
import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.ReadStatus;
import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.io.IOException;

/** Headroom as its manual sets it up. One drain for each read, since the source is not known to be non-blocking. */
final class HeadroomReader implements FrameReader, FrameHandler<RuntimeException> {
    private final ReadBuffer in;
    private final Delivery delivery;
    private final Tally tally;
    private byte first;

    private HeadroomReader(ReadBuffer in, Delivery delivery, Tally tally) {
        this.in = in;
        this.delivery = delivery;
        this.tally = tally;
    }

    /** Returns a node; if it is trusting, memory is committed at the headers, as for peers that have earned it. */
    static Node node(MessageBuffers.Builder settings, Delivery delivery, boolean isTrusting, FrameStream stream) {
        return new HeadroomNode(settings, (buffers, tally) -> {
            ReadBuffer in = buffers.connection("stream")
                    .framing(LengthField.ofBytes(Frames.HEADER).strip(Frames.HEADER))
                    .limits(ReadLimits.maxFrame(stream.longest()))
                    .open();
            in.trusted(isTrusting);
            return new HeadroomReader(in, delivery, tally);
        });
    }

    @Override
    public void read(StreamSource source) throws IOException {
        ReadStatus status = in.drain(source, this);
        if (status != ReadStatus.DRAINED && status != ReadStatus.MORE) {
            throw new IllegalStateException("a drain answered " + status);
        }
    }

    @Override
    public Delivery onHeader(Bytes header, long frameLength) {
        return delivery;
    }

    @Override
    public Next onFrame(Frame frame) {
        Bytes payload = frame.payload();
        int length = payload.length();
        tally.frame(length, payload.getByte(0), payload.getByte(length - 1));
        if (tally.isKeeping()) {
            tally.keep(frame.detach());
        }
        return Next.CONTINUE;
    }

    @Override
    public void onPart(Bytes part, long offset, long frameLength) {
        int length = part.length();
        if (offset <= Frames.HEADER && offset + length > Frames.HEADER) {
            first = part.getByte((int) (Frames.HEADER - offset));
        }
        if (offset + length == frameLength) {
            tally.frame((int) frameLength - Frames.HEADER, first, part.getByte(length - 1));
        }
    }

    @Override
    public long copiedBytes() {
        return in.copiedBytes();
    }

    @Override
    public void close() {
        in.close();
    }
}
