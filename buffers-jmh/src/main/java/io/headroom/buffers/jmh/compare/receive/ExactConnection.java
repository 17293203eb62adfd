package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** An exact heap array at the header: 13 bytes are read first, then the rest of the message into an array of just that length. */
final class ExactConnection extends NioConnection {
    private final ByteBuffer header = ByteBuffer.allocate(WireForm.CHECKSUM_AT);
    private final BufferData data = new BufferData();
    private @Nullable ByteBuffer rest;

    ExactConnection(SocketChannel channel, Inbox inbox) {
        super(channel, inbox);
    }

    @Override
    boolean read(SelectionKey key) throws IOException {
        while (true) {
            ByteBuffer body = rest;
            ByteBuffer target = body == null ? header : body;
            if (readCopied(target) < 0) {
                return false;
            }
            if (target.hasRemaining()) {
                return true;
            }
            if (body == null) {
                rest = ByteBuffer.allocate(WireForm.DATA_AT - WireForm.CHECKSUM_AT + checkedDataSize(header, 0));
            } else {
                body.flip();
                deliver(body.getInt(), data.over(body));
                rest = null;
                header.clear();
            }
        }
    }

    @Override
    long heldBytes() {
        ByteBuffer body = rest;
        long held = header.capacity();
        return body == null ? held : held + body.capacity();
    }
}
