package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.memory.SlabPool;
import io.headroom.buffers.memory.Team;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.management.MBeanOperationInfo;
import javax.management.ObjectName;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node gives back after it needed much, and when: a connection at once, the node by and by. */
class GivingBackTest {
    private static final int MIB = 1 << 20;
    private static final int CHUNK = 4 * MIB;
    private static final int SLAB = SlabPool.DEFAULT_SLAB;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    /** As little of the JVM's own as can be that comes and goes: a heap of constant size, and no compiler that takes tens of megabytes. */
    private static final String STEADY =
            "-Xms32m -Xmx32m -XX:+AlwaysPreTouch -XX:TieredStopAtLevel=1" + " -XX:MaxDirectMemorySize=512m";

    /** In a JVM of its own, since what a process has freed so far decides what its C library does with what is freed next. */
    @ParameterizedTest
    @ValueSource(strings = {"trim", "sweep"})
    void residentMemoryIsBackAfterEachOfManyBursts(String how) throws Exception {
        Assumptions.assumeTrue(
                Files.isReadable(Path.of("/proc/self/status")), "no /proc/self/status that shows the resident memory");
        Assumptions.assumeTrue(canTrimTheSystem(), "this JVM has no diagnostic command systemTrimNativeHeap");
        String output = ChildJvm.run(STEADY, BurstProgram.class, List.of(how));
        long[] kb = Arrays.stream(output.strip().split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
        assertThat(kb).as(output).hasSize(1 + 2 * BurstProgram.BURSTS);
        long burstKb = BurstProgram.CONNECTIONS * (BurstProgram.FRAME >> 10);
        for (int i = 1; i < kb.length; i += 2) {
            assertThat(kb[i] - kb[0]).as("grown: %s", output).isGreaterThan(burstKb * 3 / 4);
            assertThat(kb[i + 1]).as("after the burst: %s", output).isLessThan(kb[0] + kb[0] / 4);
        }
    }

    private static boolean canTrimTheSystem() throws Exception {
        MBeanOperationInfo[] operations = ManagementFactory.getPlatformMBeanServer()
                .getMBeanInfo(new ObjectName("com.sun.management:type=DiagnosticCommand"))
                .getOperations();
        return Arrays.stream(operations).anyMatch(it -> it.getName().equals("systemTrimNativeHeap"));
    }

    private static ReadBuffer open(MessageBuffers node) {
        return node.connection("peer").limits(ReadLimits.maxFrame(16 * MIB)).open();
    }

    private static byte[] frame(int length) {
        byte[] frame = new byte[length];
        ByteBuffer.wrap(frame).putInt(length - 4);
        return frame;
    }

    /** Small messages, 1.3 MB of them, in pieces that begin and end anywhere. */
    private static void smallOnes(ReadBuffer in) {
        byte[] small = new byte[1000 * 1300];
        for (int at = 0; at < small.length; at += 1000) {
            ByteBuffer.wrap(small).putInt(at, 996);
        }
        for (int at = 0; at < small.length; at += 7777) {
            push(in, small, at, Math.min(small.length, at + 7777));
        }
    }

    private static void push(ReadBuffer in, byte[] bytes, int from, int to) {
        try {
            Form.FED.push(in, bytes, from, to, IGNORE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long committed(MessageBuffers node) {
        return node.committedBytes() / CHUNK * CHUNK; // without what is kept for small messages
    }

    /**
     * Public reports ghostdogpr/sage#185, ghostdogpr/sage#190 and anthropics/connect-rust#301: one long message, for which the buffer stays
     * large until the connection ends. Here the connection gives it back at once, and the pool when it was not needed for eight sweeps.
     */
    @Test
    void aLongFrameIsForgottenAfterEightQuietSweepsHoweverManySmallOnesCome() {
        try (MessageBuffers node =
                        MessageBuffers.builder().memoryLimit(64 * MIB).build();
                ReadBuffer in = open(node)) {
            for (int burst = 0; burst < 2; burst++) {
                push(in, frame(10 * MIB), 0, 10 * MIB - 1);
                push(in, frame(10 * MIB), 10 * MIB - 1, 10 * MIB);
                assertThat(in.heldBytes()).isZero();
                long needed = committed(node);
                assertThat(needed).isGreaterThanOrEqualTo(12 * MIB);
                for (int quiet = 0; quiet < (burst == 0 ? 5 : 8); quiet++) {
                    assertThat(node.sweep(0).givenBackBytes())
                            .as("sweep %s", quiet)
                            .isZero();
                    smallOnes(in);
                    assertThat(in.heldBytes()).isLessThanOrEqualTo(SLAB);
                    assertThat(committed(node)).isEqualTo(needed);
                }
            }
            assertThat(node.sweep(0).givenBackBytes()).isEqualTo(2 * CHUNK);
            assertThat(committed(node)).isEqualTo(CHUNK);
        }
    }

    /** Ten thousand connections that all had a frame in progress do not give back in one sweep, and a node that is at rest takes nothing. */
    @Test
    void spreadsWhatTenThousandConnectionsGiveBack() {
        try (MessageBuffers node =
                MessageBuffers.builder().memoryLimit(128 * MIB).lanes(false).build()) {
            List<ReadBuffer> connections = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                connections.add(open(node));
                push(connections.get(i), frame(20_000), 0, 3000);
            }
            long most = committed(node);
            assertThat(most).isGreaterThan(40 * MIB);
            connections.forEach(in -> push(in, frame(20_000), 3000, 20_000));
            assertThat(node.leasedBytes()).isZero();
            long step = Math.max(2 * CHUNK, (most / CHUNK + 7) / 8 * CHUNK);
            for (int sweep = 0; sweep < 2 * SlabPool.QUIET_ROUNDS; sweep++) {
                long given = node.sweep(0).givenBackBytes();
                assertThat(given).isLessThanOrEqualTo(sweep < SlabPool.QUIET_ROUNDS ? 0 : step);
            }
            assertThat(node.committedBytes()).isZero();
            connections.forEach(ReadBuffer::close);
        }
    }

    @Test
    void trimLeavesFramesInProgressAloneAndMayBeCalledWhileOthersReceive() {
        MessageBuffers node = MessageBuffers.builder().memoryLimit(64 * MIB).build();
        Team.run(3, (team, member) -> {
            try (ReadBuffer in = open(node)) {
                byte[] frame = frame(MIB + member);
                for (int i = 0; i < 60; i++) {
                    push(in, frame, 0, MIB / 2);
                    if (member == 0) {
                        long leased = node.leasedBytes();
                        assertThat(node.trim()).isBetween(0L, 64L * MIB);
                        assertThat(leased).isPositive();
                        assertThat(in.heldBytes()).isGreaterThanOrEqualTo(MIB / 2);
                    }
                    push(in, frame, MIB / 2, frame.length);
                    assertThat(in.frameCount()).isEqualTo(i + 1);
                    assertThat(node.leasedBytes()).isLessThanOrEqualTo(node.committedBytes());
                }
            }
        });
        assertThat(node.leasedBytes()).isZero();
        node.trim();
        assertThat(node.committedBytes()).isZero();
        node.close();
    }
}
