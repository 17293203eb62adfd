package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Framings that a user would write: a handshake first, a packet without a type first, a search for the next magic. */
final class WireForms {
    private WireForms() {}

    static Framing bittorrent() {
        return new Opening(
                "\u0013BitTorrent protocol", 68, LengthField.ofBytes(4).limitsField());
    }

    static Framing http2Client() {
        return new Opening(
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                24,
                LengthField.ofBytes(3).adjustment(6).limitsField());
    }

    static Framing postgresFrontend() {
        return new PostgresStartup();
    }

    /** Frames of {@code length} bytes that begin with {@code magic}; everything before the next magic is dropped. */
    static Framing resynchronising(byte[] magic, int length) {
        return new Resynchronising(magic, length);
    }

    /** One frame of a fixed length that begins with a text, then another framing. */
    private static final class Opening implements Framing {
        private final byte[] text;
        private final int length;
        private final Framing then;

        Opening(String text, int length, Framing then) {
            this.text = text.getBytes(StandardCharsets.ISO_8859_1);
            this.length = length;
            this.then = then;
        }

        @Override
        public long measure(Bytes head) throws FrameException {
            int seen = Math.min(head.length(), text.length);
            for (int i = 0; i < seen; i++) {
                if (head.getByte(i) != text[i]) {
                    if (head.length() < 4) {
                        return Framing.more(4 - head.length());
                    }
                    throw FrameException.badMagic(text, head);
                }
            }
            return seen < text.length ? Framing.more(text.length - seen) : length;
        }

        @Override
        public int maxHeader() {
            return text.length;
        }

        @Override
        public long limited(Bytes head, long length) {
            return 0;
        }

        @Override
        public Framing next(Bytes head) {
            return then;
        }
    }

    /** A packet without a type byte: length, which counts itself, and a code that may ask for another such packet. */
    private static final class PostgresStartup implements Framing {
        private static final int SSL_REQUEST = 80877103;
        private static final int GSSENC_REQUEST = 80877104;
        private static final Framing MESSAGES =
                LengthField.ofBytes(4).at(1).adjustment(-4).signed().limitsField();

        @Override
        public long measure(Bytes head) throws FrameException {
            if (head.length() < 4) {
                return Framing.more(4 - head.length());
            }
            long length = head.getUnsignedInt(0);
            if (length < 8) {
                throw FrameException.lengthUnderflow(length, head);
            }
            if (length > 10_004) {
                throw FrameException.tooLarge(length, 10_004, head);
            }
            return head.length() < 8 ? Framing.more(8 - head.length()) : length;
        }

        @Override
        public int maxHeader() {
            return 8;
        }

        @Override
        public Framing next(Bytes head) {
            int code = head.getInt(4);
            return code == SSL_REQUEST || code == GSSENC_REQUEST ? this : MESSAGES;
        }
    }

    private static final class Resynchronising implements Framing {
        private final byte[] magic;
        private final int length;

        Resynchronising(byte[] magic, int length) {
            this.magic = magic;
            this.length = length;
        }

        @Override
        public long measure(Bytes head) {
            int seen = Math.min(head.length(), magic.length);
            byte[] start = new byte[seen];
            head.getBytes(0, start, 0, seen);
            for (int skip = 0; skip < seen; skip++) {
                if (Arrays.equals(start, skip, seen, magic, 0, seen - skip)) {
                    if (skip > 0) {
                        return Framing.discard(skip);
                    }
                    return seen < magic.length ? Framing.more(magic.length - seen) : length;
                }
            }
            return Framing.discard(seen);
        }

        @Override
        public int maxHeader() {
            return magic.length;
        }
    }
}
