package io.headroom.buffers.examples.node;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Parses messages out of one large buffer, as {@link PeerBefore} does it: by trying, again and again, until the bytes suffice.
 *
 * <p>It is here for comparison, with the faults that such parsers have: it takes every underflow for "not complete yet", a negative size
 * for 0, and hashes and decodes a message that cannot be decoded each time that it is called. {@link MessageReader} replaces it.
 *
 * <p><b>Threads</b>: one at a time.
 */
final class MessageParser {
    /** The longest message that its node expects, by mistake a fifth of what the protocol allows: 9 bytes of header and 2 MiB. */
    static final int BUFFER_BYTES = 4 + 1 + 4 + 2 * 1024 * 1024;

    private final Peer peer;
    private final MessageTypes types;
    private final Checksum checksum = new Checksum();

    MessageParser(Peer peer) {
        this.peer = peer;
        types = peer.host().settings().types();
    }

    /**
     * Delivers the first message in the buffer and returns true, with the buffer from behind it to the last byte ready to be compacted;
     * returns false and leaves the buffer as it is if there is no whole message.
     *
     * @param buffer filled from 0 to its position
     */
    boolean deliverNext(ByteBuffer buffer) throws MessageException {
        ByteBuffer view = buffer.asReadOnlyBuffer().flip();
        try {
            deliver(view);
        } catch (BufferUnderflowException e) {
            return false;
        }
        buffer.flip().position(view.position());
        return true;
    }

    private void deliver(ByteBuffer view) throws MessageException {
        if (view.getInt() != MessageFraming.MAGIC) {
            throw new MessageException("wrong magic");
        }
        int typeValue = view.getInt();
        boolean hasId = view.get() != 0;
        int id = hasId ? view.getInt() : Message.NO_ID;
        if (hasId && id <= 0) {
            throw new MessageException("id " + id);
        }
        int size = view.getInt();
        if (size > MessageFraming.MAX_DATA_BYTES) {
            throw new MessageException("data of " + size + " bytes");
        }
        ByteBuffer data = size > 0 ? checkedData(view, size) : view.slice().limit(0);
        MessageType type = types.find(typeValue);
        Message message = type == null ? null : type.codec().decode(type, id, data);
        peer.count(typeValue, view.position());
        if (message != null) {
            peer.accept(message);
        }
    }

    private ByteBuffer checkedData(ByteBuffer view, int size) throws MessageException {
        int expected = view.getInt();
        if (view.remaining() < size) {
            throw new BufferUnderflowException();
        }
        ByteBuffer data = view.slice().limit(size);
        view.position(view.position() + size);
        checksum.update(data.duplicate());
        checksum.verify(expected);
        return data;
    }
}
