package io.headroom.buffers;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of its own: a node under bursts of long frames with quiet times between them. Prints what the process has resident in KB: before, and
 * for each burst at its height and after the quiet time.
 */
final class BurstProgram {
    static final int BURSTS = 6;
    static final int CONNECTIONS = 64;
    static final int FRAME = 2 << 20;

    private final MessageBuffers buffers;
    private final List<ReadBuffer> connections = new ArrayList<>();
    private final ByteBuffer piece = ByteBuffer.allocate(64 << 10);

    private BurstProgram(MessageBuffers buffers) {
        this.buffers = buffers;
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(buffers.connection(i).open());
        }
    }

    /** Whether quiet times end in a trim, or are times in which the node sweeps and smaller frames come. */
    public static void main(String[] args) throws IOException {
        try (MessageBuffers buffers =
                MessageBuffers.builder().memoryLimit(2L * CONNECTIONS * FRAME).build()) {
            BurstProgram program = new BurstProgram(buffers);
            boolean trims = args[0].equals("trim");
            ManagementFactory
                    .getPlatformMBeanServer(); // as in a node that is looked at from outside; it takes its 10 MB only
            // once
            program.receive(200_000, 50); // all code is loaded and compiled before it counts
            program.rest(trims);
            StringBuilder line = new StringBuilder().append(residentKb());
            for (int burst = 0; burst < BURSTS; burst++) {
                program.receive(FRAME, 1);
                line.append(' ').append(program.residentKb).append(' ');
                program.rest(trims);
                line.append(residentKb());
            }
            program.connections.forEach(ReadBuffer::close);
            System.out.println(line);
        }
    }

    private void rest(boolean trims) throws IOException {
        if (trims) {
            buffers.trim();
            return;
        }
        for (int sweep = 0; sweep < 20; sweep++) {
            buffers.sweep(System.nanoTime());
            receive(1000, 1);
        }
    }

    private long residentKb;

    /** Receives frames on all connections at once, and notes what is resident when all of them lack one byte. */
    private void receive(int length, int times) throws IOException {
        for (int time = 0; time < times; time++) {
            for (int sent = 0; sent < length - 1; ) {
                int count = Math.min(piece.capacity(), length - 1 - sent);
                for (ReadBuffer in : connections) {
                    piece.clear().limit(count);
                    if (sent == 0) {
                        piece.putInt(0, length - 4);
                    }
                    in.feed(piece, frame -> Next.CONTINUE);
                }
                sent += count;
            }
            residentKb = length == FRAME ? residentKb() : 0;
            for (ReadBuffer in : connections) {
                piece.clear().limit(1);
                in.feed(piece, frame -> Next.CONTINUE);
            }
        }
    }

    private static long residentKb() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IllegalStateException("no VmRSS");
    }
}
