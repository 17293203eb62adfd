package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.nio.ByteBuffer;

/**
 * The least that can be done for frames that nobody wants whole: every read goes to the same place, over what was there; each length is read,
 * and each frame's first and last payload byte as it passes.
 */
final class SlabFloorReader implements FrameReader {
    private final Tally tally;
    private final ByteBuffer slab;

    private int headerBytes;
    private int length;
    private int missing;
    private byte first;

    SlabFloorReader(FrameStream stream, int readBytes, Tally tally) {
        this.tally = tally;
        slab = ByteBuffer.allocateDirect(readBytes);
    }

    @Override
    public void read(StreamSource source) {
        int count = source.read(slab.clear());
        int at = 0;
        while (at < count) {
            at = headerBytes < Frames.HEADER ? header(at, count) : payload(at, count);
        }
    }

    private int header(int at, int end) {
        int next;
        if (headerBytes == 0 && end - at >= Frames.HEADER) {
            length = slab.getInt(at);
            headerBytes = Frames.HEADER;
            next = at + Frames.HEADER;
        } else {
            length = (length << 8) | (slab.get(at) & 0xff);
            headerBytes++;
            next = at + 1;
        }
        missing = length;
        return next;
    }

    private int payload(int at, int end) {
        if (missing == length) {
            first = slab.get(at);
        }
        int here = Math.min(missing, end - at);
        missing -= here;
        if (missing == 0) {
            tally.frame(length, first, slab.get(at + here - 1));
            headerBytes = 0;
        }
        return at + here;
    }

    @Override
    public long copiedBytes() {
        return 0;
    }
}
