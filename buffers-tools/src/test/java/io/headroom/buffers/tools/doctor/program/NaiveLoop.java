package io.headroom.buffers.tools.doctor.program;

import java.nio.ByteBuffer;

/** The naive way to read: a buffer of the longest message for each time there is something. */
public final class NaiveLoop {
    public static final int LONGEST_MESSAGE = 2_097_161;
    public static final int WAKE_UPS = 2_000;

    private static volatile ByteBuffer buffer = ByteBuffer.allocate(0);

    private NaiveLoop() {}

    public static void main(String[] arguments) {
        long sum = 0;
        for (int i = 0; i < WAKE_UPS; i++) {
            sum += read(i);
        }
        System.out.println(sum);
    }

    private static int read(int value) {
        ByteBuffer received = ByteBuffer.allocate(LONGEST_MESSAGE);
        buffer = received;
        received.putInt(value).flip();
        return buffer.getInt();
    }
}
