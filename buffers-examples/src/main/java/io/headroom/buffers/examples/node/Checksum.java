package io.headroom.buffers.examples.node;

import io.headroom.buffers.framing.Bytes;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The first four bytes of a SHA-256, over bytes that may come in parts.
 *
 * <p><b>Threads</b>: one at a time.
 */
final class Checksum {
    /** Bytes of a checksum on the wire. */
    static final int LENGTH = 4;

    private final MessageDigest digest = sha256();
    private final byte[] hash = new byte[digest.getDigestLength()];

    /** Takes all of these bytes in. */
    void update(Bytes bytes) {
        bytes.update(digest);
    }

    /** Takes in what remains in the buffer, whose position moves to its limit. */
    void update(ByteBuffer bytes) {
        digest.update(bytes);
    }

    /** Returns the checksum of what was taken in, and starts anew. */
    int finish() {
        try {
            digest.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new IllegalStateException("a hash of " + hash.length + " bytes was refused", e);
        }
        return ByteBuffer.wrap(hash).getInt();
    }

    /** Ends the sum and compares it. */
    void verify(int expected) throws MessageException {
        int actual = finish();
        if (actual != expected) {
            throw new MessageException(String.format("checksum %08x, expected %08x", actual, expected));
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
