package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FixedLength;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What drain and feed promise, one sentence at a time. */
class DrainTest {
    private final MessageBuffers buffers =
            MessageBuffers.builder().memoryLimit(8 << 20).build();
    private final ReadBuffer in = open(LengthField.ofBytes(1).strip(1));
    private final List<String> seen = new ArrayList<>();
    private final FrameHandler<RuntimeException> collect = frame -> {
        seen.add(text(frame.payload()));
        return Next.CONTINUE;
    };

    @AfterEach
    void nothingIsLeased() {
        in.close();
        assertThat(buffers.pool().leasedBytes()).as("leased after close").isZero();
        buffers.close();
        assertThat(buffers.pool().committedBytes()).as("committed after close").isZero();
    }

    private ReadBuffer open(Framing framing) {
        return buffers.connection("peer").framing(framing).open();
    }

    private static String text(Bytes bytes) {
        return new String(bytes.toByteArray(), StandardCharsets.ISO_8859_1);
    }

    /** Frames of one length byte and the word. */
    private static byte[] frames(String... words) {
        StringBuilder stream = new StringBuilder();
        for (String word : words) {
            stream.append((char) word.length()).append(word);
        }
        return stream.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void passesAHandlersExceptionThroughAndConsumesThatFrameAlone(Form form) throws IOException {
        IllegalArgumentException thrown = new IllegalArgumentException("no b");
        FrameHandler<RuntimeException> picky = frame -> {
            if (text(frame.payload()).equals("b")) {
                throw thrown;
            }
            return collect.onFrame(frame);
        };
        Form.Source source = form.of(frames("a", "b", "c", "dd"), 0, 8);

        assertThatThrownBy(() -> source.step(in, picky)).isSameAs(thrown);
        assertThat(seen).containsExactly("a");
        assertThat(source.step(in, picky)).isEqualTo(ReadStatus.DRAINED);
        assertThat(seen).containsExactly("a", "c");
        assertThat(form.push(in, frames("dd"), 2, 3, picky)).isEqualTo(ReadStatus.DRAINED);
        assertThat(seen).containsExactly("a", "c", "dd");
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void skipsTheFrameWhoseHeaderMadeTheHandlerThrow(Form form) throws IOException {
        FrameHandler<IOException> picky = new FrameHandler<>() {
            private boolean thrown;

            @Override
            public Delivery onHeader(Bytes header, long frameLength) throws IOException {
                if (frameLength == 3 && !thrown) {
                    thrown = true;
                    throw new IOException("not this one");
                }
                return Delivery.WHOLE;
            }

            @Override
            public Next onFrame(Frame frame) {
                return collect.onFrame(frame);
            }
        };
        Form.Source source = form.of(frames("a", "bb", "cc"), 0, 8);

        assertThatThrownBy(() -> source.step(in, picky)).hasMessage("not this one");
        assertThat(source.step(in, picky)).isEqualTo(ReadStatus.DRAINED);
        assertThat(seen).containsExactly("a", "cc");
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void skipsTheRestOfAFrameWhosePartMadeTheHandlerThrow(Form form) throws IOException {
        FrameHandler<IOException> picky = new FrameHandler<>() {
            @Override
            public Delivery onHeader(Bytes header, long frameLength) {
                return frameLength == 5 ? Delivery.PARTS : Delivery.WHOLE;
            }

            @Override
            public void onPart(Bytes part, long offset, long frameLength) throws IOException {
                throw new IOException("at " + offset);
            }

            @Override
            public Next onFrame(Frame frame) {
                return collect.onFrame(frame);
            }
        };
        byte[] stream = frames("a", "bbbb", "c");

        assertThatThrownBy(() -> form.push(in, stream, 0, 4, picky)).hasMessage("at 0");
        assertThat(form.push(in, stream, 4, stream.length, picky)).isEqualTo(ReadStatus.DRAINED);
        assertThat(seen).containsExactly("a", "c");
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void endsAConnectionWhoseHeaderTheHandlerRefuses(Form form) throws IOException {
        FrameHandler<RuntimeException> refusing = new FrameHandler<>() {
            @Override
            public Delivery onHeader(Bytes header, long frameLength) throws FrameException {
                throw FrameException.malformed("is of no known type", header);
            }

            @Override
            public Next onFrame(Frame frame) {
                throw new AssertionError("the frame was refused");
            }
        };
        FrameException first = catchThrowableOfType(FrameException.class, () -> form.push(in, frames("a"), refusing));
        assertThat(first.kind()).isEqualTo(FrameException.Kind.MALFORMED);
        assertThatThrownBy(() -> form.push(in, frames("a"), collect)).isSameAs(first);
        assertThat(in.heldBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void keepsTheFrameValidWhenTheHandlerClosesAndCallsItNoMore(Form form) throws IOException {
        FrameHandler<RuntimeException> closing = frame -> {
            in.close();
            return collect.onFrame(frame);
        };
        Form.Source source = form.of(frames("a", "b"), 0, 4);
        assertThat(source.step(in, closing)).isEqualTo(ReadStatus.CLOSED);
        assertThat(seen).containsExactly("a");
        assertThat(in.heldBytes()).isZero();
        assertThat(source.step(in, closing)).isEqualTo(ReadStatus.CLOSED);
        assertThat(in.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void refusesNestedCallsAndGoesOn(Form form) throws IOException {
        FrameHandler<RuntimeException> nesting = frame -> {
            assertThatIllegalStateException().isThrownBy(() -> in.drain(new ChunkChannel(), collect));
            assertThatIllegalStateException().isThrownBy(() -> in.feed(ByteBuffer.allocate(1), collect));
            assertThatIllegalStateException().isThrownBy(() -> in.endOfStream(collect));
            return collect.onFrame(frame);
        };
        assertThat(form.push(in, frames("a", "b"), nesting)).isEqualTo(ReadStatus.DRAINED);
        assertThat(seen).containsExactly("a", "b");
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void emptiesTheViewsThatAHandlerHasKept(Form form) throws IOException {
        List<Bytes> kept = new ArrayList<>();
        AtomicReference<Frame> frame = new AtomicReference<>();
        form.push(in, frames("abc"), (FrameHandler<RuntimeException>) given -> {
            kept.add(given.payload());
            kept.add(given.bytes());
            frame.set(given);
            return Next.CONTINUE;
        });
        assertThat(frame.get().length()).isZero();
        for (Bytes view : kept) {
            assertThat(view.length()).isZero();
            assertThatThrownBy(() -> view.getByte(0)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void measuresTheNextFrameAfterTheHandlerSwitchedTheFraming(Form form) throws IOException {
        FrameHandler<RuntimeException> switching = frame -> {
            if (text(frame.payload()).equals("fixed")) {
                in.switchTo(FixedLength.of(3));
            }
            return collect.onFrame(frame);
        };
        byte[] stream = "\u0001a\u0005fixedabcdef".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(form.push(in, stream, switching)).isEqualTo(ReadStatus.DRAINED);
        assertThat(seen).containsExactly("a", "fixed", "abc", "def");
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void deliversTheFramesBeforeTheEndAndSaysHowMuchIsMissing(Form form) throws IOException {
        byte[] stream = frames("a", "bcdef");
        for (int cut = 1; cut < 6; cut++) {
            ReadBuffer cutShort = open(LengthField.ofBytes(1).strip(1));
            seen.clear();
            form.push(cutShort, stream, 0, 2 + cut, collect);
            FrameException e = catchThrowableOfType(FrameException.class, () -> form.end(cutShort, collect));
            assertThat(seen).containsExactly("a");
            assertThat(e.kind()).isEqualTo(FrameException.Kind.TRUNCATED);
            assertThat(e.received()).isEqualTo(cut);
            assertThat(e.declared()).isEqualTo(6);
            assertThat(e).hasMessageContaining("got " + cut + " of 6");
            assertThat(cutShort.heldBytes()).isZero();
        }
    }

    @Test
    void readsAChannelOfUnknownKindOncePerCall() throws IOException {
        ChunkChannel chunk = new ChunkChannel().has(frames("a"));
        ReadStatus status = in.drain(
                new ReadableByteChannel() {
                    @Override
                    public int read(ByteBuffer target) {
                        return chunk.read(target);
                    }

                    @Override
                    public boolean isOpen() {
                        return true;
                    }

                    @Override
                    public void close() {}
                },
                collect);
        assertThat(status).isEqualTo(ReadStatus.DRAINED);
        assertThat(chunk.reads()).isEqualTo(1);
    }

    @Test
    void neverBlocksOnABlockingSocketThatHasAFrame() throws IOException {
        try (ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel accepted = server.accept()) {
            byte[] stream = frames("one frame", "and half of the next");
            client.write(ByteBuffer.wrap(stream, 0, 15));
            while (seen.isEmpty()) {
                assertThat(in.drain(accepted, collect)).isEqualTo(ReadStatus.DRAINED);
            }
            client.write(ByteBuffer.wrap(stream, 15, stream.length - 15));
            client.shutdownOutput();
            while (in.drain(accepted, collect) != ReadStatus.END) {
                assertThat(in.isOpen()).isTrue();
            }
            assertThat(seen).containsExactly("one frame", "and half of the next");
        }
    }

    /** Public report sjanel/aeronet#485: a cap on what is read at once, after which nothing reads on. */
    @Test
    void saysMoreAtTheReadBudgetAndReadsAllInTheEnd() throws IOException {
        byte[] stream = new byte[1 << 20];
        try (MessageBuffers fair = MessageBuffers.builder()
                        .memoryLimit(4 << 20)
                        .readBudget(64 << 10)
                        .build();
                ReadBuffer budgeted =
                        fair.connection("peer").framing(FixedLength.of(1024)).open()) {
            ChunkChannel channel = new ChunkChannel().has(stream);
            int rounds = 1;
            while (budgeted.drain(channel, frame -> Next.CONTINUE) == ReadStatus.MORE) {
                rounds++;
                assertThat(budgeted.heldBytes()).isZero();
            }
            assertThat(rounds).isEqualTo(17);
            assertThat(budgeted.frameCount()).isEqualTo(1024);
        }
    }

    @Test
    void passesAChannelsExceptionThroughAndIsClosed() throws IOException {
        IOException reset = new IOException("Connection reset");
        in.drain(new ChunkChannel().has(frames("abc"), 0, 2), collect);
        assertThatThrownBy(() -> in.drain(
                        new ReadableByteChannel() {
                            @Override
                            public int read(ByteBuffer target) throws IOException {
                                throw reset;
                            }

                            @Override
                            public boolean isOpen() {
                                return true;
                            }

                            @Override
                            public void close() {}
                        },
                        collect))
                .isSameAs(reset);
        assertThat(reset.getSuppressed()).hasSize(1);
        assertThat(((FrameException) reset.getSuppressed()[0]).received()).isEqualTo(2);
        assertThat(in.isOpen()).isFalse();
        assertThat(in.heldBytes()).isZero();
        assertThat(in.drain(new ChunkChannel(), collect)).isEqualTo(ReadStatus.CLOSED);
    }

    @Test
    void countsWhatAChannelMovedBeforeItThrew() throws IOException {
        byte[] stream = frames("a", "b");
        ChunkChannel careless = new ChunkChannel() {
            @Override
            public int read(ByteBuffer target) {
                super.read(target);
                throw new IllegalStateException("careless");
            }
        };
        careless.has(stream, 0, 3);
        assertThatThrownBy(() -> in.drain(careless, collect)).hasMessage("careless");
        assertThat(in.receivedBytes()).isEqualTo(3);
        assertThat(in.drain(new ChunkChannel().has(stream, 3, 4), collect)).isEqualTo(ReadStatus.DRAINED);
        assertThat(seen).containsExactly("a", "b");
    }

    @Test
    void callsNoHandlerAfterACloseDuringTheRead() throws IOException {
        ChunkChannel closing = new ChunkChannel() {
            @Override
            public int read(ByteBuffer target) {
                in.close();
                return super.read(target);
            }
        };
        assertThat(in.drain(closing.has(frames("a", "b")), collect)).isEqualTo(ReadStatus.CLOSED);
        assertThat(seen).isEmpty();
    }

    @Test
    void refusesAHeaderThatIsLongerThanASlab() {
        LengthField far = LengthField.ofBytes(4).at(65_536);
        assertThatIllegalArgumentException().isThrownBy(() -> open(far)).withMessageContaining("slabBytes 65536");
        assertThatIllegalArgumentException().isThrownBy(() -> in.switchTo(far));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void readsAHeaderAsLongAsASlab(Form form) throws IOException {
        try (ReadBuffer far = open(LengthField.ofBytes(4).at(65_532))) {
            byte[] stream = new byte[65_536 + 5];
            stream[65_535] = 5;
            for (int piece : new int[] {1460, 65_535, 65_541}) {
                for (int from = 0; from < stream.length; from += piece) {
                    form.push(far, stream, from, Math.min(stream.length, from + piece), frame -> Next.CONTINUE);
                }
            }
            assertThat(far.frameCount()).isEqualTo(3);
        }
    }

    @Test
    void takesAHandlersNullForAFaultOfTheHandler() throws IOException {
        FrameHandler<RuntimeException> undecided = new FrameHandler<>() {
            @Override
            public Delivery onHeader(Bytes header, long frameLength) {
                return null;
            }

            @Override
            public Next onFrame(Frame frame) {
                return Next.CONTINUE;
            }
        };
        Form.Source source = Form.FED.of(frames("abc", "d"), 0, 6);
        assertThatThrownBy(() -> source.step(in, undecided)).isInstanceOf(NullPointerException.class);
        assertThat(source.step(in, collect)).isEqualTo(ReadStatus.DRAINED);
        assertThat(seen).containsExactly("d");
    }
}
