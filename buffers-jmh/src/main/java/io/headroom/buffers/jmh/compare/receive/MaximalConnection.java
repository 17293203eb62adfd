package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * One buffer of the longest message for each connection: allocated with it and kept. Messages are taken where they lie; what follows them is
 * moved to the front only when the message that has begun does not fit behind them, and the buffer is cleared when nothing follows.
 */
final class MaximalConnection extends NioConnection {
    private final ByteBuffer buffer = ByteBuffer.allocate(NaiveConnection.BUFFER_BYTES);
    private final BufferData data = new BufferData();

    /** Where the first message begins that has not been taken; what has been read ends at the buffer's position. */
    private int start;

    MaximalConnection(SocketChannel channel, Inbox inbox) {
        super(channel, inbox);
    }

    @Override
    boolean read(SelectionKey key) throws IOException {
        int read = readCopied(buffer);
        while (read > 0) {
            takeAll();
            read = readCopied(buffer);
        }
        return read == 0;
    }

    private void takeAll() {
        int end = buffer.position();
        int needed = WireForm.DATA_AT;
        while (end - start >= needed) {
            int frameLength = WireForm.frameLength(checkedDataSize(buffer, start));
            if (end - start < frameLength) {
                needed = frameLength;
                break;
            }
            ByteBuffer payload = buffer.slice(start + WireForm.DATA_AT, frameLength - WireForm.DATA_AT);
            deliver(buffer.getInt(start + WireForm.CHECKSUM_AT), data.over(payload));
            start += frameLength;
        }
        if (start == end) {
            buffer.clear();
            start = 0;
        } else if (needed > buffer.capacity() - start) {
            countCopied(end - start);
            buffer.limit(end).position(start).compact();
            start = 0;
        }
    }

    @Override
    long heldBytes() {
        return buffer.capacity();
    }
}
