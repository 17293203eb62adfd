package io.headroom.buffers.jmh.compare.wire;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The wire form of the node that is re-created here: {@code magic(4) type(4) hasId(1) dataSize(4) checksum(4) data}, big-endian, where the
 * checksum is the first four bytes of SHA-256 over the data.
 *
 * <p>The form also has messages with an id behind {@code hasId} and messages without data, and neither of them has a checksum at the same
 * place. They are left out, so that the length is always at {@link #SIZE_AT} and decoders that know fixed headers alone can take part.
 */
public final class WireForm {
    /** The first four bytes of every frame: "HDRM". */
    public static final int MAGIC = 0x4844_524d;

    /** Where the message's type is. */
    public static final int TYPE_AT = 4;

    /** Where the byte is that says whether an id follows; always 0 here. */
    public static final int HAS_ID_AT = 8;

    /** Where the length of the data is. */
    public static final int SIZE_AT = 9;

    /** Where the checksum is: behind the 13 bytes that tell how long the frame is. */
    public static final int CHECKSUM_AT = 13;

    /** Where the data begins, and so how many bytes of a frame are not data. */
    public static final int DATA_AT = 17;

    /** The longest data sent: a frame of it still fits into the 2,097,161 bytes of the naive loop's buffer, which a longer one wedges. */
    public static final int MAX_DATA = 2_000_000;

    private WireForm() {}

    /** Returns the length of the whole frame around {@code dataSize} bytes of data. */
    public static int frameLength(int dataSize) {
        return DATA_AT + dataSize;
    }

    /** Writes one frame at the target's position, which moves behind it. */
    public static void encode(int type, byte[] data, ByteBuffer target) {
        target.putInt(MAGIC).putInt(type).put((byte) 0).putInt(data.length);
        target.putInt(checksum(sha256().digest(data))).put(data);
    }

    /** Returns the checksum in a digest: its first four bytes. */
    public static int checksum(byte[] digest) {
        return ByteBuffer.wrap(digest).getInt(0);
    }

    /** Returns a new SHA-256, which every JDK has. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
