package io.headroom.buffers.tools.framing;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.util.Arrays;

/** One frame of a fixed length that begins with given bytes, and after it frames of another kind: a handshake, or a connection preface. */
final class Preface implements Framing {
    /** A difference is reported when so many bytes are there, so that the error can show what they are. */
    private static final int SHOWN = 4;

    private final byte[] start;
    private final int length;
    private final Framing messages;

    Preface(byte[] start, int length, Framing messages) {
        this.start = start;
        this.length = length;
        this.messages = messages;
    }

    @Override
    public long measure(Bytes head) throws FrameException {
        int there = Math.min(head.length(), start.length);
        boolean differs = false;
        for (int i = 0; i < there; i++) {
            differs |= head.getByte(i) != start[i];
        }
        int wanted = differs ? SHOWN : start.length;
        if (there < wanted) {
            return Framing.more(wanted - there);
        }
        if (differs) {
            throw FrameException.badMagic(start, head);
        }
        return length;
    }

    @Override
    public int maxHeader() {
        return start.length;
    }

    @Override
    public Framing next(Bytes head) {
        return messages;
    }

    @Override
    public String toString() {
        return "Preface[" + length + " bytes from " + Arrays.toString(start) + ", then " + messages + "]";
    }
}
