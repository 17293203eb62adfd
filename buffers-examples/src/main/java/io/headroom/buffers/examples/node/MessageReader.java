package io.headroom.buffers.examples.node;

import io.headroom.buffers.Delivery;
import io.headroom.buffers.Frame;
import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.framing.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Checks, counts, decodes and delivers the frames of one peer.
 *
 * <p>Frames of a known type are read whole and in one piece. Those of an unknown type go by in parts: they are checksummed and counted, and take no memory.
 * Whatever a codec throws becomes a {@link MessageException}, so that it ends this connection and no other.
 *
 * <p><b>Threads</b>: one at a time.
 */
final class MessageReader implements FrameHandler<MessageException> {
    private static final ReadLimits LIMITS = ReadLimits.maxFrame(MessageFraming.MAX_DATA_BYTES);
    private static final MessageFraming FRAMING = new MessageFraming();

    private final Peer peer;
    private final MessageTypes types;
    private final Checksum checksum = new Checksum();
    private final PassingFrame passing = new PassingFrame();

    MessageReader(Peer peer) {
        this.peer = peer;
        types = peer.host().settings().types();
    }

    /** Opens the buffer that a peer reads into; codecs want their data in one piece. */
    static ReadBuffer openBuffer(Peer peer) {
        return peer.host()
                .buffers()
                .connection(peer)
                .framing(FRAMING)
                .limits(LIMITS)
                .contiguous()
                .open();
    }

    @Override
    public Delivery onHeader(Bytes header, long frameLength) {
        if (types.find(MessageFraming.type(header)) != null) {
            return Delivery.WHOLE;
        }
        passing.begin(header);
        return Delivery.PARTS;
    }

    @Override
    public void onPart(Bytes part, long offset, long frameLength) throws MessageException {
        passing.add(part, offset);
        if (offset + part.length() == frameLength) {
            passing.end(frameLength);
            peer.count(passing.type(), (int) frameLength);
        }
    }

    @Override
    public Next onFrame(Frame frame) throws MessageException {
        Bytes header = frame.header();
        Bytes data = frame.payload();
        if (data.length() > 0) {
            checksum.update(data);
            checksum.verify(header.getInt(header.length() - Checksum.LENGTH));
        }
        int type = MessageFraming.type(header);
        peer.count(type, frame.length());
        Message message = decode(types.find(type), MessageFraming.id(header), data);
        return peer.accept(message) ? Next.CONTINUE : Next.PAUSE;
    }

    private static Message decode(@Nullable MessageType type, int id, Bytes data) throws MessageException {
        if (type == null) {
            throw new IllegalStateException("a frame of an unknown type was read whole");
        }
        try {
            return type.codec().decode(type, id, data.asReadOnlyBuffer());
        } catch (RuntimeException e) {
            throw new MessageException(type + " cannot be decoded: " + e, e);
        }
    }
}
