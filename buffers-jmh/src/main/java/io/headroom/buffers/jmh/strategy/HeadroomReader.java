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
    private static final long MEMORY_LIMIT = 128 << 20;

    private final MessageBuffers buffers;
    private final ReadBuffer in;
    private final Delivery delivery;
    private final Tally tally;
    private byte first;

    HeadroomReader(MessageBuffers.Builder settings, Delivery delivery, FrameStream stream, Tally tally) {
        this.delivery = delivery;
        this.tally = tally;
        buffers = settings.memoryLimit(MEMORY_LIMIT).build();
        in = buffers.connection("stream")
                .framing(LengthField.ofBytes(Frames.HEADER).strip(Frames.HEADER))
                .limits(ReadLimits.maxFrame(stream.longest()))
                .open();
    }

    /** Lets memory be committed at the headers, as for a peer that has earned it. */
    HeadroomReader trusted() {
        in.trusted(true);
        return this;
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
        buffers.close();
    }
}
