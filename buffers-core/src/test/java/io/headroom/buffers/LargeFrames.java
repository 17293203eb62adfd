package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
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
 * A program of its own: sends frames from 4 bytes to 5 MiB through every form of reading and in every delivery while a flight recording runs,
 * and prints what was allocated. With the argument {@code control} it also allocates one array that is humongous at 1 MiB regions, to show
 * that it would be seen.
 */
final class LargeFrames {
    /** Small ones, a slab, a byte more, two slabs, a MiB and a byte, nearly the default limit, and more than a chunk of slabs. */
    private static final int[] LENGTHS = {4, 300, 65_536, 65_537, 100_000, (1 << 20) + 1, (2 << 20) - 7, 5 << 20};

    /** How a frame may be taken: every delivery there is. */
    private static final Delivery[] DELIVERIES = {
        Delivery.WHOLE, //
        Delivery.CONTIGUOUS,
        Delivery.PARTS,
        Delivery.SKIP,
    };

    /** Frames come as one piece, then cut into pieces of so many bytes, which no slab or frame is a multiple of. */
    private static final int PIECE = 99_991;

    /** The bytes of every frame, off the heap, since an array of that length would be humongous itself. */
    private static final ByteBuffer FRAME = ByteBuffer.allocateDirect(LENGTHS[LENGTHS.length - 1]);

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
                .filter(LargeFrames::isOurs)
                .mapToLong(event -> event.getLong("allocationSize"))
                .max()
                .orElse(0);
        System.out.println("humongous=" + humongous + " largest=" + largest + " idle=" + idle);
    }

    /** The flight recorder's own threads allocate too, on JDK 25 an array of 400,016 bytes; the library starts none. */
    private static boolean isOurs(RecordedEvent event) {
        return event.getThread() != null
                && Thread.currentThread().getName().equals(event.getThread().getJavaName());
    }

    /** Returns whether nothing was held whenever no frame had begun. */
    private static boolean run(boolean heap) throws IOException {
        MessageBuffers.Builder settings = MessageBuffers.builder().memoryLimit(48 << 20);
        boolean idle = true;
        try (MessageBuffers buffers = (heap ? settings.heap() : settings).build()) {
            for (Form form : Form.values()) {
                for (Delivery delivery : form == Form.PULLED ? new Delivery[] {Delivery.WHOLE} : DELIVERIES) {
                    try (ReadBuffer in = buffers.connection("peer")
                            .framing(LengthField.ofBytes(4).strip(4))
                            .limits(ReadLimits.maxFrame(8 << 20))
                            .open()) {
                        idle &= pass(in, form, new Taking(delivery));
                    }
                    idle &= buffers.pool().leasedBytes() + buffers.landingPool().leasedBytes() == 0;
                }
            }
        }
        return idle;
    }

    /** Sends a frame of each length, whole and in pieces. */
    private static boolean pass(ReadBuffer in, Form form, Taking taking) throws IOException {
        boolean idle = true;
        for (int length : LENGTHS) {
            for (int piece : length > PIECE ? new int[] {length, PIECE} : new int[] {length}) {
                taking.length = length;
                taking.got = 0;
                FRAME.putInt(0, length - 4);
                for (int from = 0; from < length; from += piece) {
                    ByteBuffer bytes = FRAME.duplicate().limit(Math.min(length, from + piece));
                    send(form.of(bytes.position(from)), in, taking);
                }
                idle &= in.heldBytes() == 0;
                if (taking.got != length) {
                    throw new AssertionError(form + ": got " + taking.got + " bytes of " + length);
                }
            }
        }
        return idle;
    }

    private static void send(Form.Source source, ReadBuffer in, Taking taking) throws IOException {
        ReadStatus status;
        do {
            status = source.step(in, taking);
        } while (status == ReadStatus.MORE || (status == ReadStatus.DRAINED && source.remaining() > 0));
        if (status != ReadStatus.DRAINED) {
            throw new AssertionError("stopped by " + status);
        }
    }

    /** Takes one frame in the way that is asked for, and counts its bytes. */
    private static final class Taking implements FrameHandler<RuntimeException> {
        private final Delivery delivery;
        private long length;
        private long got;

        Taking(Delivery delivery) {
            this.delivery = delivery;
        }

        @Override
        public Delivery onHeader(Bytes header, long frameLength) {
            return delivery;
        }

        @Override
        public void onPart(Bytes part, long offset, long frameLength) {
            got += part.length();
        }

        @Override
        public void onSkipped(long declared, long limit) {
            got += declared;
        }

        @Override
        public Next onFrame(Frame frame) {
            if (frame.bytes().getInt(0) != length - 4 || delivery == Delivery.PARTS || delivery == Delivery.SKIP) {
                throw new AssertionError("a frame of " + frame.length() + " bytes, " + delivery);
            }
            got += frame.length();
            return Next.CONTINUE;
        }
    }
}
