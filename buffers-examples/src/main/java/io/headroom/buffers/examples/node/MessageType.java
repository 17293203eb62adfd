package io.headroom.buffers.examples.node;

import java.nio.ByteBuffer;

/**
 * A type of message: its number on the wire, and how its data is read and written.
 *
 * <p><b>Threads</b>: immutable, as the codec must be.
 */
final class MessageType {
    static final MessageType PING = new MessageType(1, "PING", DataForm.EMPTY);
    static final MessageType PONG = new MessageType(2, "PONG", DataForm.EMPTY);
    static final MessageType HEIGHT = new MessageType(3, "HEIGHT", DataForm.NUMBER);
    static final MessageType GET_BLOCK = new MessageType(4, "GET_BLOCK", DataForm.NUMBER);
    static final MessageType BLOCK = new MessageType(5, "BLOCK", DataForm.NUMBER_AND_BODY);

    /** Reads and writes the data of a message. */
    interface Codec {
        /**
         * Returns the message that the data says.
         *
         * @param data big-endian and read-only, from position 0 to the limit, which is the data's size; it is borrowed and must not be
         *     kept, and what is left unread is skipped
         * @throws MessageException if the data says nothing of this type; any unchecked exception means the same
         */
        Message decode(MessageType type, int id, ByteBuffer data) throws MessageException;

        /** Returns how many bytes {@link #encode} writes. */
        int dataLength(Message message);

        /** Writes the message's data. */
        void encode(Message message, ByteBuffer target);
    }

    private final int value;
    private final String name;
    private final Codec codec;

    MessageType(int value, String name, Codec codec) {
        this.value = value;
        this.name = name;
        this.codec = codec;
    }

    /** Returns the number by which the type is known on the wire. */
    int value() {
        return value;
    }

    Codec codec() {
        return codec;
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
