package io.headroom.buffers;

import io.headroom.buffers.telemetry.Figure;
import io.headroom.buffers.telemetry.LatestStats;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A program of its own that needs nothing but this library and the smallest JVM: receives one frame and prints its length. */
final class SmallProgram {
    private SmallProgram() {}

    public static void main(String[] args) throws IOException {
        try (MessageBuffers buffers =
                        MessageBuffers.builder().memoryLimit(4 << 20).build();
                ReadBuffer in = buffers.connection("peer").open()) {
            ByteBuffer stream = ByteBuffer.allocate(100_000).putInt(0, 99_996);
            in.feed(stream.limit(70_000), frame -> Next.CONTINUE);
            in.feed(stream.limit(100_000), frame -> {
                System.out.println("received " + frame.length());
                return Next.CONTINUE;
            });
            System.out.println("counted " + LatestStats.of(buffers).value(Figure.FRAMES));
            System.out.println("given back " + (buffers.trim() > 0));
        }
    }
}
