package io.headroom.buffers.examples.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A connection and its read loop; all else is in {@link Peer}. */
final class PeerBefore extends Peer {
    @Nullable ByteBuffer in;

    final MessageParser reader = new MessageParser(this);

    PeerBefore(SocketChannel channel, PeerHost host) {
        super(channel, host);
    }

    @Override
    void readChannel() throws IOException, MessageException {
        int count;
        do {
            in = in == null ? ByteBuffer.allocate(MessageParser.BUFFER_BYTES) : in;
            count = source().read(in);
            while (reader.deliverNext(in)) {
                in.compact();
            }
        } while (count > 0 && isOpen());
        if (count < 0) {
            disconnect(endOfStream(in.position()));
        }
        in = in.position() == 0 ? null : in;
    }

    @Override
    void releaseBuffer() {
        // Nothing: the buffer stays for as long as this object does.
    }
}
