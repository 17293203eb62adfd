package io.headroom.buffers.jmh.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What a frame has before its payload. The payloads of a stream are the same in every form. */
public enum Wire {
    /** A big-endian length of {@value Frames#HEADER} bytes. */
    LENGTH(Frames.HEADER, 0, ByteOrder.BIG_ENDIAN) {
        @Override
        void putHeader(ByteBuffer target, ByteBuffer payload) {
            target.putInt(payload.remaining());
        }
    },
    /** Bitcoin's: four magic bytes, a command of twelve, a little-endian length, and the first four bytes of the payload's double SHA-256. */
    BITCOIN(24, 16, ByteOrder.LITTLE_ENDIAN) {
        @Override
        void putHeader(ByteBuffer target, ByteBuffer payload) {
            MessageDigest sha256 = sha256();
            target.putInt(MAGIC);
            target.put(COMMAND.getBytes(StandardCharsets.US_ASCII)).put(new byte[COMMAND_BYTES - COMMAND.length()]);
            target.putInt(Integer.reverseBytes(payload.remaining()));
            sha256.update(payload.duplicate());
            target.put(sha256.digest(sha256.digest()), 0, CHECKSUM_BYTES);
        }
    };

    /** What a Bitcoin frame of the main network begins with. */
    public static final int MAGIC = 0xf9beb4d9;

    /** Where a Bitcoin frame has its checksum. */
    public static final int CHECKSUM_AT = 20;

    /** A command whose payload may be anything, to those who take it apart themselves. */
    private static final String COMMAND = "filterload";

    private static final int COMMAND_BYTES = 12;
    private static final int CHECKSUM_BYTES = 4;

    private final int headerBytes;
    private final int lengthAt;
    private final ByteOrder order;

    Wire(int headerBytes, int lengthAt, ByteOrder order) {
        this.headerBytes = headerBytes;
        this.lengthAt = lengthAt;
        this.order = order;
    }

    /** Returns a digest for the checksums of Bitcoin frames. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns the length of the header. */
    public int headerBytes() {
        return headerBytes;
    }

    /** Returns where in the header the payload's length is, in {@value Integer#BYTES} bytes. */
    public int lengthAt() {
        return lengthAt;
    }

    /** Returns the byte order of the length. */
    public ByteOrder order() {
        return order;
    }

    /** Writes the header of a payload, which is left as it is. */
    abstract void putHeader(ByteBuffer target, ByteBuffer payload);
}
