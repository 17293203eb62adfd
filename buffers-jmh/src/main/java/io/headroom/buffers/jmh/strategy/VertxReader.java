package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.parsetools.RecordParser;
import java.nio.ByteBuffer;

/**
 * Vert.x's record parser, as its manual shows it for a length and a payload: fixed records of four bytes and of the payload's length in turn.
 * Bytes come to it as from a Vert.x socket, which reads into direct memory and hands out a copy on the heap.
 */
final class VertxReader implements FrameReader {
    private final Tally tally;
    private final ByteBuffer received;
    private final RecordParser parser;
    private boolean isPayload;
    private long taken;
    private long fed;
    private long copied;

    private VertxReader(ByteBuffer received, Tally tally) {
        this.received = received;
        this.tally = tally;
        parser = RecordParser.newFixed(Frames.HEADER, this::onRecord);
    }

    /** Returns what the connections of an event loop share: the memory that is read into, which none of them keeps. */
    static Node node(int readBytes) {
        ByteBuffer received = ByteBuffer.allocateDirect(readBytes);
        return tally -> new VertxReader(received, tally);
    }

    @Override
    public void read(StreamSource source) {
        int count = source.read(received.clear());
        Buffer bytes = Buffer.buffer(count).setBytes(0, received.flip());
        copied += fed > taken ? 2L * count : count;
        fed += count;
        parser.handle(bytes);
    }

    private void onRecord(Buffer record) {
        int length = record.length();
        taken += length;
        copied += length;
        if (isPayload) {
            tally.frame(length, record.getByte(0), record.getByte(length - 1));
            if (tally.isKeeping()) {
                tally.keep(record);
            }
            parser.fixedSizeMode(Frames.HEADER);
        } else {
            parser.fixedSizeMode(record.getInt(0));
        }
        isPayload = !isPayload;
    }

    /** Returns what is copied on the way in, behind what was left of a record, and out; not what a buffer copies as it grows. */
    @Override
    public long copiedBytes() {
        return copied;
    }
}
