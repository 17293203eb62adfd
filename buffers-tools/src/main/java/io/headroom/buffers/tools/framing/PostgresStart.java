package io.headroom.buffers.tools.framing;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;

/** What a PostgreSQL client sends first: packets without a type. A request for encryption is followed by another one, a start-up packet by messages. */
final class PostgresStart implements Framing {
    private static final int CODE_AT = 4;
    private static final int SSL_REQUEST = 80877103;
    private static final int ENCRYPTION_REQUEST = 80877104;

    private static final Framing PACKET = LengthField.ofBytes(4).inclusive().header(CODE_AT + Integer.BYTES);

    private final Framing messages;

    PostgresStart(Framing messages) {
        this.messages = messages;
    }

    @Override
    public long measure(Bytes head) throws FrameException {
        return PACKET.measure(head);
    }

    @Override
    public int maxHeader() {
        return PACKET.maxHeader();
    }

    @Override
    public String hint(Bytes head, long most) {
        return PACKET.hint(head, most);
    }

    @Override
    public Framing next(Bytes head) {
        int code = head.getInt(CODE_AT);
        return code == SSL_REQUEST || code == ENCRYPTION_REQUEST ? this : messages;
    }

    @Override
    public String toString() {
        return "PostgresStart[then " + messages + "]";
    }
}
