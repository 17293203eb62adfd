package io.headroom.buffers.framing;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * A peer sent bytes that can be no frame here: what was seen, what was allowed, and which setting would allow it.
 *
 * <p>It is about bad bytes only. A lack of memory pauses a connection and is no exception; misuse of this library is an
 * {@link IllegalStateException} or {@link IllegalArgumentException}.
 *
 * <p>The text is of printable characters, under 300 of them, and quotes only bytes of the frame that was refused.
 */
public final class FrameException extends IOException {
    private static final long serialVersionUID = 1L;

    /** So many of a frame's first bytes are shown at most: enough to know a protocol by, too few to leak a payload. */
    private static final int SHOWN_BYTES = 24;

    /** Reasons, hints and, for what room they leave, a peer's name are cut in the text, so that it stays a line in a log. */
    private static final int TEXT_CHARS = 299;

    private static final int REASON_CHARS = 92;
    private static final int HINT_CHARS = 50;
    private static final int PEER_CHARS = 60;

    /** So many bytes of the magic that was expected are shown at most, for the reason to hold. */
    private static final int MAGIC_BYTES = 16;

    /** What is wrong with the bytes. */
    public enum Kind {
        /** The declared length is over the limit. */
        FRAME_TOO_LARGE,
        /** A signed length field is negative. */
        NEGATIVE_LENGTH,
        /** The declared length reaches back into the frame's own header. */
        LENGTH_UNDERFLOW,
        /** The frame is shorter than what is to be stripped from its front. */
        STRIP_EXCEEDS_FRAME,
        /** A varint has too many bytes or too many bits. */
        VARINT_MALFORMED,
        /** A varint is padded where only the shortest form is accepted. */
        VARINT_NON_CANONICAL,
        /** The frame does not start with the bytes that every frame must start with. */
        BAD_MAGIC,
        /** The stream ended inside a frame, or while one was being skipped. */
        TRUNCATED,
        /** Anything else that a framing or a handler refuses. */
        MALFORMED
    }

    private final Kind kind;
    private final String reason;
    private final long declared;
    private final long limit;
    private final long received;
    private final byte[] firstBytes;
    private final String hint;
    private final String peer;

    private FrameException(Kind kind, String reason, long declared, long limit, Bytes head) {
        this(kind, reason, declared, limit, head.length(), shown(head), "", "");
    }

    private FrameException(
            Kind kind,
            String reason,
            long declared,
            long limit,
            long received,
            byte[] firstBytes,
            String hint,
            String peer) {
        super(text(kind, reason, firstBytes, hint, peer));
        this.kind = kind;
        this.reason = reason;
        this.declared = declared;
        this.limit = limit;
        this.received = received;
        this.firstBytes = firstBytes;
        this.hint = hint;
        this.peer = peer;
    }

    /** The error of a frame that declares more than {@code ReadLimits.maxFrame}; both in the measure that this limit is set in. */
    public static FrameException tooLarge(long declared, long limit, Bytes head) {
        return tooLarge(declared, limit, "ReadLimits.maxFrame", head);
    }

    /** The error of a frame that declares more than {@code limit}, which {@code setting} would change. */
    public static FrameException tooLarge(long declared, long limit, String setting, Bytes head) {
        String reason = "declares " + declared + " bytes, limit " + limit + " (setting: " + setting + ")";
        return new FrameException(Kind.FRAME_TOO_LARGE, reason, declared, limit, head);
    }

    /** The error of a signed length field with the negative value {@code declared}. */
    public static FrameException negativeLength(long declared, Bytes head) {
        return new FrameException(Kind.NEGATIVE_LENGTH, "declares a length of " + declared, declared, 0, head);
    }

    /** The error of a length {@code declared} that, adjusted, is less than the header that carries it. */
    public static FrameException lengthUnderflow(long declared, Bytes head) {
        String reason = "declares a length of " + declared + ", less than its own header";
        return new FrameException(Kind.LENGTH_UNDERFLOW, reason, declared, 0, head);
    }

    /** The error of a frame of {@code length} bytes that is shorter than the {@code strip} bytes to cut from it. */
    public static FrameException stripExceedsFrame(long length, long strip, Bytes head) {
        String reason = "has " + length + " bytes, less than the " + strip + " to strip";
        return new FrameException(Kind.STRIP_EXCEEDS_FRAME, reason, length, strip, head);
    }

    /** The error of a varint that is wrong in itself; {@code reason} says how, "longer than 5 bytes" for example. */
    public static FrameException varintMalformed(String reason, Bytes head) {
        return new FrameException(Kind.VARINT_MALFORMED, "has a length varint " + reason, 0, 0, head);
    }

    /** The error of a varint padded to {@code bytes} bytes. */
    public static FrameException varintNonCanonical(int bytes, Bytes head) {
        String reason = "has a length varint padded to " + bytes + " bytes";
        return new FrameException(Kind.VARINT_NON_CANONICAL, reason, 0, 0, head);
    }

    /** The error of a frame that does not start with {@code expected}. */
    public static FrameException badMagic(byte[] expected, Bytes head) {
        byte[] start = Arrays.copyOf(expected, Math.min(expected.length, MAGIC_BYTES));
        String reason = "does not start with magic bytes " + hex(start);
        return new FrameException(Kind.BAD_MAGIC, reason, 0, 0, head);
    }

    /** The error of a stream that ended after {@code received} of {@code expected} bytes; the latter is {@link #declared()}. */
    public static FrameException truncated(long received, long expected, Bytes head) {
        String reason = "is cut short by the end of the stream: got " + received + " of " + expected + " bytes";
        return new FrameException(Kind.TRUNCATED, reason, expected, 0, received, shown(head), "", "");
    }

    /** The error of a frame that is wrong in a way of its own; {@code reason} goes on from "frame ...", "has an unknown type" for example. */
    public static FrameException malformed(String reason, Bytes head) {
        return new FrameException(Kind.MALFORMED, reason, 0, 0, head);
    }

    /** Returns this error with a guess at its cause added to the text. */
    public FrameException withHint(String hint) {
        return new FrameException(kind, reason, declared, limit, received, firstBytes, hint, peer).traced(this);
    }

    /** Returns this error with the peer named in the text. */
    public FrameException from(Object peer) {
        String name = Objects.requireNonNullElse(peer.toString(), "");
        return new FrameException(kind, reason, declared, limit, received, firstBytes, hint, name).traced(this);
    }

    /** Returns what is wrong. */
    public Kind kind() {
        return kind;
    }

    /** Returns the length that was declared, in the measure of {@link #limit()}; for TRUNCATED the length expected; 0 where there is none. */
    public long declared() {
        return declared;
    }

    /** Returns the limit that was exceeded, for FRAME_TOO_LARGE and STRIP_EXCEEDS_FRAME; else 0. */
    public long limit() {
        return limit;
    }

    /** Returns how many bytes of the frame had been looked at, for TRUNCATED how many had arrived. */
    public long received() {
        return received;
    }

    /** Returns the frame's first bytes, only those that showed the fault and at most 24 of them; for TRUNCATED the first that arrived. */
    public byte[] firstBytes() {
        return firstBytes.clone();
    }

    private FrameException traced(FrameException origin) {
        setStackTrace(origin.getStackTrace());
        return this;
    }

    private static byte[] shown(Bytes head) {
        byte[] shown = new byte[Math.min(head.length(), SHOWN_BYTES)];
        head.getBytes(0, shown, 0, shown.length);
        return shown;
    }

    private static String text(Kind kind, String reason, byte[] firstBytes, String hint, String peer) {
        String opening = kind + ": frame ";
        StringBuilder text = new StringBuilder(160).append(opening);
        text.append(reason, 0, Math.min(reason.length(), REASON_CHARS));
        if (firstBytes.length > 0) {
            byte[] few = Arrays.copyOf(firstBytes, Math.min(firstBytes.length, 8));
            text.append("; first bytes ")
                    .append(hex(few))
                    .append(" \"")
                    .append(ascii(few))
                    .append('"');
        }
        String protocol = ForeignTraffic.guess(firstBytes);
        if (!protocol.isEmpty()) {
            text.append("; ").append(protocol);
        }
        if (!hint.isEmpty()) {
            text.append("; ").append(hint, 0, Math.min(hint.length(), HINT_CHARS));
        }
        if (!peer.isEmpty()) {
            int room = Math.min(PEER_CHARS, TEXT_CHARS - "from  ".length() - text.length());
            text.insert(opening.length(), "from " + peer.substring(0, Math.min(peer.length(), room)) + " ");
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                text.setCharAt(i, '?');
            }
        }
        return text.toString();
    }

    private static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder(3 * bytes.length);
        for (byte b : bytes) {
            hex.append(hex.length() == 0 ? "" : " ")
                    .append(Character.forDigit((b >> 4) & 15, 16))
                    .append(Character.forDigit(b & 15, 16));
        }
        return hex.toString();
    }

    private static String ascii(byte[] bytes) {
        StringBuilder ascii = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            ascii.append(b >= ' ' && b <= '~' ? (char) b : '.');
        }
        return ascii.toString();
    }
}
