package io.headroom.buffers.tools.tap;

import io.headroom.buffers.Delivery;
import io.headroom.buffers.Frame;
import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadStatus;
import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import java.nio.ByteBuffer;

/** Finds the frames in what one connection sends in one direction, until a fault; keeps none of it. */
final class Follower implements FrameHandler<RuntimeException> {
    private final int connection;
    private final ReadBuffer in;
    private final Traffic traffic;
    private long offset;
    private boolean follows = true;

    Follower(int connection, ReadBuffer in, Traffic traffic) {
        this.connection = connection;
        this.in = in;
        this.traffic = traffic;
    }

    /** Looks at bytes that are passed on; their buffer is left as it was. */
    void see(ByteBuffer bytes) {
        if (!follows) {
            return;
        }
        try {
            if (in.feed(bytes.duplicate(), this) != ReadStatus.DRAINED) {
                traffic.lostForMemory(connection);
                stop();
            }
        } catch (FrameException fault) {
            traffic.lost(connection, offset, fault);
            stop();
        }
    }

    /** The direction has ended. */
    void end() {
        if (!follows) {
            return;
        }
        try {
            in.endOfStream(this);
        } catch (FrameException fault) {
            traffic.lost(connection, offset, fault);
        }
        stop();
    }

    /** Nothing more is looked at. */
    void stop() {
        follows = false;
        in.close();
    }

    @Override
    public Delivery onHeader(Bytes header, long frameLength) {
        return Delivery.PARTS;
    }

    @Override
    public void onPart(Bytes part, long partOffset, long frameLength) {
        if (partOffset + part.length() == frameLength) {
            traffic.frame(frameLength);
            offset += frameLength;
        }
    }

    @Override
    public Next onFrame(Frame frame) {
        throw new IllegalStateException("frames come in parts");
    }
}
