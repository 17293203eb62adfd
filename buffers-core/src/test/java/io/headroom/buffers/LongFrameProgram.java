package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A program of its own that is sent a frame of 64 MiB, and prints what becomes of it and of a short one on the next connection. */
final class LongFrameProgram {
    private static final int FRAME = 64 << 20;

    private LongFrameProgram() {}

    /** Arguments: "heap", "direct" or "parts"; the memory limit and the longest frame, 0 for the defaults. */
    public static void main(String[] args) throws IOException {
        MessageBuffers.Builder settings = MessageBuffers.builder();
        if (args[0].equals("heap")) {
            settings.heap();
        }
        if (!args[1].equals("0")) {
            settings.memoryLimit(Long.parseLong(args[1]));
        }
        ReadLimits limits = ReadLimits.maxFrame(args[2].equals("0") ? 2 << 20 : Long.parseLong(args[2]));
        if (args[0].equals("parts")) {
            limits = limits.maxStreamed(FRAME);
        }
        try (MessageBuffers buffers = build(settings)) {
            try (ReadBuffer in = buffers.connection("peer").limits(limits).open()) {
                System.out.println(receive(in, args[0].equals("parts")));
            } catch (IllegalArgumentException | FrameException e) {
                System.out.println(e.getMessage());
            }
            try (ReadBuffer next = buffers.connection("next").open()) {
                ByteBuffer small = ByteBuffer.allocate(1000).putInt(0, 996);
                System.out.println("the next one: " + next.feed(small, frame -> Next.CONTINUE));
            }
        }
    }

    /** A limit that is refused is said, and the default taken instead. */
    private static MessageBuffers build(MessageBuffers.Builder settings) {
        try {
            return settings.build();
        } catch (IllegalArgumentException e) {
            System.out.println("refused " + e.getMessage());
            return MessageBuffers.builder().build();
        }
    }

    private static String receive(ReadBuffer in, boolean isStreamed) throws IOException {
        long[] seen = new long[2];
        FrameHandler<RuntimeException> handler = new FrameHandler<>() {
            @Override
            public Delivery onHeader(Bytes header, long frameLength) {
                return isStreamed ? Delivery.PARTS : Delivery.WHOLE;
            }

            @Override
            public void onPart(Bytes part, long offset, long frameLength) {
                seen[1] += part.length();
            }

            @Override
            public Next onFrame(Frame frame) {
                seen[0] += frame.length();
                return Next.CONTINUE;
            }
        };
        ByteBuffer piece = ByteBuffer.allocate(64 << 10).putInt(0, FRAME - 4);
        for (int sent = 0; sent < FRAME; sent += piece.capacity()) {
            piece.clear();
            if (in.feed(piece, handler) == ReadStatus.PAUSED) {
                return "PAUSED";
            }
            piece.putInt(0, 0);
        }
        return isStreamed ? "streamed " + seen[1] : "delivered " + seen[0];
    }
}
