package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A framing of the user's that breaks its contract ends its connection, and no other; it cannot make the reader spin, grow or read beyond. */
class FramingContractTest {
    private final MessageBuffers buffers =
            MessageBuffers.builder().memoryLimit(8 << 20).build();
    private final FrameHandler<RuntimeException> ignore = frame -> Next.CONTINUE;

    @AfterEach
    void nothingIsLeased() {
        assertThat(buffers.pool().leasedBytes()).isZero();
        buffers.close();
    }

    private ReadBuffer open(Framing framing) {
        return buffers.connection("peer").framing(framing).open();
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void closesOnAFramingThatBreaksItsContract(Form form) {
        List<Framing> broken = List.of(
                framing(head -> {
                    throw new IllegalStateException("bug");
                }),
                framing(head -> Framing.more(9)),
                framing(head -> -1L << 40));
        for (Framing framing : broken) {
            ReadBuffer victim = open(framing);
            assertThatIllegalStateException().isThrownBy(() -> form.push(victim, new byte[] {3, 0, 0, 0}, ignore));
            assertThat(victim.isOpen()).isFalse();
            assertThat(victim.heldBytes()).isZero();
        }
    }

    /** Nothing new arrives, and there was too little before: it is the new framing for which it is enough. */
    @Test
    void deliversWhatIsAFrameToTheFramingThatWasSwitchedToBeforeAnyRead() throws IOException {
        List<String> seen = new ArrayList<>();
        ChunkChannel channel = new ChunkChannel();
        FrameHandler<RuntimeException> collect = frame -> {
            Bytes whole = frame.bytes();
            seen.add(frame.header().length() + "+" + frame.payload().length() + " after " + channel.reads());
            assertThat(whole.getByte(frame.length() - 1)).isEqualTo((byte) 7);
            return Next.CONTINUE;
        };
        for (int length : new int[] {3, 7}) {
            ReadBuffer in = open(LengthField.ofBytes(8).strip(8));
            byte[] few = new byte[length];
            few[0] = (byte) (length - 1);
            few[length - 1] = 7;
            assertThat(in.drain(channel.has(few), collect)).isEqualTo(ReadStatus.DRAINED);
            assertThat(seen).isEmpty();
            int reads = channel.reads();
            in.switchTo(LengthField.ofBytes(1).strip(1));
            assertThat(in.drain(channel, collect)).isEqualTo(ReadStatus.DRAINED);
            assertThat(seen).containsExactly("1+" + (length - 1) + " after " + reads);
            seen.clear();
            in.close();
        }
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void closesOnAPayloadThatStartsOutsideTheFrame(Form form) {
        for (int start : new int[] {-1, 4}) {
            ReadBuffer victim = open(new Framing() {
                @Override
                public long measure(Bytes head) {
                    return 3;
                }

                @Override
                public int maxHeader() {
                    return 1;
                }

                @Override
                public int payloadStart(Bytes head) {
                    return start;
                }
            });
            assertThatIllegalStateException().isThrownBy(() -> form.push(victim, new byte[] {3, 0, 0, 0}, ignore));
            assertThat(victim.isOpen()).isFalse();
        }
    }

    @Test
    void refusesAFrameThatCouldNeverFitWhateverItsFieldSays() {
        ReadBuffer victim = buffers.connection("peer")
                .framing(LengthField.ofBytes(4).limitsField())
                .limits(ReadLimits.maxFrame(8 << 20))
                .open();
        byte[] header = ByteBuffer.allocate(4).putInt(8 << 20).array();
        FrameException e = catchThrowableOfType(FrameException.class, () -> Form.FED.push(victim, header, ignore));
        assertThat(e.kind()).isEqualTo(FrameException.Kind.FRAME_TOO_LARGE);
        assertThat(e.declared()).isEqualTo((8 << 20) + 4);
        assertThat(e.limit()).isEqualTo((8 << 20) - buffers.budget().reservedBytes());
        assertThat(e).hasMessageContaining("MessageBuffers.memoryLimit");
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void refusesALengthThatIsLessThanWhatWasExamined(Form form) {
        for (Framing framing :
                List.of(framing(head -> 0), framing(head -> head.length() < 3 ? Framing.more(3 - head.length()) : 2))) {
            ReadBuffer victim = open(framing);
            FrameException e = catchThrowableOfType(
                    FrameException.class, () -> form.push(victim, new byte[] {3, 0, 0, 0}, ignore));
            assertThat(e.kind()).isEqualTo(FrameException.Kind.LENGTH_UNDERFLOW);
        }
    }

    /** A framing that wants to see at most four bytes. */
    private static Framing framing(Measure measure) {
        return new Framing() {
            @Override
            public long measure(Bytes head) {
                return measure.measure(head);
            }

            @Override
            public int maxHeader() {
                return 4;
            }
        };
    }

    private interface Measure {
        long measure(Bytes head);
    }
}
