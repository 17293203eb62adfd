package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.LengthField;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Public reports of buffers that stay as long as they once were, each as a test of what is held here. */
class RetentionReportsTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final MessageBuffers buffers =
            MessageBuffers.builder().memoryLimit(256 << 20).build();
    private final ReadBufferBuilder connection =
            buffers.connection("peer").framing(LengthField.ofBytes(4).strip(4)).limits(ReadLimits.maxFrame(20 * MIB));

    @AfterEach
    void allComesBack() {
        assertThat(buffers.leasedBytes()).isZero();
        buffers.close();
        assertThat(buffers.committedBytes()).isZero();
    }

    private static byte[] frame(int length) {
        byte[] frame = new byte[length];
        ByteBuffer.wrap(frame).putInt(length - 4);
        return frame;
    }

    /** Public reports ghostdogpr/sage#185 and #190: a big reply left a big array on its connection. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void aLongFrameLeavesNothingOnItsConnection(Form form) throws IOException {
        byte[] small = frame(100);
        try (ReadBuffer in = connection.open()) {
            for (int round = 0; round < 2; round++) {
                form.push(in, frame(10 * MIB), IGNORE);
                assertThat(in.heldBytes()).isZero();
                for (int i = 0; i < 20; i++) {
                    form.push(in, small, 0, 50, IGNORE);
                    assertThat(in.heldBytes()).isLessThanOrEqualTo(256);
                    form.push(in, small, 50, 100, IGNORE);
                    assertThat(buffers.leasedBytes()).isZero();
                }
            }
        }
    }

    /** Public report anthropics/connect-rust#301: a stream that began with a long message kept twice its length. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void aLongFrameThatWasHandedOverIsGoneWhenItsReceiverReleasesIt(Form form) throws IOException {
        try (ReadBuffer in = connection.open()) {
            List<ByteBuf> handedOver = new ArrayList<>();
            form.push(in, frame(16 * MIB), frame -> {
                handedOver.add(frame.detach());
                return Next.CONTINUE;
            });
            assertThat(in.heldBytes()).isZero();
            assertThat(buffers.leasedBytes()).isLessThanOrEqualTo(16 * MIB + SLAB);
            handedOver.get(0).release();
            form.push(in, frame(100), 0, 60, IGNORE);
            assertThat(buffers.leasedBytes()).isLessThanOrEqualTo(SLAB);
        }
    }

    /** Public report redis/lettuce#1078: memory was reclaimed only when nothing was unread, which never came. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void oneByteThatIsAlwaysUnreadHoldsNoMoreHoweverMuchGoesThrough(Form form) throws IOException {
        byte[] stream = new byte[SLAB];
        for (int at = 0; at < SLAB; at += 1024) {
            ByteBuffer.wrap(stream).putInt(at, 1020);
        }
        byte[] shifted = new byte[SLAB];
        System.arraycopy(stream, 1, shifted, 0, SLAB - 1);
        shifted[SLAB - 1] = stream[0];
        try (ReadBuffer in = connection.open()) {
            form.push(in, stream, 0, 1, IGNORE);
            for (int i = 0; i < 500; i++) {
                form.push(in, shifted, IGNORE);
                assertThat(in.pendingBytes()).isEqualTo(1);
                assertThat(in.heldBytes()).isEqualTo(256);
            }
            assertThat(in.frameCount()).isEqualTo(500 * 64);
            assertThat(buffers.committedBytes()).as("one chunk").isLessThanOrEqualTo(4 * MIB);
        }
    }

    /** Public report netty/netty#4281: what tidied up at the end of a read loop was never reached. */
    @Test
    void feedsThatNeverPauseHoldNoMoreThanAFew() throws IOException {
        byte[] frame = frame(1000);
        try (ReadBuffer in = connection.open()) {
            int at = 0;
            for (int feed = 0; feed < 10_000; feed++) {
                int count = Math.min(700, 1000 - at);
                in.feed(ByteBuffer.wrap(frame, at, count), IGNORE);
                at = (at + count) % 1000;
                assertThat(in.heldBytes()).isLessThanOrEqualTo(4 * 1000);
            }
            assertThat(in.frameCount()).isEqualTo(5_000);
        }
    }

    /** Public reports snapview/tungstenite-rs#22 and aspnet/KestrelHttpServer#699: each idle connection had a buffer. */
    @Test
    void tenThousandIdleConnectionsHoldNothingAndAReadableOneASlab() throws IOException {
        List<ReadBuffer> all = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            all.add(connection.open());
        }
        assertThat(buffers.leasedBytes()).isZero();
        assertThat(buffers.committedBytes()).isZero();
        all.get(5_000).drain(new ChunkChannel().has(frame(100)), frame -> {
            assertThat(buffers.leasedBytes()).isEqualTo(SLAB);
            return Next.CONTINUE;
        });
        assertThat(buffers.leasedBytes()).isZero();
        all.forEach(ReadBuffer::close);
    }

    /** Public report netty/netty#16827: entries of a cache pinned a chunk each. */
    @Test
    void aThousandShortFramesThatAreKeptPinNothingElseOnceDetached() throws IOException {
        List<ByteBuf> detached = new ArrayList<>();
        List<ByteBuf> shared = new ArrayList<>();
        try (ReadBuffer in = connection.open()) {
            for (int i = 0; i < 1_000; i++) {
                Form.SCATTERING.push(in, frame(104), frame -> {
                    detached.add(frame.detach());
                    return Next.CONTINUE;
                });
            }
            assertThat(buffers.leasedBytes()).as("pinned by 1,000 detached").isZero();
            for (int i = 0; i < 1_000; i++) {
                Form.SCATTERING.push(in, frame(104), frame -> {
                    shared.add(frame.share());
                    return Next.CONTINUE;
                });
            }
            assertThat(buffers.leasedBytes()).as("pinned by 1,000 shared").isEqualTo(1_000L * SLAB);
            assertThat(buffers.sweep(0).keptBytes()).isEqualTo(1_000L * SLAB);
        }
        assertThat(detached).allMatch(bytes -> bytes.readableBytes() == 100);
        detached.forEach(ByteBuf::release);
        shared.forEach(ByteBuf::release);
    }

    /** Public report Atmosphere/atmosphere#2197: one endpoint's long messages made every session's buffer long. */
    @Test
    void aHighLimitCostsNothingWhereMessagesAreShort() throws IOException {
        List<ReadBuffer> all = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            ReadBuffer in = connection.open();
            all.add(in);
            Form.SCATTERING.push(in, frame(1024), 0, 512, IGNORE);
        }
        long before = buffers.leasedBytes();
        assertThat(before).isLessThanOrEqualTo(1_000 * 2_048);
        Form.SCATTERING.push(all.get(0), frame(1024), 512, 1024, IGNORE);
        Form.SCATTERING.push(all.get(0), frame(10 * MIB), 0, 10 * MIB - 1, IGNORE);
        assertThat(buffers.leasedBytes() - before).isLessThanOrEqualTo(10 * MIB + SLAB);
        all.forEach(ReadBuffer::close);
    }

    /** Public report erlang/otp#11491: a size that adapts took the place of the one that was set. */
    @Test
    void whatAConnectionNeededChangesNoSettingAndNoOtherConnection() throws IOException {
        try (ReadBuffer first = connection.open()) {
            Form.SCATTERING.push(first, frame(10 * MIB), IGNORE);
            assertThat(buffers.pool().slabBytes()).isEqualTo(SLAB);
            assertThat(buffers.readBudget()).isEqualTo(MessageBuffers.DEFAULT_READ_BUDGET);
            try (ReadBuffer second = connection.open()) {
                for (ReadBuffer in : List.of(first, second)) {
                    Form.SCATTERING.push(in, frame(1000), 0, 9, IGNORE);
                    assertThat(in.heldBytes()).isEqualTo(256);
                }
            }
        }
    }
}
