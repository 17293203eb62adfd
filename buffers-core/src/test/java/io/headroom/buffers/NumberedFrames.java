package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/** Frames of a length in four bytes and a payload that counts up from the frame's number, so that each byte of it is known. */
final class NumberedFrames {
    private static final int HEADER = 4;

    private NumberedFrames() {}

    /** Returns frame {@code number}, of {@code length} bytes in all. */
    static byte[] frame(int number, int length) {
        byte[] frame = ByteBuffer.allocate(length).putInt(length - HEADER).array();
        for (int i = HEADER; i < length; i++) {
            frame[i] = (byte) (number + i - HEADER);
        }
        return frame;
    }

    /** Returns frames of these lengths, numbered from 1. */
    static byte[] stream(int... lengths) {
        ByteBuffer stream = ByteBuffer.allocate(IntStream.of(lengths).sum());
        for (int i = 0; i < lengths.length; i++) {
            stream.put(frame(i + 1, lengths[i]));
        }
        return stream.array();
    }

    /** Returns the frame's number, once each of its bytes is as it should be. */
    static int number(Bytes frame) {
        int number = frame.getByte(HEADER);
        assertThat(frame.toByteArray()).as("frame " + number).isEqualTo(frame(number, frame.length()));
        return number;
    }
}
