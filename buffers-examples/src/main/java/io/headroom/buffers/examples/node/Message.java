package io.headroom.buffers.examples.node;

/**
 * A message: its type, an id if it asks for a reply or is one, and what the type makes of a number and some bytes.
 *
 * <p><b>Threads</b>: immutable; {@code with…} returns a new message. The body is not copied: it belongs to the message from then on.
 */
final class Message {
    /** The id of a message that has none. */
    static final int NO_ID = 0;

    private static final byte[] NO_BODY = {};

    private final MessageType type;
    private final int id;
    private final long number;
    private final byte[] body;

    private Message(MessageType type, int id, long number, byte[] body) {
        this.type = type;
        this.id = id;
        this.number = number;
        this.body = body;
    }

    static Message of(MessageType type) {
        return new Message(type, NO_ID, 0, NO_BODY);
    }

    /** Returns this message with an id, 1 or more, or with {@link #NO_ID}. */
    Message withId(int id) {
        if (id < 0) {
            throw new IllegalArgumentException("id " + id + ": expected 1 or more, or NO_ID");
        }
        return new Message(type, id, number, body);
    }

    Message withNumber(long number) {
        return new Message(type, id, number, body);
    }

    Message withBody(byte[] body) {
        return new Message(type, id, number, body);
    }

    MessageType type() {
        return type;
    }

    int id() {
        return id;
    }

    boolean hasId() {
        return id != NO_ID;
    }

    long number() {
        return number;
    }

    /** Returns the body itself, not a copy. */
    byte[] body() {
        return body;
    }

    @Override
    public String toString() {
        return type + (hasId() ? " #" + id : "") + " number=" + number + " body=" + body.length + " bytes";
    }
}
