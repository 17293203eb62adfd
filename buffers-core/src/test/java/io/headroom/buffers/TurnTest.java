package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that wait in turn, for one thing after another: for the share of a key, the completion lane, memory. */
class TurnTest {
    private static final int SLAB = 4096;
    private static final int FRAME = 4 * SLAB;
    private static final int SHARE = 6 * SLAB;

    private final List<ByteBuf> kept = new ArrayList<>();
    private final List<Slab> hoard = new ArrayList<>();
    private final List<Waiting> all = new ArrayList<>();
    private final byte[] frame = NumberedFrames.frame(1, FRAME);
    private MessageBuffers node;

    @AfterEach
    void allComesBack() {
        all.forEach(waiting -> waiting.in.close());
        kept.forEach(ByteBuf::release);
        hoard.forEach(Slab::release);
        assertThat(node.leasedBytes()).isZero();
        node.close();
        assertThat(node.committedBytes()).isZero();
    }

    /** A connection whose application keeps every frame, and counts how often it is woken. */
    private final class Waiting {
        private final ReadBuffer in;
        private final ChunkChannel channel = new ChunkChannel();
        private final AtomicInteger woken = new AtomicInteger();

        Waiting(Object key) {
            in = node.connection("peer")
                    .key(key)
                    .framing(CountedNode.FRAMING)
                    .limits(ReadLimits.maxFrame(FRAME))
                    .open();
            all.add(this);
        }

        ReadStatus has(byte[] bytes, int from, int to) throws IOException {
            channel.has(bytes, from, to);
            return goesOn();
        }

        ReadStatus goesOn() throws IOException {
            ReadStatus status = in.drain(channel, whole -> {
                kept.add(whole.share());
                return Next.CONTINUE;
            });
            if (status == ReadStatus.PAUSED) {
                in.whenReadable(woken::incrementAndGet);
            }
            return status;
        }
    }

    private void hoard() {
        for (int bytes : new int[] {SLAB, SLAB / 16}) {
            for (Slab slab = node.pool().tryLease(bytes);
                    slab != null;
                    slab = node.pool().tryLease(bytes)) {
                hoard.add(slab);
            }
        }
    }

    /** Two that have begun a frame, while what they have kept of others leaves their key no share for more. */
    private List<Waiting> twoWithoutShare() throws IOException {
        node = MessageBuffers.builder()
                .slabBytes(SLAB)
                .memoryLimit(16 * SLAB)
                .lanes(false)
                .keyShare(SHARE)
                .build();
        Waiting keeper = new Waiting("key");
        List<Waiting> two = List.of(new Waiting("key"), new Waiting("key"));
        for (Waiting waiting : two) {
            assertThat(waiting.has(frame, 0, 100)).isEqualTo(ReadStatus.DRAINED);
        }
        byte[] filler = NumberedFrames.frame(1, SLAB);
        while (kept.size() < SHARE / SLAB - 1) {
            assertThat(keeper.has(filler, 0, SLAB)).isEqualTo(ReadStatus.DRAINED);
        }
        keeper.in.close();
        for (Waiting waiting : two) {
            assertThat(waiting.has(frame, 100, FRAME)).isEqualTo(ReadStatus.PAUSED);
            assertThat(waiting.woken).hasValue(0);
        }
        return two;
    }

    private void giveBackKept() {
        kept.forEach(ByteBuf::release);
        kept.clear();
    }

    @Test
    void passesTheTurnForAShareOnThoughItIsRefusedMemory() throws IOException {
        List<Waiting> two = twoWithoutShare();
        kept.remove(0).release();
        assertThat(two.get(0).woken).hasValue(1);
        assertThat(two.get(1).woken).hasValue(0);
        hoard();
        assertThat(two.get(0).goesOn()).isEqualTo(ReadStatus.PAUSED);
        assertThat(two.get(1).woken).hasValue(1);
        assertThat(two.get(1).goesOn()).isEqualTo(ReadStatus.PAUSED);
        two.get(0).in.close();
        giveBackKept();
        hoard.forEach(Slab::release);
        hoard.clear();
        assertThat(two.get(1).woken).hasValue(2);
        assertThat(two.get(1).goesOn()).isEqualTo(ReadStatus.DRAINED);
    }

    @Test
    void letsASweepPassOnTheTurnForAShareThatNobodyTakes() throws IOException {
        List<Waiting> two = twoWithoutShare();
        kept.remove(0).release();
        assertThat(two.get(1).woken).hasValue(0);
        node.sweep(0);
        assertThat(two.get(1).woken).hasValue(1);
        giveBackKept();
        assertThat(two.get(1).goesOn()).isEqualTo(ReadStatus.DRAINED);
    }

    /** Some that have begun a frame, while all memory but the lane is taken. */
    private List<Waiting> begunWithTheLaneLeft(int count) throws IOException {
        node = MessageBuffers.builder().slabBytes(SLAB).memoryLimit(16 * SLAB).build();
        List<Waiting> begun = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            begun.add(new Waiting("key"));
            assertThat(begun.get(i).has(frame, 0, 100)).isEqualTo(ReadStatus.DRAINED);
        }
        hoard();
        return begun;
    }

    @Test
    void wakesWhoeverIsInTheLaneWhenMemoryOfTheLaneComesBack() throws IOException {
        List<Waiting> begun = begunWithTheLaneLeft(2);
        assertThat(begun.get(0).has(frame, 100, FRAME)).isEqualTo(ReadStatus.DRAINED);
        assertThat(kept).hasSize(1);
        Waiting inLane = begun.get(1);
        assertThat(inLane.has(frame, 100, FRAME)).isEqualTo(ReadStatus.PAUSED);
        assertThat(inLane.woken).hasValue(0);
        giveBackKept();
        assertThat(inLane.woken).hasValue(1);
        assertThat(inLane.goesOn()).isEqualTo(ReadStatus.DRAINED);
        assertThat(inLane.in.frameCount()).isEqualTo(1);
    }

    @Test
    void wakesOneThatWaitedForTheLaneAndEnteredItUnasked() throws IOException {
        List<Waiting> begun = begunWithTheLaneLeft(3);
        Waiting first = begun.get(1);
        Waiting second = begun.get(2);
        assertThat(begun.get(0).has(frame, 100, FRAME - 10)).isEqualTo(ReadStatus.DRAINED);
        assertThat(first.has(frame, 100, FRAME)).isEqualTo(ReadStatus.PAUSED);
        assertThat(second.has(frame, 100, FRAME)).isEqualTo(ReadStatus.PAUSED);
        assertThat(begun.get(0).has(frame, FRAME - 10, FRAME)).isEqualTo(ReadStatus.DRAINED);
        assertThat(first.woken).hasValue(1);
        assertThat(second.woken).hasValue(0);
        assertThat(second.goesOn()).isEqualTo(ReadStatus.PAUSED);
        giveBackKept();
        assertThat(second.woken).hasValue(1);
        assertThat(second.goesOn()).isEqualTo(ReadStatus.DRAINED);
        giveBackKept();
        assertThat(first.goesOn()).isEqualTo(ReadStatus.DRAINED);
        assertThat(List.of(first, second))
                .allSatisfy(done -> assertThat(done.in.frameCount()).isEqualTo(1));
    }
}
