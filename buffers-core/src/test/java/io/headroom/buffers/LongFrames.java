package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** Long frames whose every byte is known, on direct memory and on the heap, and what must be true afterwards. */
abstract class LongFrames {
    static final int SLAB = 64 << 10;
    static final int MIB = 1 << 20;

    final MessageBuffers direct = MessageBuffers.builder().memoryLimit(64 << 20).build();
    final MessageBuffers heap =
            MessageBuffers.builder().memoryLimit(64 << 20).heap().build();
    final AtomicInteger frames = new AtomicInteger();

    final FrameHandler<RuntimeException> inOnePiece = frame -> {
        ByteBuffer bytes = frame.bytes().asReadOnlyBuffer();
        assertThat(bytes.remaining()).isEqualTo(frame.length());
        for (int at = 4; at < frame.length(); at += 1 + frame.length() / 97) {
            assertThat(bytes.get(at)).as("byte %s of %s", at, frame.length()).isEqualTo(content(at));
        }
        assertThat(frame.payload().partCount()).isEqualTo(1);
        frames.incrementAndGet();
        return Next.CONTINUE;
    };

    @AfterEach
    void allComesBack() {
        for (MessageBuffers buffers : kinds()) {
            assertThat(buffers.leasedBytes()).isZero();
            buffers.close();
            assertThat(buffers.committedBytes()).isZero();
        }
    }

    MessageBuffers[] kinds() {
        return new MessageBuffers[] {direct, heap};
    }

    static ReadBuffer open(MessageBuffers buffers) {
        return buffers.connection("peer")
                .framing(LengthField.ofBytes(4).strip(4))
                .limits(ReadLimits.maxFrame(32 << 20))
                .contiguous()
                .open();
    }

    static byte content(int at) {
        return (byte) (at * 31 + (at >>> 8));
    }

    static byte[] frame(int length) {
        byte[] frame = new byte[length];
        for (int at = 4; at < length; at++) {
            frame[at] = content(at);
        }
        ByteBuffer.wrap(frame).putInt(length - 4);
        return frame;
    }

    void push(Form form, ReadBuffer in, byte[] stream, int readBytes) throws IOException {
        for (int from = 0; from < stream.length; from += readBytes) {
            int to = Math.min(stream.length, from + readBytes);
            assertThat(form.push(in, stream, from, to, inOnePiece)).isEqualTo(ReadStatus.DRAINED);
        }
    }
}
