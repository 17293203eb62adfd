package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.FrameException.Kind;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ScatteringByteChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Public reports of streams that end, or break, inside a frame, each as a test of what is said and what is given back. */
class StreamEndReportsTest {
    private static final int SLAB = 4096;
    private static final int SLABS = 32;

    private final MessageBuffers direct = MessageBuffers.builder()
            .slabBytes(SLAB)
            .memoryLimit(SLABS * SLAB)
            .lanes(false)
            .build();
    private final MessageBuffers heap = MessageBuffers.builder()
            .slabBytes(SLAB)
            .memoryLimit(SLABS * SLAB)
            .lanes(false)
            .heap()
            .build();
    private final List<Integer> seen = new ArrayList<>();
    private final FrameHandler<RuntimeException> collect = frame -> {
        seen.add(frame.length());
        return Next.CONTINUE;
    };

    @AfterEach
    void allComesBack() {
        for (MessageBuffers buffers : kinds()) {
            assertThat(buffers.pool().leasedBytes()).isZero();
            assertThat(buffers.landingPool().leasedBytes()).isZero();
            buffers.close();
            assertThat(buffers.pool().committedBytes()).isZero();
        }
    }

    private MessageBuffers[] kinds() {
        return new MessageBuffers[] {direct, heap};
    }

    private static ReadBuffer open(MessageBuffers buffers) {
        return buffers.connection("peer")
                .framing(LengthField.ofBytes(4))
                .limits(ReadLimits.maxFrame(8 * SLAB))
                .open();
    }

    private static byte[] frame(int length) {
        return ByteBuffer.allocate(length).putInt(length - 4).array();
    }

    /** Public reports Tarsnap/spiped#446 and ben-challis/greenlight#281: an end inside a frame that looked like a clean one. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void tellsAnEndInsideAFrameFromOneBetweenTwo(Form form) throws IOException {
        for (MessageBuffers buffers : kinds()) {
            for (int length : new int[] {4, 13, 1000, 3 * SLAB + 17}) {
                byte[] stream = frame(length);
                for (int cut = 0; cut <= length; cut += cut < 20 || cut > length - 20 ? 1 : 211) {
                    ReadBuffer in = open(buffers);
                    seen.clear();
                    form.push(in, frame(9), collect);
                    form.push(in, stream, 0, cut, collect);
                    if (cut == 0 || cut == length) {
                        assertThat(form.end(in, collect)).isEqualTo(ReadStatus.END);
                        assertThat(seen).hasSize(cut == 0 ? 1 : 2);
                        assertThat(in.heldBytes()).isZero();
                    } else {
                        FrameException e = catchThrowableOfType(FrameException.class, () -> form.end(in, collect));
                        assertThat(e.kind()).isEqualTo(Kind.TRUNCATED);
                        assertThat(e.received()).isEqualTo(cut);
                        assertThat(e.declared()).isEqualTo(cut < 4 ? 4 : length);
                        assertThat(seen).containsExactly(9);
                        Refusal.isFinal(form, in, e, collect);
                    }
                }
            }
        }
    }

    /** A way to read from a channel that may break. */
    enum Way {
        SCATTERING,
        PLAIN,
        STREAMED,
        PULLED;

        ReadStatus read(ReadBuffer in, Breaking channel, FrameHandler<RuntimeException> handler) throws IOException {
            switch (this) {
                case SCATTERING:
                    return in.drain(channel, handler);
                case PLAIN:
                    return in.drain(Channels.newChannel(stream(channel)), handler);
                case STREAMED:
                    return in.drain(stream(channel), handler);
                default:
                    ReadStatus status = in.read(channel);
                    for (Frame frame = in.poll(); frame != null; frame = in.poll()) {
                        handler.onFrame(frame);
                    }
                    return status;
            }
        }

        private static InputStream stream(Breaking channel) {
            return new InputStream() {
                @Override
                public int read() {
                    throw new AssertionError("a read of a single byte");
                }

                @Override
                public int read(byte[] into, int offset, int length) throws IOException {
                    return channel.read(ByteBuffer.wrap(into, offset, length));
                }
            };
        }
    }

    /** A channel that has a chunk, and throws when it is read behind its end. */
    static final class Breaking implements ScatteringByteChannel {
        private final IOException reset = new IOException("Connection reset by peer");
        private final ChunkChannel chunk = new ChunkChannel();

        private void check() throws IOException {
            if (chunk.remaining() == 0) {
                throw reset;
            }
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            check();
            return chunk.read(target);
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
            check();
            return chunk.read(targets, offset, length);
        }

        @Override
        public long read(ByteBuffer[] targets) throws IOException {
            return read(targets, 0, targets.length);
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    /**
     * Public report Dempsy/dempsy#113: a connection that was reset and never closed. It also says, as those above, how much of the frame had
     * come.
     */
    @ParameterizedTest
    @EnumSource(Way.class)
    void givesAllBackOnceWhenTheChannelBreaksInsideAFrame(Way way) throws IOException {
        byte[] stream = frame(3 * SLAB + 17);
        for (MessageBuffers buffers : kinds()) {
            for (int received : new int[] {2, 300, SLAB, 2 * SLAB + 9}) {
                ReadBuffer in = open(buffers);
                Breaking channel = new Breaking();
                for (int from = 0; from < received; from += received / 2) {
                    channel.chunk.has(stream, from, Math.min(received, from + received / 2));
                    while (channel.chunk.remaining() > 0) {
                        way.read(in, channel, collect);
                    }
                }
                assertThat(in.heldBytes()).isPositive();

                assertThatThrownBy(() -> way.read(in, channel, collect)).isSameAs(channel.reset);
                FrameException cut = (FrameException) channel.reset.getSuppressed()[0];
                assertThat(cut.kind()).isEqualTo(Kind.TRUNCATED);
                assertThat(cut.received()).isEqualTo(received);
                assertThat(cut.declared()).isEqualTo(received < 4 ? 4 : stream.length);
                assertThat(in.heldBytes()).isZero();
                assertThat(buffers.pool().leasedBytes()).isZero();
                assertThat(in.feed(ByteBuffer.wrap(stream), collect)).isEqualTo(ReadStatus.CLOSED);
                assertThat(way.read(in, channel, collect)).isEqualTo(ReadStatus.CLOSED);
                in.close();
                everySlabIsInThePoolOnce(buffers.pool());
            }
        }
        assertThat(seen).isEmpty();
    }

    private static void everySlabIsInThePoolOnce(SlabPool pool) {
        Set<Slab> slabs = new HashSet<>();
        for (Slab slab = pool.tryLease(SLAB); slab != null; slab = pool.tryLease(SLAB)) {
            slabs.add(slab);
        }
        assertThat(slabs).hasSize(SLABS);
        slabs.forEach(Slab::release);
    }
}
