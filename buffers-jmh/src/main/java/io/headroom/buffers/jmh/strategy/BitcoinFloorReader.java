package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Tally;
import io.headroom.buffers.jmh.stream.Wire;
import java.nio.ByteBuffer;

/**
 * The floor under those who read Bitcoin frames: {@link FloorReader}, and the magic bytes and the checksum of each frame, which are most of the
 * work.
 */
final class BitcoinFloorReader extends FloorReader {
    private final Checksum checksum = new Checksum();
    private final ByteBuffer payload;

    BitcoinFloorReader(FrameStream stream, int readBytes, Tally tally) {
        super(stream, readBytes, tally);
        payload = ring().duplicate();
    }

    @Override
    void check(int header, int payloadBytes) {
        if (intAt(header) != Wire.MAGIC) {
            throw new IllegalStateException("no magic bytes at a frame's beginning");
        }
        int begin = wrapped(header + Wire.BITCOIN.headerBytes());
        int behind = Math.min(payloadBytes, payload.capacity() - begin);
        checksum.begin();
        checksum.digest().update(payload.limit(begin + behind).position(begin));
        if (behind < payloadBytes) {
            checksum.digest().update(payload.limit(payloadBytes - behind).position(0));
        }
        payload.clear();
        checksum.verify(intAt(wrapped(header + Wire.CHECKSUM_AT)));
    }
}
