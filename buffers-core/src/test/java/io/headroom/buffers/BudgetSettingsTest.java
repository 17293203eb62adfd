package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.SlabPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Settings of memory that are looked at together, when a node is built and when a connection is opened; public report apache/cassandra#3655. */
class BudgetSettingsTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;

    private static ReadBuffer open(MessageBuffers node, long maxFrame, boolean contiguous) {
        ReadBufferBuilder settings = node.connection("peer").limits(ReadLimits.maxFrame(maxFrame));
        return (contiguous ? settings.contiguous() : settings).open();
    }

    @Test
    void theDefaultIsAQuarterOfTheDirectMemoryThatTheJvmMayTake() {
        long most = MemoryBudget.directLimitBytes();
        assertThat(MemoryBudget.defaultLimitBytes()).isEqualTo(most / 4).isLessThanOrEqualTo(most);
        try (MessageBuffers node = MessageBuffers.builder().build()) {
            assertThat(node.budget().limitBytes()).isEqualTo(most / 4 / SLAB * SLAB);
        }
    }

    @Test
    void refusesMoreDirectMemoryThanTheJvmMayTakeAndNamesBoth() {
        Assumptions.assumeTrue(Runtime.version().feature() < 22, "from JDK 22 on the JVM's limit does not count it");
        long most = MemoryBudget.directLimitBytes();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageBuffers.builder().memoryLimit(most + 1).build())
                .withMessageContaining(String.valueOf(most + 1))
                .withMessageContaining(String.valueOf(most))
                .withMessageContaining("MaxDirectMemorySize");
        MessageBuffers.builder().memoryLimit(most).build().close();
        MessageBuffers.builder().memoryLimit(most + 1).heap().build().close();
    }

    @Test
    void aFrameMayBeAsLongAsTheLimitAndNoLonger() {
        try (MessageBuffers node = MessageBuffers.builder().memoryLimit(MIB).build()) {
            open(node, MIB, false).close();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> open(node, 2 * MIB, false))
                    .withMessageContaining(String.valueOf(MIB))
                    .withMessageContaining(String.valueOf(2 * MIB));
            ReadBuffer in = open(node, MIB, false);
            assertThatIllegalArgumentException().isThrownBy(() -> in.limits(ReadLimits.maxFrame(MIB + 1)));
            in.close();
        }
    }

    @Test
    void refusesAFrameThatNeedsWhatIsSetAsideForSmallMessagesAndNoShorterOne() throws IOException {
        MemoryBudget budget = MemoryBudget.of(8 * MIB);
        try (MessageBuffers node = MessageBuffers.builder().budget(budget).build();
                MessageBuffers other = MessageBuffers.builder().budget(budget).build()) {
            int longest = 8 * MIB - (int) budget.reservedBytes();
            assertThat(budget.reservedBytes()).isEqualTo(8 * SlabPool.DEFAULT_SLAB);
            ReadBuffer refusing = open(node, 8 * MIB, false);
            ByteBuffer longer = ByteBuffer.allocate(4).putInt(longest - 3).flip();
            assertThatExceptionOfType(FrameException.class)
                    .isThrownBy(() -> refusing.feed(longer, whole -> Next.CONTINUE))
                    .withMessageContaining("MessageBuffers.memoryLimit");
            refusing.close();
            ReadBuffer in = open(node, 8 * MIB, false);
            ByteBuffer frame = ByteBuffer.allocate(longest).putInt(0, longest - 4);
            AtomicInteger delivered = new AtomicInteger();
            while (frame.hasRemaining()) {
                frame.limit(Math.min(longest, frame.position() + 50_000));
                ReadStatus status = in.feed(frame, whole -> {
                    delivered.set(whole.length());
                    return Next.CONTINUE;
                });
                assertThat(status).isEqualTo(ReadStatus.DRAINED);
                frame.limit(longest);
            }
            assertThat(delivered).hasValue(longest);
            in.close();
            assertThat(other.leasedBytes()).isZero();
        }
    }

    @Test
    void keepsBackWhatTheLongestFrameNeedsInItsMode() {
        try (MessageBuffers node =
                MessageBuffers.builder().memoryLimit(64 * MIB).build()) {
            assertThat(node.budget().laneBytes()).isZero();
            open(node, MIB, false).close();
            assertThat(node.budget().laneBytes()).isEqualTo(MIB + 2 * SLAB);
            open(node, 4 * MIB, true).close();
            long contiguous = node.budget().laneBytes();
            assertThat(contiguous).isBetween(6L * MIB, 7L * MIB);
            open(node, 100, false).close();
            assertThat(node.budget().laneBytes()).as("never less").isEqualTo(contiguous);
        }
        try (MessageBuffers node =
                MessageBuffers.builder().memoryLimit(64 * MIB).lanes(false).build()) {
            open(node, MIB, false).close();
            assertThat(node.budget().laneBytes()).isZero();
        }
    }

    @Test
    void looksAtNewLimitsAsAtTheFirstOnes() {
        try (MessageBuffers node = MessageBuffers.builder()
                .memoryLimit(48 * MIB)
                .keyShare(20 * MIB)
                .build()) {
            ReadBuffer contiguous = open(node, MIB, true);
            long lane = node.budget().laneBytes();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> contiguous.limits(ReadLimits.maxFrame(40 * MIB)))
                    .withMessageContaining("contiguous");
            contiguous.limits(ReadLimits.maxFrame(4 * MIB));
            assertThat(node.budget().laneBytes()).isGreaterThan(lane).isGreaterThanOrEqualTo(6L * MIB);
            ReadBuffer keyed = node.connection("peer")
                    .key("key")
                    .limits(ReadLimits.maxFrame(MIB))
                    .open();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> keyed.limits(ReadLimits.maxFrame(20 * MIB)))
                    .withMessageContaining("share");
            contiguous.close();
            keyed.close();
        }
    }

    @Test
    void aLimitOfNothingIsNoDefault() {
        for (long limit : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> MessageBuffers.builder().memoryLimit(limit).build())
                    .withMessageContaining("memoryLimit " + limit);
        }
    }

    @Test
    void theLaneLeavesWhatAConnectionNeedsToBegin() {
        try (MessageBuffers node =
                MessageBuffers.builder().memoryLimit(10 * SLAB).build()) {
            open(node, 10 * SLAB, false).close();
            assertThat(node.budget().laneBytes()).isEqualTo(6 * SLAB);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageBuffers.builder().memoryLimit(3 * SLAB).build())
                .withMessageContaining("4 slabs");
    }

    @Test
    void aSharedBudgetIsCheckedLikeOneOfItsOwn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageBuffers.builder()
                        .budget(MemoryBudget.of(3 * SLAB))
                        .build());
        assertThatIllegalArgumentException().isThrownBy(() -> MemoryBudget.of(0));
        MemoryBudget budget = MemoryBudget.of(16 * MIB);
        try (MessageBuffers one = MessageBuffers.builder().budget(budget).build();
                MessageBuffers other =
                        MessageBuffers.builder().budget(budget).heap().build()) {
            open(one, MIB, false).close();
            open(other, 2 * MIB, false).close();
            assertThat(budget.laneBytes()).isEqualTo(2 * MIB + 2 * SLAB);
            assertThat(one.budget()).isSameAs(other.budget());
        }
        assertThat(budget.committedBytes()).isZero();
    }
}
