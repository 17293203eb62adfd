package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headroom.buffers.memory.SlabPool;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Public reports of direct memory that grows where nobody looks. Measured by the JVM's native memory tracking, in JVMs of their own: the bean
 * of the JDK's direct buffers does not see all that is taken.
 */
class DirectMemoryReportsTest {
    private static final int SLAB = SlabPool.DEFAULT_SLAB;
    private static final int MIB = 1 << 20;
    private static final int THREADS = 8;

    /** A read goes into one slab at most, so the JDK's cache of each thread has one piece of that size at most. */
    private static final int PIECE = SLAB;

    /** What the JVM itself takes in the same category. */
    private static final int OWN = 32 << 10;

    private static final String TRACKED = "-Xmx600m -XX:NativeMemoryTracking=summary";

    /** Returns by how much the caches had grown at most while threads were there, and once they had ended. */
    private static long[] caches(String flags, Object... arguments) throws Exception {
        List<String> words = Arrays.stream(arguments).map(String::valueOf).toList();
        String output = ChildJvm.run(flags, DirectCacheProgram.class, words);
        assertThat(output).matches("-?\\d+ -?\\d+\\s+");
        return Arrays.stream(output.strip().split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    /**
     * Public reports ehcache/ehcache3#2868 and linkerd/linkerd#1858: each thread keeps a direct buffer as long as the longest read that it
     * has offered. Public report trinodb/trino#542: a flag of the JVM as the cure, which is not needed here.
     */
    @ParameterizedTest
    @ValueSource(strings = {TRACKED, TRACKED + " -Djdk.nio.maxCachedBufferSize=65536"})
    void longFramesLeaveOneShortPieceForEachThreadInTheJdksCaches(String flags) throws Exception {
        long[] grown = caches(flags, "node", "platform", THREADS, THREADS, 8 * MIB);
        assertThat(grown[0]).isLessThanOrEqualTo(THREADS * PIECE + OWN);
        assertThat(grown[1]).isLessThanOrEqualTo(OWN);
    }

    /** What the test above would see: the same threads with a buffer for the whole frame each. */
    @Test
    void aBufferForTheWholeFrameLeavesAllOfItThere() throws Exception {
        assertThat(caches(TRACKED, "naive", "platform", THREADS, THREADS, 100)[0])
                .isGreaterThanOrEqualTo(THREADS * 8L * MIB);
    }

    static List<String> kindsOfThreads() {
        return Runtime.version().feature() < 21 ? List.of("platform") : List.of("platform", "virtual");
    }

    /** From the core-libs-dev thread on per-thread buffers: threads that come and go leave their caches to the collector, or to their carriers. */
    @ParameterizedTest
    @MethodSource("kindsOfThreads")
    void aThousandShortThreadsLeaveNoMoreThanThoseAtOnce(String kind) throws Exception {
        boolean isVirtual = kind.equals("virtual");
        long[] grown = caches(TRACKED, "node", kind, 1000, THREADS, 100_000);
        int carriers = Runtime.getRuntime().availableProcessors();
        assertThat(grown[0]).isLessThanOrEqualTo(THREADS * PIECE + OWN);
        assertThat(grown[1]).isLessThanOrEqualTo(isVirtual ? (long) carriers * PIECE + OWN : OWN);
    }

    /**
     * Public reports netty/netty#6325, netty/netty#11895, ExpediaGroup/styx#17 and apache/pulsar#222: direct memory that no figure shows. The
     * pool's own is what the JVM has taken for it, at every step; the bean of the JDK's direct buffers agrees where these are what it is made of.
     */
    @Test
    void thePoolsFigureIsWhatTheJvmHasTakenForIt() throws Exception {
        String output = ChildJvm.run(TRACKED, PoolFiguresProgram.class, List.of());
        String[] steps = output.strip().split("\n", -1);
        assertThat(steps).as(output).hasSize(PoolFiguresProgram.STEPS);
        long most = 0;
        for (String step : steps) {
            long[] figures = Arrays.stream(step.split(" ", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            assertThat(figures[1] - figures[0]).as(output).isBetween(0L, (long) OWN);
            if (Runtime.version().feature() < 22) {
                assertThat(figures[2]).as(output).isEqualTo(figures[0]);
            }
            most = Math.max(most, figures[0]);
        }
        assertThat(most).isEqualTo(16 * MIB);
        assertThat(steps[steps.length - 1]).startsWith("0 ");
    }

    /** Public reports netty/netty#16068 and linkedin/ambry#2115: taken, leased and received are three numbers, and each is at hand. */
    @Test
    void takenLeasedAndReceivedAreThreeFigures() throws Exception {
        try (MessageBuffers node = MessageBuffers.builder()
                        .memoryLimit(16 * SLAB)
                        .lanes(false)
                        .build();
                ReadBuffer in = node.connection("peer")
                        .limits(ReadLimits.maxFrame(2 * SLAB))
                        .open()) {
            assertFigures(node, in, 0, 0, 0);
            byte[] frame = new byte[2 * SLAB];
            ByteBuffer.wrap(frame).putInt(2 * SLAB - 4);
            FrameHandler<RuntimeException> handler = shown -> Next.CONTINUE;
            Form.FED.push(in, frame, 0, 100, handler);
            assertFigures(node, in, 16 * SLAB, 256, 100);
            Form.FED.push(in, frame, 100, SLAB + 100, handler);
            assertFigures(node, in, 16 * SLAB, node.leasedBytes(), SLAB + 100);
            assertThat(node.leasedBytes()).isBetween(SLAB + 100L, 3L * SLAB);
            Form.FED.push(in, frame, SLAB + 100, 2 * SLAB, handler);
            assertFigures(node, in, 16 * SLAB, 0, 0);
            node.trim();
            assertFigures(node, in, 0, 0, 0);
        }
    }

    private static void assertFigures(MessageBuffers node, ReadBuffer in, long taken, long leased, long received) {
        assertThat(node.committedBytes()).isEqualTo(taken);
        assertThat(node.budget().committedBytes()).isEqualTo(taken);
        assertThat(node.leasedBytes()).isEqualTo(leased);
        assertThat(in.heldBytes()).isEqualTo(leased);
        assertThat(in.pendingBytes()).isEqualTo(received);
    }

    /** Public report reactor/reactor-netty#1310: one long file as one direct buffer, which the JVM has no room for. */
    @ParameterizedTest
    @CsvSource({
        "heap 134217728 67108864, delivered 67108864",
        "direct 0 67108864, ReadLimits.maxFrame 67108864",
        "direct 0 0, FRAME_TOO_LARGE",
        "parts 0 0, streamed 67108864",
    })
    void aFrameLongerThanDirectMemoryIsDeliveredOrRefusedAndNeverAnOutOfMemoryError(String node, String outcome)
            throws Exception {
        String output = ChildJvm.run(
                "-Xmx256m -XX:MaxDirectMemorySize=16m", LongFrameProgram.class, List.of(node.split(" ", -1)));
        assertThat(output)
                .startsWith(outcome)
                .doesNotContain("OutOfMemoryError")
                .contains("the next one: DRAINED");
    }

    /** The same report: a limit that the JVM does not give is refused when the node is built; the JVM gives more from 22 on. */
    @Test
    void aMemoryLimitThatTheJvmDoesNotGiveIsRefusedWithBothNumbers() throws Exception {
        boolean limits = Runtime.version().feature() < 22;
        aFrameLongerThanDirectMemoryIsDeliveredOrRefusedAndNeverAnOutOfMemoryError(
                "direct 134217728 67108864",
                limits ? "refused memoryLimit 134217728: expected at most" : "delivered 67108864");
    }

    @Test
    void namesBothNumbersWhereAFrameCouldNeverFit() {
        try (MessageBuffers node = MessageBuffers.builder().memoryLimit(MIB).build()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> node.connection("peer")
                            .limits(ReadLimits.maxFrame(2 * MIB))
                            .open())
                    .withMessageContaining("ReadLimits.maxFrame " + 2 * MIB)
                    .withMessageContaining("memoryLimit, which is " + MIB);
        }
    }
}
