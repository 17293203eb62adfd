package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.Wire;
import java.security.DigestException;
import java.security.MessageDigest;

/** The checksum of one Bitcoin frame after the other, without allocation. */
final class Checksum {
    private final MessageDigest sha256 = Wire.sha256();
    private final byte[] hash = new byte[sha256.getDigestLength()];

    /** Begins a frame. */
    void begin() {
        sha256.reset();
    }

    /** Returns what the payload goes into. */
    MessageDigest digest() {
        return sha256;
    }

    /**
     * Ends a frame.
     *
     * @param declared the checksum of its header, the first byte on the left
     */
    void verify(int declared) {
        try {
            sha256.digest(hash, 0, hash.length);
            sha256.update(hash);
            sha256.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new IllegalStateException("the hash has its length", e);
        }
        int actual = hash[0] << 24 | (hash[1] & 0xff) << 16 | (hash[2] & 0xff) << 8 | (hash[3] & 0xff);
        if (actual != declared) {
            throw new IllegalStateException(
                    "checksum " + Integer.toHexString(actual) + ", declared " + Integer.toHexString(declared));
        }
    }
}
