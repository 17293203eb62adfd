package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one connection, or all connections of one key, may lease of a node's memory. */
class ShareTest {
    private static final int SLAB = 64 << 10;
    private static final int FRAME = 3 * SLAB;
    private static final int SHARE = 8 * SLAB;
    private static final long SECOND = 1_000_000_000;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final List<ByteBuf> kept = new ArrayList<>();
    private final FrameHandler<RuntimeException> keeping = frame -> {
        kept.add(frame.share());
        return Next.CONTINUE;
    };
    private MessageBuffers node;

    @AfterEach
    void allComesBack() {
        kept.forEach(ByteBuf::release);
        assertThat(node.leasedBytes()).isZero();
        node.close();
    }

    private static MessageBuffers.Builder settings() {
        return MessageBuffers.builder().memoryLimit(256 * SLAB);
    }

    private ReadBuffer open(Object key) {
        ReadBufferBuilder settings = node.connection("peer").limits(ReadLimits.maxFrame(FRAME));
        return (key == null ? settings : settings.key(key)).open();
    }

    private static byte[] frame() {
        byte[] frame = new byte[FRAME];
        ByteBuffer.wrap(frame).putInt(FRAME - 4);
        return frame;
    }

    @Test
    void pausesAConnectionThatKeepsTooMuchUntilItGivesBackTheLastViewOfSomething() throws IOException {
        node = settings().connectionShare(SHARE).build();
        ReadBuffer in = open(null);
        ReadBuffer other = open(null);
        assertThat(Form.SCATTERING.push(in, frame(), keeping)).isEqualTo(ReadStatus.DRAINED);
        assertThat(Form.SCATTERING.push(in, frame(), keeping)).isEqualTo(ReadStatus.DRAINED);
        ByteBuf view = kept.get(0).retainedDuplicate();
        assertThat(Form.SCATTERING.push(in, frame(), keeping)).isEqualTo(ReadStatus.PAUSED);
        assertThat(Form.SCATTERING.push(other, frame(), IGNORE))
                .as("another one")
                .isEqualTo(ReadStatus.DRAINED);
        SweepReport report = node.sweep(0);
        assertThat(report.paused()).isEqualTo(1);
        assertThat(report.keptBytes()).isEqualTo(2 * FRAME);
        assertThat(report.isPausedByApplication()).isTrue();
        assertThat(report).asString().contains("1 paused because of what it keeps");

        AtomicInteger woken = new AtomicInteger();
        in.whenReadable(woken::incrementAndGet);
        kept.remove(0).release();
        assertThat(woken).as("a view is left").hasValue(0);
        view.release();
        assertThat(woken).hasValue(1);
        in.close();
        other.close();
        assertThat(node.sweep(0).keptBytes()).isEqualTo(FRAME);
    }

    @Test
    void countsAllConnectionsOfAKeyTogether() throws IOException {
        node = settings().keyShare(SHARE).build();
        List<ReadBuffer> sameKey = List.of(open("10.1.2.3"), open("10.1.2.3"), open("10.1.2.3"));
        ReadBuffer otherKey = open("10.9.9.9");
        ReadBuffer noKey = open(null);
        byte[] half = frame();
        int paused = 0;
        for (ReadBuffer in : sameKey) {
            paused += Form.PLAIN.push(in, half, 0, FRAME - 100, IGNORE) == ReadStatus.PAUSED ? 1 : 0;
        }
        assertThat(paused).isEqualTo(1);
        assertThat(sameKey.stream().mapToLong(ReadBuffer::heldBytes).sum()).isLessThanOrEqualTo(SHARE);
        for (ReadBuffer in : List.of(otherKey, noKey)) {
            assertThat(Form.PLAIN.push(in, half, 0, FRAME - 100, IGNORE)).isEqualTo(ReadStatus.DRAINED);
        }
        AtomicInteger woken = new AtomicInteger();
        sameKey.get(2).whenReadable(woken::incrementAndGet);
        sameKey.get(0).close();
        assertThat(woken).hasValue(1);
        sameKey.forEach(ReadBuffer::close);
        otherKey.close();
        noKey.close();
    }

    @Test
    void forgetsAKeyWithItsLastConnectionAlsoIfThatHeldBytes() throws IOException {
        node = settings().keyShare(SHARE).build();
        Object key = new Object();
        WeakReference<Object> known = new WeakReference<>(key);
        ReadBuffer in = open(key);
        key = null;
        assertThat(Form.PLAIN.push(in, frame(), 0, FRAME - 100, IGNORE)).isEqualTo(ReadStatus.DRAINED);
        in.close();
        in = null;
        for (int i = 0; i < 100 && known.get() != null; i++) {
            System.gc();
        }
        assertThat(known.get()).isNull();
    }

    /** They wait for each other, and for nobody else: to the deadline. */
    @Test
    void closesHalfFramesOfOneKeyThatHaveUsedItsShareUp() throws IOException {
        node = settings().keyShare(SHARE).build();
        List<ReadBuffer> sameKey = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ReadBuffer in = open("10.1.2.3");
            sameKey.add(in);
            Form.PLAIN.push(in, frame(), 0, SLAB + 1, IGNORE);
        }
        List<ReadBuffer> paused = new ArrayList<>();
        for (ReadBuffer in : sameKey) {
            ReadStatus status = Form.PLAIN.push(in, frame(), SLAB + 1, FRAME - 1, IGNORE);
            if (status == ReadStatus.PAUSED) {
                paused.add(in);
            }
        }
        assertThat(paused).hasSizeGreaterThan(2);
        long now = 0;
        node.sweep(now);
        assertThat(node.sweep(now += 60 * SECOND).evicted()).isEmpty();
        assertThat(node.sweep(now += 61 * SECOND).evicted())
                .isNotEmpty()
                .allSatisfy(suspect -> assertThat(suspect.cause()).isEqualTo(Suspect.Cause.DEADLINE));
        assertThat(paused).anySatisfy(in -> assertThat(in.isOpen()).isFalse());
        sameKey.forEach(ReadBuffer::close);
    }

    /** It is for the application to give back, however long that takes. */
    @Test
    void closesNobodyWhosePeerWaitsForWhatTheApplicationKeeps() throws IOException {
        node = settings().keyShare(SHARE).build();
        ReadBuffer in = open("key");
        Form.SCATTERING.push(in, frame(), keeping);
        Form.SCATTERING.push(in, frame(), keeping);
        ReadBuffer second = open("key");
        assertThat(Form.SCATTERING.push(second, frame(), keeping)).isEqualTo(ReadStatus.PAUSED);
        for (long minute = 0; minute < 10; minute++) {
            assertThat(node.sweep(minute * 60 * SECOND).evicted()).isEmpty();
        }
        in.close();
        second.close();
    }

    /** Nor is it a jam of its key that the share of one connection is used up. */
    @Test
    void closesNobodyWhoseOwnShareIsWhatTheApplicationKeeps() throws IOException {
        node = settings().connectionShare(SHARE).build();
        ReadBuffer in = open("key");
        Form.SCATTERING.push(in, frame(), keeping);
        Form.SCATTERING.push(in, frame(), keeping);
        assertThat(Form.SCATTERING.push(in, frame(), keeping)).isEqualTo(ReadStatus.PAUSED);
        for (long minute = 0; minute < 10; minute++) {
            assertThat(node.sweep(minute * 60 * SECOND).evicted()).isEmpty();
        }
        in.close();
    }

    @Test
    void closesNobodyWhoseOwnShareIsWhatTheApplicationKeepsHoweverMuchOthersOfItsKeyHold() throws IOException {
        node = settings().connectionShare(SHARE).keyShare(20 * SHARE).build();
        ReadBuffer in = open("key");
        Form.SCATTERING.push(in, frame(), keeping);
        Form.SCATTERING.push(in, frame(), keeping);
        assertThat(Form.SCATTERING.push(in, frame(), keeping)).isEqualTo(ReadStatus.PAUSED);
        for (long minute = 0; minute < 10; minute++) {
            List<ReadBuffer> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                others.add(open("key"));
                Form.PLAIN.push(others.get(i), frame(), 0, FRAME - 1, IGNORE);
            }
            assertThat(node.sweep(minute * 60 * SECOND).evicted()).isEmpty();
            others.forEach(ReadBuffer::close);
        }
        in.close();
    }

    @Test
    void countsWhatAKeyKeptBeforeItCameBack() throws IOException {
        node = settings().keyShare(SHARE).connectionShare(SHARE).build();
        ReadBuffer in = open("key");
        Form.SCATTERING.push(in, frame(), keeping);
        Form.SCATTERING.push(in, frame(), keeping);
        in.close();
        ReadBuffer again = open("key");
        assertThat(Form.SCATTERING.push(again, frame(), IGNORE)).isEqualTo(ReadStatus.PAUSED);
        kept.remove(0).release();
        assertThat(Form.SCATTERING.push(again, new byte[0], IGNORE)).isNotEqualTo(ReadStatus.PAUSED);
        again.close();
    }

    @Test
    void wakesWhoWaitsForAShareWhenTheNodeIsClosed() throws IOException {
        node = settings().connectionShare(SHARE).build();
        ReadBuffer in = open(null);
        ReadStatus status = Form.SCATTERING.push(in, frame(), keeping);
        while (status == ReadStatus.DRAINED) {
            status = Form.SCATTERING.push(in, frame(), keeping);
        }
        assertThat(status).isEqualTo(ReadStatus.PAUSED);
        AtomicInteger woken = new AtomicInteger();
        in.whenReadable(woken::incrementAndGet);
        node.close();
        assertThat(woken).hasValue(1);
        assertThat(in.isOpen()).isFalse();
        assertThat(in.heldBytes()).isZero();
    }

    @Test
    void refusesSettingsThatCannotWorkTogether() {
        node = settings().connectionShare(SHARE).keyShare(4 * SLAB).build();
        open(null).close();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open("key"))
                .withMessageContaining("ReadLimits.maxFrame " + FRAME)
                .withMessageContaining(String.valueOf(4 * SLAB));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.connection("peer")
                        .limits(ReadLimits.maxFrame(SHARE))
                        .open());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings().connectionShare(0).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings().keyShare(-1).build());
    }
}
