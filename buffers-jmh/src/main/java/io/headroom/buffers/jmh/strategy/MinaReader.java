package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.io.IOException;
import java.util.Queue;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.filter.codec.CumulativeProtocolDecoder;
import org.apache.mina.filter.codec.ProtocolCodecSession;
import org.apache.mina.filter.codec.ProtocolDecoderOutput;

/**
 * MINA's cumulative decoder, as its manual shows it, in the session that MINA has for codecs without a network. Its processors allocate a
 * buffer on the heap for each read, and so does this one. A frame is decoded into an array: a slice would not do, since the decoder moves what
 * follows to the front before anybody is given a message.
 */
final class MinaReader implements FrameReader {
    private final int readBytes;
    private final Tally tally;
    private final Decoder decoder;
    private final ProtocolCodecSession session = new ProtocolCodecSession();
    private long fed;
    private long copied;

    MinaReader(int readBytes, int longest, Tally tally) {
        this.readBytes = readBytes;
        this.tally = tally;
        decoder = new Decoder(longest);
        // What the session says of its transport does not matter: bytes come in pieces.
        decoder.setTransportMetadataFragmentation(false);
    }

    @Override
    public void read(StreamSource source) throws IOException {
        IoBuffer received = IoBuffer.allocate(readBytes);
        int count = source.read(received.buf());
        received.flip();
        boolean joins = fed > decoder.taken;
        fed += count;
        try {
            decoder.decode(session, received, session.getDecoderOutput());
        } catch (Exception e) {
            throw new IOException(e);
        }
        copied += joins ? count : fed - decoder.taken;
        takeWhole();
    }

    /** Takes what was decoded, when the decoder is done with the read: so does MINA's codec filter. */
    private void takeWhole() {
        Queue<Object> decoded = session.getDecoderOutputQueue();
        for (Object next = decoded.poll(); next != null; next = decoded.poll()) {
            byte[] payload = (byte[]) next;
            tally.frame(payload.length, payload[0], payload[payload.length - 1]);
            if (tally.isKeeping()) {
                tally.keep(payload);
            }
        }
    }

    /** Returns what is copied into arrays, and behind what is held; not what a buffer copies as it grows or is moved to its front. */
    @Override
    public long copiedBytes() {
        return copied + decoder.taken;
    }

    private static final class Decoder extends CumulativeProtocolDecoder {
        private final int longest;
        private long taken;

        Decoder(int longest) {
            this.longest = longest;
        }

        @Override
        protected boolean doDecode(IoSession session, IoBuffer in, ProtocolDecoderOutput out) {
            if (!in.prefixedDataAvailable(Frames.HEADER, longest)) {
                return false;
            }
            byte[] payload = new byte[in.getInt()];
            in.get(payload);
            out.write(payload);
            taken += Frames.HEADER + payload.length;
            return true;
        }
    }
}
