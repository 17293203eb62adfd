package io.headroom.buffers.examples.node;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Random;

/** Frames as bytes, written field by field and not by the encoder that is tested with them. */
final class Frames {
    /** A type that no node knows. */
    static final int UNKNOWN_TYPE = 4711;

    private Frames() {}

    /** The 13 bytes of a ping without id. */
    static byte[] ping() {
        return ByteBuffer.allocate(13)
                .put(start(MessageType.PING.value(), 0))
                .putInt(0)
                .array();
    }

    static byte[] ping(int id) {
        return ByteBuffer.allocate(17)
                .put(start(MessageType.PING.value(), 1))
                .putInt(id)
                .putInt(0)
                .array();
    }

    /** 25 bytes: the header, a checksum and a number. */
    static byte[] height(long number) {
        return frame(
                MessageType.HEIGHT.value(),
                ByteBuffer.allocate(8).putLong(number).array());
    }

    static byte[] block(long number, byte[] body) {
        byte[] data = ByteBuffer.allocate(12 + body.length)
                .putLong(number)
                .putInt(body.length)
                .put(body)
                .array();
        return frame(MessageType.BLOCK.value(), data);
    }

    /** A frame without id whose checksum is right. */
    static byte[] frame(int type, byte[] data) {
        return data.length == 0
                ? ByteBuffer.allocate(13).put(start(type, 0)).putInt(0).array()
                : ByteBuffer.allocate(17 + data.length)
                        .put(start(type, 0))
                        .putInt(data.length)
                        .put(checksum(data))
                        .put(data)
                        .array();
    }

    /** Magic, type and the byte that tells whether an id follows: 9 bytes. */
    static byte[] start(int type, int hasId) {
        return ByteBuffer.allocate(9)
                .putInt(MessageFraming.MAGIC)
                .putInt(type)
                .put((byte) hasId)
                .array();
    }

    /** The 13 bytes of a header without id. */
    static byte[] header(int type, int dataSize) {
        return ByteBuffer.allocate(13).put(start(type, 0)).putInt(dataSize).array();
    }

    static byte[] checksum(byte[] data) {
        try {
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(data), Checksum.LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static byte[] join(byte[]... pieces) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            joined.writeBytes(piece);
        }
        return joined.toByteArray();
    }

    /** Returns the frame with its last byte changed. */
    static byte[] corrupted(byte[] frame) {
        byte[] corrupted = frame.clone();
        corrupted[corrupted.length - 1] ^= 1;
        return corrupted;
    }
}
