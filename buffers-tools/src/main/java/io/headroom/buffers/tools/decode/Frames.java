package io.headroom.buffers.tools.decode;

import io.headroom.buffers.Delivery;
import io.headroom.buffers.Frame;
import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.Next;
import io.headroom.buffers.framing.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Takes frames in parts, so that one of any length is held nowhere, and reports each with its digest. */
final class Frames implements FrameHandler<RuntimeException> {
    private final Report report;
    private final MessageDigest digest = sha256();
    private long count;
    private long offset;

    Frames(Report report) {
        this.report = report;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException absent) {
            throw new LinkageError("every JDK has SHA-256", absent);
        }
    }

    /** Returns how many whole frames there were. */
    long count() {
        return count;
    }

    /** Returns where the frame in progress, or the next one, begins. */
    long offset() {
        return offset;
    }

    @Override
    public Delivery onHeader(Bytes header, long frameLength) {
        return Delivery.PARTS;
    }

    @Override
    public void onPart(Bytes part, long partOffset, long frameLength) {
        part.update(digest);
        if (partOffset + part.length() == frameLength) {
            report.frame(++count, offset, frameLength, digest.digest());
            offset += frameLength;
        }
    }

    @Override
    public Next onFrame(Frame frame) {
        throw new IllegalStateException("frames come in parts");
    }
}
