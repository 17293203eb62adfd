package io.headroom.buffers.examples.node;

import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadStatus;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** A connection and its read loop; all else is in {@link Peer}. */
final class PeerAfter extends Peer {
    final ReadBuffer in = MessageReader.openBuffer(this);
    final MessageReader reader = new MessageReader(this);

    PeerAfter(SocketChannel channel, PeerHost host) {
        super(channel, host);
    }

    @Override
    void readChannel() throws IOException, MessageException {
        ReadStatus status = in.drain(source(), reader);
        if (status == ReadStatus.MORE) {
            readAgainLater();
        } else if (status == ReadStatus.PAUSED || status == ReadStatus.HELD) {
            pauseReading(in, status);
        } else if (status == ReadStatus.END || status == ReadStatus.CLOSED) {
            disconnectWhenHandled(endOfStream(0));
        }
    }

    @Override
    void releaseBuffer() {
        in.close();
    }
}
