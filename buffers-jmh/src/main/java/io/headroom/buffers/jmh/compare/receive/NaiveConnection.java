package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * The naive loop: a buffer of the longest message for each time there is something to read, compacted after every message, dropped when it
 * is empty. The loop that a node was recorded with, less what it did wrong besides.
 */
final class NaiveConnection extends NioConnection {
    /** The node's longest message: magic, type, hasId, and 2 MiB for the rest. */
    static final int BUFFER_BYTES = 4 + 4 + 1 + (2 << 20);

    private final BufferData data = new BufferData();
    private @Nullable ByteBuffer buffer;

    NaiveConnection(SocketChannel channel, Inbox inbox) {
        super(channel, inbox);
    }

    @Override
    boolean read(SelectionKey key) throws IOException {
        ByteBuffer received = buffer;
        if (received == null) {
            received = ByteBuffer.allocate(BUFFER_BYTES);
            buffer = received;
        }
        int read = readCopied(received);
        while (read > 0) {
            boolean whole = true;
            while (whole) {
                whole = takeFirst(received);
            }
            read = readCopied(received);
        }
        if (received.position() == 0) {
            buffer = null;
        }
        return read == 0;
    }

    /** Takes the message at the buffer's start, if it is whole, and moves what follows it to the front. */
    private boolean takeFirst(ByteBuffer received) {
        if (received.position() < WireForm.DATA_AT) {
            return false;
        }
        int frameLength = WireForm.frameLength(checkedDataSize(received, 0));
        if (received.position() < frameLength) {
            return false;
        }
        received.flip();
        ByteBuffer payload = received.slice(WireForm.DATA_AT, frameLength - WireForm.DATA_AT);
        deliver(received.getInt(WireForm.CHECKSUM_AT), data.over(payload));
        received.position(frameLength);
        countCopied(received.remaining());
        received.compact();
        return true;
    }

    @Override
    long heldBytes() {
        ByteBuffer received = buffer;
        return received == null ? 0 : received.capacity();
    }
}
