package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.bitcoinj.core.BaseMessage;
import org.bitcoinj.core.BitcoinSerializer;
import org.bitcoinj.core.Message;
import org.bitcoinj.core.PeerSocketHandler;
import org.bitcoinj.params.MainNetParams;
import org.jspecify.annotations.Nullable;

/**
 * bitcoinj's socket handler, given bytes as its connection handler gives them: read into the connection's direct buffer, handed over, and what
 * was not consumed moved to the front. It looks for the magic bytes, copies each payload into an array, long ones twice, and checks its
 * checksum. Frames carry a command whose message its serializer lets others make, so that a payload may be anything; what is measured is all
 * that comes before a message is taken apart.
 */
final class BitcoinjReader implements FrameReader {
    /** The bounds of a connection's buffer are bitcoinj's; its messages may be longer than that, so it is always the upper one. */
    private static final int BUFFER_BYTES = 65_536;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Handler handler;

    private BitcoinjReader(Params params, Tally tally) {
        handler = new Handler(params, tally);
    }

    static Node node() {
        Params params = new Params();
        return tally -> new BitcoinjReader(params, tally);
    }

    @Override
    public void read(StreamSource source) {
        source.read(buffer);
        buffer.flip();
        int left = buffer.limit();
        int consumed = handler.receiveBytes(buffer);
        if (consumed < 0) {
            throw new IllegalStateException("bitcoinj refused the stream", handler.failure);
        }
        buffer.compact();
        handler.copied += left - consumed;
    }

    @Override
    public long copiedBytes() {
        return handler.copied;
    }

    /** The main network, with a serializer that makes messages of payloads as they are. */
    private static final class Params extends MainNetParams {
        Params() {
            defaultSerializer = new BitcoinSerializer(network()) {
                @Override
                public Message makeBloomFilter(ByteBuffer payload) {
                    return new Payload(payload);
                }
            };
        }
    }

    private static final class Payload extends BaseMessage {
        private final ByteBuffer bytes;

        Payload(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        @Override
        protected void bitcoinSerializeToStream(OutputStream target) {
            throw new UnsupportedOperationException("payloads are received only");
        }
    }

    private static final class Handler extends PeerSocketHandler {
        private final Tally tally;
        private @Nullable Exception failure;
        private long copied;

        private Handler(Params params, Tally tally) {
            super(params, new InetSocketAddress(InetAddress.getLoopbackAddress(), params.getPort()));
            this.tally = tally;
        }

        @Override
        protected void processMessage(Message message) {
            ByteBuffer bytes = ((Payload) message).bytes;
            int length = bytes.limit();
            tally.frame(length, bytes.get(0), bytes.get(length - 1));
            // Out of the buffer into an array; a message that the buffer cannot hold, by way of another array.
            copied += length > BUFFER_BYTES ? 2L * length : length;
            if (tally.isKeeping()) {
                tally.keep(message);
            }
        }

        @Override
        public void connectionClosed() {}

        @Override
        public void connectionOpened() {}
    }
}
