package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;

/**
 * The application behind every strategy, the same for all: it checks the fields of each header and takes the data, by its checksum under the
 * paced load, by its first and last byte in the closed loop, where each message is to be acknowledged.
 *
 * <p><b>Threads</b>: the receiver's I/O thread.
 */
public final class Inbox {
    private final MessageDigest sha256 = WireForm.sha256();
    private final ByteBuffer digest = ByteBuffer.allocate(sha256.getDigestLength());
    private boolean acknowledges;
    private boolean expectsStrangers;
    private long messages;
    private long bytes;
    private long mismatches;
    private int touched;

    /** Has messages acknowledged, and touched instead of verified. */
    public void acknowledge(boolean acknowledge) {
        acknowledges = acknowledge;
    }

    /** Has whoever sends bytes that begin no message lose its connection, instead of the receiver fail. */
    public void expectStrangers() {
        expectsStrangers = true;
    }

    /** Returns whether bytes that begin no message are a peer's fault; else they are the strategy's. */
    boolean expectsStrangers() {
        return expectsStrangers;
    }

    /** Returns how many messages were taken. */
    public long messages() {
        return messages;
    }

    /** Returns how many bytes their frames had. */
    public long bytes() {
        return bytes;
    }

    /** Returns how many of them had a wrong checksum. */
    public long mismatches() {
        return mismatches;
    }

    /** Returns whether the peer waits for an acknowledgement of each message. */
    boolean acknowledges() {
        return acknowledges;
    }

    /**
     * Checks the fields of a header.
     *
     * @throws BadBytesException if they begin no message of ours
     */
    void header(int magic, int type, byte hasId, int dataSize) {
        if (magic != WireForm.MAGIC || type < 1 || hasId != 0 || dataSize < 1 || dataSize > WireForm.MAX_DATA) {
            throw new BadBytesException("no header: magic " + Integer.toHexString(magic) + ", type " + type + ", hasId "
                    + hasId + ", dataSize " + dataSize);
        }
    }

    /** Takes a message's data. */
    void take(int checksum, Data data) {
        messages++;
        bytes += WireForm.frameLength(data.length());
        if (acknowledges) {
            touched += data.at(0) + data.at(data.length() - 1);
        } else {
            data.update(sha256);
            if (checksum != checksum()) {
                mismatches++;
            }
        }
        data.clear();
    }

    /** Returns the sum of the bytes touched, so that touching them is no dead code. */
    int touched() {
        return touched;
    }

    private int checksum() {
        try {
            sha256.digest(digest.array(), 0, digest.capacity());
        } catch (DigestException e) {
            throw new IllegalStateException(e);
        }
        return digest.getInt(0);
    }
}
