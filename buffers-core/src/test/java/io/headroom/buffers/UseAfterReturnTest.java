package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.Cursor;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Slab;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where all leases are tracked, what a handler was shown is of no use when it has returned, and never shows anything else. */
class UseAfterReturnTest {
    private static final int SLAB = 4096;

    /** A short frame, one of a slab, a chain. */
    private static final int[] LENGTHS = {100, SLAB, 5 * SLAB};

    private final MessageBuffers direct = settings().build();
    private final MessageBuffers heap = settings().heap().build();
    private final List<MessageBuffers> kinds = List.of(direct, heap);

    private static MessageBuffers.Builder settings() {
        return MessageBuffers.builder().slabBytes(SLAB).memoryLimit(1 << 20).leaseTracking(LeaseTracking.ALL);
    }

    @AfterEach
    void allComesBack() {
        for (MessageBuffers buffers : kinds) {
            assertThat(buffers.leasedBytes()).isZero();
            buffers.close();
            assertThat(buffers.committedBytes()).isZero();
        }
    }

    private static ReadBuffer open(MessageBuffers buffers) {
        return buffers.connection("peer")
                .framing(LengthField.ofBytes(4).strip(4))
                .limits(ReadLimits.maxFrame(16 * SLAB))
                .open();
    }

    /** Everything that is public in a type, so that nothing new is forgotten, must refuse. */
    private static void assertThatAllIsRefused(Object gone, Class<?> type) throws Exception {
        int refused = 0;
        for (Method method : type.getDeclaredMethods()) {
            if (!Modifier.isPublic(method.getModifiers())
                    || Modifier.isStatic(method.getModifiers())
                    || method.isSynthetic()
                    || method.getName().equals("toString")) {
                continue;
            }
            Throwable thrown = catchThrowable(() -> method.invoke(gone, arguments(method)));
            assertThat(thrown).as(method.toString()).isInstanceOf(InvocationTargetException.class);
            assertThat(((InvocationTargetException) thrown).getTargetException())
                    .as(method.toString())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("gone: ");
            refused++;
        }
        assertThat(refused).as("methods of " + type).isGreaterThan(5);
        assertThat(gone.toString()).isEqualTo(type.getSimpleName() + "[gone]");
    }

    private static Object[] arguments(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> {
                    if (type == byte[].class) {
                        return new byte[1];
                    } else if (type == ByteBuffer.class) {
                        return ByteBuffer.allocate(0);
                    } else if (type == MessageDigest.class) {
                        return sha256();
                    }
                    return 0;
                })
                .toArray();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertThatAllIsRefused(List<Frame> frames, List<Bytes> views, List<Cursor> cursors)
            throws Exception {
        for (Frame frame : frames) {
            assertThatAllIsRefused(frame, Frame.class);
        }
        for (Bytes view : views) {
            assertThatAllIsRefused(view, Bytes.class);
        }
        for (Cursor cursor : cursors) {
            assertThatAllIsRefused(cursor, Cursor.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void everyUseOfAFrameAndItsViewsIsRefused(Form form) throws Exception {
        for (MessageBuffers buffers : kinds) {
            List<Frame> frames = new ArrayList<>();
            List<Bytes> views = new ArrayList<>();
            List<Cursor> cursors = new ArrayList<>();
            try (ReadBuffer in = open(buffers)) {
                form.push(in, NumberedFrames.stream(LENGTHS), frame -> {
                    assertThatAllIsRefusedSoFar(frames, views, cursors);
                    frames.add(frame);
                    for (Bytes view : List.of(frame.bytes(), frame.header(), frame.payload())) {
                        views.add(view);
                        cursors.add(view.cursor());
                        assertThat(view.length()).isPositive();
                    }
                    NumberedFrames.number(frame.bytes());
                    return Next.CONTINUE;
                });
                assertThatAllIsRefused(frames, views, cursors);
            }
            assertThat(frames).hasSize(LENGTHS.length).doesNotHaveDuplicates();
            assertThatAllIsRefused(frames, views, cursors);
        }
    }

    private static void assertThatAllIsRefusedSoFar(List<Frame> frames, List<Bytes> views, List<Cursor> cursors) {
        Throwable thrown = catchThrowable(() -> assertThatAllIsRefused(frames, views, cursors));
        assertThat(thrown).isNull();
    }

    @Test
    void theFrameOfAHandlerThatThrewOrAskedToKeepItIsGoneToo() throws Exception {
        List<Frame> frames = new ArrayList<>();
        try (ReadBuffer in = open(direct)) {
            byte[] stream = NumberedFrames.stream(100, 200);
            Throwable thrown = catchThrowable(() -> Form.SCATTERING.push(in, stream, frame -> {
                frames.add(frame);
                throw new IllegalArgumentException("of the handler");
            }));
            assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
            for (Next next : new Next[] {Next.KEEP, Next.CONTINUE}) {
                Form.SCATTERING.push(in, new byte[0], frame -> {
                    assertThat(NumberedFrames.number(frame.bytes())).isEqualTo(2);
                    frames.add(frame);
                    return next;
                });
                in.resume();
            }
        }
        assertThat(frames).hasSize(3).doesNotHaveDuplicates();
        assertThatAllIsRefused(frames, List.of(), List.of());
    }

    /** Headers and parts are views too. */
    private static final class Hoarder implements FrameHandler<RuntimeException> {
        private final List<Bytes> views = new ArrayList<>();
        private final List<Cursor> cursors = new ArrayList<>();
        private int parts;

        @Override
        public Delivery onHeader(Bytes header, long frameLength) {
            add(header);
            return Delivery.PARTS;
        }

        @Override
        public void onPart(Bytes part, long offset, long frameLength) {
            add(part);
            parts++;
        }

        @Override
        public Next onFrame(Frame frame) {
            throw new AssertionError("a frame in parts");
        }

        private void add(Bytes view) {
            assertThat(view.getByte(0)).isEqualTo(view.cursor().readByte());
            views.add(view);
            cursors.add(view.cursor());
        }
    }

    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void everyUseOfAHeaderOrPartIsRefused(Form form) throws Exception {
        for (MessageBuffers buffers : kinds) {
            Hoarder hoarder = new Hoarder();
            try (ReadBuffer in = open(buffers)) {
                form.push(in, NumberedFrames.stream(LENGTHS), hoarder);
                assertThat(hoarder.parts).isGreaterThanOrEqualTo(LENGTHS.length);
                assertThatAllIsRefused(List.of(), hoarder.views, hoarder.cursors);
            }
        }
    }

    /** The JDK's buffers cannot refuse, so they show nothing but poison. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void partsShowPoisonAndNeverAnotherPeersBytes(Form form) throws IOException {
        for (MessageBuffers buffers : kinds) {
            List<ByteBuffer> parts = new ArrayList<>();
            try (ReadBuffer in = open(buffers);
                    ReadBuffer other = open(buffers)) {
                form.push(in, NumberedFrames.stream(LENGTHS), frame -> {
                    for (int i = 0; i < frame.bytes().partCount(); i++) {
                        parts.add(frame.bytes().part(i));
                    }
                    ByteBuffer first = frame.payload().part(0);
                    assertThat(first.get(0)).isEqualTo(frame.payload().getByte(0));
                    assertThat(first.isReadOnly()).isTrue();
                    parts.add(first);
                    if (frame.bytes().partCount() == 1) {
                        parts.add(frame.bytes().asReadOnlyBuffer());
                    }
                    return Next.CONTINUE;
                });
                form.push(other, NumberedFrames.stream(LENGTHS), 0, 3 * SLAB, frame -> Next.CONTINUE);
                for (ByteBuffer part : parts) {
                    assertThat(part.remaining()).isPositive();
                    while (part.hasRemaining()) {
                        assertThat(part.get()).isEqualTo(Tracker.POISON);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void memoryThatGoesBackIsOverwritten(Form form) throws IOException {
        byte[] stream = new byte[100 + 6 * SLAB];
        Arrays.fill(stream, (byte) 0x5a);
        ByteBuffer.wrap(stream).putInt(0, 96).putInt(100, 6 * SLAB - 4);
        for (MessageBuffers buffers : kinds) {
            try (ReadBuffer in = open(buffers)) {
                for (int piece : new int[] {stream.length, 1000}) {
                    for (int from = 0; from < stream.length; from += piece) {
                        form.push(in, stream, from, Math.min(stream.length, from + piece), frame -> Next.CONTINUE);
                    }
                }
            }
            List<Slab> all = new ArrayList<>();
            for (Slab slab = buffers.pool().tryLease(SLAB);
                    slab != null;
                    slab = buffers.pool().tryLease(SLAB)) {
                all.add(slab);
                while (slab.buffer().hasRemaining()) {
                    assertThat(slab.buffer().get()).isNotEqualTo((byte) 0x5a);
                }
            }
            all.forEach(Slab::release);
        }
    }
}
