package io.headroom.buffers.tools.framing;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;

/**
 * What PostgreSQL's client and server send first. A client's packets have no type; a request for encryption is followed by another packet, or
 * by TLS, a start-up packet by messages. A server answers such a request with one byte. Either may begin with TLS at once.
 */
final class PostgresStart implements Framing {
    private static final int CODE_AT = 4;
    private static final int TLS_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    private static final int TLS_HANDSHAKE = 0x16;

    private static final Framing PACKET = LengthField.ofBytes(4).inclusive().header(CODE_AT + Integer.BYTES);
    private static final Framing TLS = LengthField.ofBytes(2).at(3);
    private static final Framing GSS = LengthField.ofBytes(4);

    private final boolean isServer;
    private final Framing messages;

    PostgresStart(boolean isServer, Framing messages) {
        this.isServer = isServer;
        this.messages = messages;
    }

    @Override
    public long measure(Bytes head) throws FrameException {
        return isServer && isAnswer(head.getByte(0)) ? 1 : kind(head).measure(head);
    }

    private Framing kind(Bytes head) {
        if (head.getByte(0) == TLS_HANDSHAKE) {
            return TLS;
        }
        return isServer ? messages : PACKET;
    }

    /** Its first message has another type: an authentication request, an error, or an older version. */
    private static boolean isAnswer(byte first) {
        return first == 'N' || first == 'S' || first == 'G';
    }

    @Override
    public int maxHeader() {
        return PACKET.maxHeader();
    }

    @Override
    public String hint(Bytes head, long most) {
        return kind(head).hint(head, most);
    }

    @Override
    public Framing next(Bytes head) {
        byte first = head.getByte(0);
        if (first == TLS_HANDSHAKE) {
            return TLS;
        }
        if (isServer) {
            return first == 'N' ? this : first == 'S' ? TLS : first == 'G' ? GSS : messages;
        }
        int code = head.getInt(CODE_AT);
        return code == TLS_REQUEST || code == GSS_REQUEST ? this : messages;
    }

    @Override
    public String toString() {
        return "PostgresStart[of a " + (isServer ? "server" : "client") + ", then " + messages + "]";
    }
}
