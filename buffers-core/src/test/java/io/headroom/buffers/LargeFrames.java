package io.headroom.buffers;

import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A program of its own: sends frames from 4 bytes to 32 MiB through every form of reading while a flight recording runs, and prints what was
 * allocated. With the argument {@code control} it also allocates one array that is humongous at 1 MiB regions, to show that it would be seen.
 */
final class LargeFrames {
    private static final int[] LENGTHS = {4, 300, 65_536, 65_537, 600_000, 2 << 20, 32 << 20};
    private static final int FEED = 100_000;

    /** Keeps the control's array reachable, so that it is allocated at all. */
    static byte[] control = {};

    private LargeFrames() {}

    public static void main(String[] args) throws IOException {
        Path file = Files.createTempFile("large-frames", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.G1HeapRegionTypeChange");
            recording.enable("jdk.ObjectAllocationOutsideTLAB").withStackTrace();
            recording.start();
            boolean idle = run(false);
            idle &= run(true);
            if (args.length > 0) {
                control = new byte[524_273];
            }
            recording.stop();
            recording.dump(file);
            report(RecordingFile.readAllEvents(file), idle);
        } finally {
            Files.delete(file);
        }
    }

    private static void report(List<RecordedEvent> events, boolean idle) {
        long humongous = events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk.G1HeapRegionTypeChange"))
                .filter(event -> event.getString("to").equals("Starts Humongous"))
                .count();
        long largest = events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk.ObjectAllocationOutsideTLAB"))
                .mapToLong(event -> event.getLong("allocationSize"))
                .max()
                .orElse(0);
        System.out.println("humongous=" + humongous + " largest=" + largest + " idle=" + idle);
    }

    /** Returns whether nothing was held whenever no frame had begun. */
    private static boolean run(boolean heap) throws IOException {
        MessageBuffers.Builder settings = MessageBuffers.builder().memoryLimit(48 << 20);
        boolean idle = true;
        try (MessageBuffers buffers = (heap ? settings.heap() : settings).build();
                ReadBuffer in = buffers.connection("peer")
                        .framing(LengthField.ofBytes(4).strip(4))
                        .limits(ReadLimits.maxFrame(32 << 20))
                        .open()) {
            for (int length : LENGTHS) {
                FrameChannel channel = new FrameChannel(length);
                while (channel.remaining() > 0) {
                    in.drain(channel, LargeFrames::check);
                }
                idle &= in.heldBytes() == 0;
                ByteBuffer piece = ByteBuffer.allocateDirect(FEED);
                for (FrameChannel source = new FrameChannel(length); source.remaining() > 0; ) {
                    source.read(piece.clear());
                    in.feed(piece.flip(), LargeFrames::check);
                }
                idle &= in.heldBytes() == 0;
            }
            idle &= buffers.pool().leasedBytes() + buffers.landingPool().leasedBytes() == 0;
        }
        return idle;
    }

    private static Next check(Frame frame) {
        if (frame.bytes().getInt(0) != frame.length() - 4) {
            throw new AssertionError("a frame of " + frame.length() + " bytes has another header");
        }
        return Next.CONTINUE;
    }

    /** Has one frame, without an array as long as it. */
    private static final class FrameChannel extends ChunkChannel {
        private static final ByteBuffer FILLING = ByteBuffer.allocateDirect(65_536);

        private final int length;
        private int sent;

        FrameChannel(int length) {
            this.length = length;
        }

        @Override
        int remaining() {
            return length - sent;
        }

        @Override
        public int read(ByteBuffer target) {
            int before = sent;
            while (target.hasRemaining() && sent < 4) {
                target.put((byte) ((length - 4) >>> (24 - 8 * sent++)));
            }
            while (target.hasRemaining() && sent < length) {
                int count = Math.min(FILLING.capacity(), Math.min(target.remaining(), length - sent));
                target.put(FILLING.clear().limit(count));
                sent += count;
            }
            return sent - before;
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int count) {
            long read = 0;
            for (int i = offset; i < offset + count; i++) {
                read += read(targets[i]);
            }
            return read;
        }
    }
}
