package io.headroom.buffers.tools.doctor.program;

import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads frames of up to 2 MiB with the library. */
public final class HeadroomLoop {
    private static final int FRAMES = 200;
    private static final int LARGE = 2 << 20;
    private static final int PIECE = 16 << 10;

    private HeadroomLoop() {}

    public static void main(String[] arguments) throws IOException {
        long[] seen = new long[1];
        FrameHandler<IOException> handler = frame -> {
            seen[0] += frame.payload().length();
            return Next.CONTINUE;
        };
        try (MessageBuffers buffers = MessageBuffers.builder().build();
                ReadBuffer in = buffers.connection("peer")
                        .framing(LengthField.ofBytes(4).strip(4))
                        .limits(ReadLimits.maxFrame(LARGE + 4))
                        .open()) {
            for (int i = 0; i < FRAMES; i++) {
                send(in, handler, i % 10 == 0 ? LARGE : 200);
            }
        }
        System.out.println(seen[0]);
    }

    private static void send(ReadBuffer in, FrameHandler<IOException> handler, int length) throws IOException {
        in.feed(ByteBuffer.allocate(4).putInt(length).flip(), handler);
        for (int sent = 0; sent < length; sent += PIECE) {
            in.feed(ByteBuffer.allocate(Math.min(PIECE, length - sent)), handler);
        }
    }
}
