package io.headroom.buffers.jmh.strategy;

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
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import io.headroom.buffers.jmh.stream.Wire;
import java.io.IOException;

/** Headroom with Bitcoin's frames, whose checksums the handler checks over the parts of the payload. */
final class BitcoinHeadroomReader implements FrameReader, FrameHandler<RuntimeException> {
    private static final LengthField FRAMING = LengthField.ofBytes(Integer.BYTES)
            .littleEndian()
            .at(Wire.BITCOIN.lengthAt())
            .adjustment(Integer.BYTES)
            .strip(Wire.BITCOIN.headerBytes())
            .header(Wire.BITCOIN.headerBytes())
            .magic(0xf9, 0xbe, 0xb4, 0xd9);

    private final ReadBuffer in;
    private final Tally tally;
    private final Checksum checksum = new Checksum();

    private BitcoinHeadroomReader(ReadBuffer in, Tally tally) {
        this.in = in;
        this.tally = tally;
    }

    static Node node(FrameStream stream) {
        return new HeadroomNode(
                MessageBuffers.builder().direct(),
                (buffers, tally) -> new BitcoinHeadroomReader(
                        buffers.connection("stream")
                                .framing(FRAMING)
                                .limits(ReadLimits.maxFrame(stream.longest()))
                                .open(),
                        tally));
    }

    @Override
    public void read(StreamSource source) throws IOException {
        ReadStatus status = in.drain(source, this);
        if (status != ReadStatus.DRAINED && status != ReadStatus.MORE) {
            throw new IllegalStateException("a drain answered " + status);
        }
    }

    @Override
    public Next onFrame(Frame frame) {
        Bytes payload = frame.payload();
        int length = payload.length();
        checksum.begin();
        payload.update(checksum.digest());
        checksum.verify(frame.header().getInt(Wire.CHECKSUM_AT));
        tally.frame(length, payload.getByte(0), payload.getByte(length - 1));
        if (tally.isKeeping()) {
            tally.keep(frame.detach());
        }
        return Next.CONTINUE;
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
