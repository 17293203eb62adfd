package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.BufferUnderflowException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The faults of the loop as it was, each shown there and shown to be gone. */
final class PastFaultsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void allocatesLittleForASmallMessageAndForAnEndOfStream() throws IOException {
        assertThat(allocatedByAPing(ReadLoop.BEFORE)).isGreaterThan(MessageParser.BUFFER_BYTES);
        assertThat(allocatedByAPing(ReadLoop.AFTER)).isLessThan(4096);
        assertThat(allocatedByTheEnd(ReadLoop.BEFORE)).isGreaterThan(MessageParser.BUFFER_BYTES);
        assertThat(allocatedByTheEnd(ReadLoop.AFTER)).isLessThan(4096);
    }

    @Test
    void readsAFrameLongerThanTheOldBufferAndSeesTheEndOfStreamInOne() throws IOException {
        byte[] body = Frames.random(5_000_000, 1);
        byte[] frame = Frames.block(1, body);
        try (TestPeer before = TestPeer.of(ReadLoop.BEFORE)) {
            before.channel.arrive(frame);
            before.channel.end();
            before.readOnce();
            int reads = before.channel.emptyReadCount();
            for (int i = 0; i < 100; i++) {
                before.readOnce();
            }
            assertThat(before.channel.emptyReadCount()).isEqualTo(reads + 100);
            assertThat(before.channel.isEndSeen()).isFalse();
            assertThat(before.peer.isOpen()).isTrue();
            assertThat(before.takeAll()).isEmpty();
        }
        try (TestPeer after = TestPeer.of(ReadLoop.AFTER)) {
            after.receive(frame);
            assertThat(after.takeAll())
                    .singleElement()
                    .satisfies(m -> assertThat(m.body()).isEqualTo(body));
            after.channel.arrive(Arrays.copyOf(frame, 4_000_000));
            after.channel.end();
            after.receive();
            assertThat(after.peer.disconnectReason()).isEqualTo("EOF - read 4000000 bytes");
        }
    }

    @Test
    void refusesANegativeSizeInsteadOfTakingItForEmpty() throws IOException {
        byte[] frame = Frames.header(MessageType.PING.value(), -2);
        try (TestPeer before = TestPeer.of(ReadLoop.BEFORE)) {
            before.receive(frame);
            assertThat(before.takeAll()).hasSize(1);
        }
        try (TestPeer after = TestPeer.of(ReadLoop.AFTER)) {
            after.receive(frame);
            assertThat(after.peer.disconnectReason())
                    .startsWith("NEGATIVE_LENGTH")
                    .contains("-2");
            assertThat(after.peer.inbox().pendingCount()).isZero();
        }
    }

    @Test
    void disconnectsForADecodersRefusalInsteadOfTryingAgain() throws IOException {
        AtomicInteger decodeCount = new AtomicInteger();
        MessageType refusing = ScriptedCodec.type(data -> {
            decodeCount.incrementAndGet();
            data.position(data.limit()).getInt();
        });
        byte[] frame = Frames.frame(ScriptedCodec.TYPE, new byte[1000]);
        try (TestPeer before = TestPeer.of(ReadLoop.BEFORE, refusing)) {
            before.receive(frame);
            int decodes = decodeCount.get();
            for (byte b : Frames.ping()) {
                before.receive(new byte[] {b});
            }
            assertThat(decodeCount.get()).isGreaterThanOrEqualTo(decodes + 13);
            assertThat(before.peer.isOpen()).isTrue();
            assertThat(before.takeAll()).isEmpty();
        }
        decodeCount.set(0);
        try (TestPeer after = TestPeer.of(ReadLoop.AFTER, refusing)) {
            after.receive(frame);
            assertThat(after.peer.disconnectReason())
                    .isEqualTo("SCRIPTED cannot be decoded: " + BufferUnderflowException.class.getName());
            after.receive(Frames.ping());
            assertThat(decodeCount.get()).isEqualTo(1);
        }
    }

    @Test
    void movesFewBytesWhenManySmallFramesArriveAtOnce() throws IOException {
        byte[] frame = Frames.frame(MessageType.HEIGHT.value(), new byte[100]);
        byte[][] frames = new byte[2000][];
        Arrays.fill(frames, frame);
        long received = (long) frames.length * frame.length;
        try (TestPeer before = roomy(ReadLoop.BEFORE)) {
            AtomicLong moved = new AtomicLong();
            before.onPending(p -> moved.addAndGet(before.before().in.position() - frame.length));
            before.receive(frames);
            assertThat(before.takeAll()).hasSize(frames.length);
            assertThat(moved.get()).isGreaterThan(500 * received);
        }
        try (TestPeer after = roomy(ReadLoop.AFTER)) {
            after.receive(frames);
            assertThat(after.takeAll()).hasSize(frames.length);
            assertThat(after.after().in.copiedBytes()).isLessThanOrEqualTo(received / 20);
        }
    }

    @Test
    void stopsReadingAtTheReadBudgetAndAtAFullQueue() throws IOException {
        byte[][] pings = new byte[100_000][];
        Arrays.fill(pings, Frames.ping());
        try (TestPeer before = TestPeer.of(ReadLoop.BEFORE)) {
            before.channel.arrive(pings);
            before.readOnce();
            assertThat(before.peer.inbox().pendingCount()).isEqualTo(pings.length);
        }
        try (TestPeer after = TestPeer.of(ReadLoop.AFTER, settings -> settings.pendingMessages(50))) {
            after.channel.arrive(pings);
            int taken = 0;
            while (taken < pings.length) {
                after.readOnce();
                assertThat(after.peer.inbox().pendingCount()).isBetween(1, 50);
                assertThat(after.peer.interestOps()).isZero();
                after.readOnce();
                assertThat(after.peer.inbox().pendingCount()).isBetween(1, 50);
                taken += after.takeAll().size();
                assertThat(after.wantsToReadSoon()).isTrue();
            }
            assertThat(after.channel.unreadBytes()).isZero();
        }
        byte[] unknown = Frames.frame(Frames.UNKNOWN_TYPE, new byte[10_000_000]);
        try (TestPeer after = TestPeer.of(ReadLoop.AFTER)) {
            after.channel.arrive(unknown);
            after.readOnce();
            assertThat(after.wantsToReadSoon()).isTrue();
            assertThat(after.channel.unreadBytes()).isPositive();
        }
    }

    @Test
    void keepsAnUncheckedExceptionOfADecoderWithItsConnection() throws IOException {
        MessageType failing = ScriptedCodec.type(data -> {
            throw new IllegalArgumentException("planted");
        });
        byte[] frame = Frames.frame(ScriptedCodec.TYPE, new byte[10]);
        try (TestPeer before = TestPeer.of(ReadLoop.BEFORE, failing)) {
            assertThatThrownBy(() -> before.receive(frame)).hasMessage("planted");
        }
        try (TestPeer after = TestPeer.of(ReadLoop.AFTER, failing)) {
            after.receive(frame);
            assertThat(after.peer.disconnectReason())
                    .startsWith("SCRIPTED cannot be decoded")
                    .contains("planted");
        }
    }

    @Test
    void throwsNothingWhileFramesAreIncomplete(@TempDir Path folder) throws IOException {
        assertThat(exceptionsInHundredReadsOf(ReadLoop.BEFORE, folder)).isGreaterThanOrEqualTo(100);
        assertThat(exceptionsInHundredReadsOf(ReadLoop.AFTER, folder)).isZero();
    }

    @Test
    void holdsLittleForOneByteAndNothingAfterTheDisconnect() throws IOException {
        List<TestPeer> peers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            TestPeer after = TestPeer.of(ReadLoop.AFTER);
            after.receive(new byte[] {0x48});
            peers.add(after);
        }
        assertThat(peers.stream().mapToLong(p -> p.after().in.heldBytes()).sum())
                .isLessThanOrEqualTo(64 * 256);
        for (TestPeer after : peers) {
            after.peer.disconnect("enough");
            assertThat(after.buffers().pool().leasedBytes()).isZero();
            after.close();
        }
        try (TestPeer before = TestPeer.of(ReadLoop.BEFORE)) {
            before.receive(new byte[] {0x48});
            before.peer.disconnect("enough");
            assertThat(before.before().in).isNotNull();
            assertThat(before.before().in.capacity()).isEqualTo(MessageParser.BUFFER_BYTES);
        }
    }

    @Test
    void deliversAMessageThatComesWithTheEndOfTheStream() throws IOException {
        try (TestPeer before = TestPeer.of(ReadLoop.BEFORE)) {
            before.channel.end();
            before.receive(Frames.height(1));
            assertThat(before.takeAll()).isEmpty();
        }
        try (TestPeer after = TestPeer.of(ReadLoop.AFTER)) {
            after.channel.end();
            after.receive(Frames.height(1));
            assertThat(after.peer.isOpen()).isTrue();
            assertThat(after.takeAll()).extracting(Message::number).containsExactly(1L);
            assertThat(after.peer.disconnectReason()).isEqualTo("EOF - nothing left to read");
        }
    }

    private static TestPeer roomy(ReadLoop loop) throws IOException {
        return TestPeer.of(loop, settings -> settings.pendingMessages(10_000));
    }

    private static long allocatedByAPing(ReadLoop loop) throws IOException {
        try (TestPeer test = TestPeer.of(loop)) {
            for (int i = 0; i < 10; i++) {
                test.receive(Frames.ping());
                test.takeAll();
            }
            test.channel.arrive(Frames.ping());
            return allocatedBy(test);
        }
    }

    private static long allocatedByTheEnd(ReadLoop loop) throws IOException {
        try (TestPeer test = TestPeer.of(loop)) {
            test.receive(Frames.ping());
            test.takeAll();
            test.channel.end();
            return allocatedBy(test);
        }
    }

    private static long allocatedBy(TestPeer test) throws IOException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        test.readOnce();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static long exceptionsInHundredReadsOf(ReadLoop loop, Path folder) throws IOException {
        Path file = folder.resolve(loop + ".jfr");
        byte[] frame = Arrays.copyOf(Frames.frame(MessageType.HEIGHT.value(), new byte[200]), 100);
        try (TestPeer test = TestPeer.of(loop);
                Recording recording = new Recording()) {
            test.receive(Frames.ping());
            recording.enable("jdk.JavaExceptionThrow").with("throttle", "off");
            recording.start();
            for (byte b : frame) {
                test.receive(new byte[] {b});
            }
            recording.stop();
            recording.dump(file);
        }
        long thread = Thread.currentThread().getId();
        long count = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.JavaExceptionThrow"))
                .filter(event -> event.getThread() != null && event.getThread().getJavaThreadId() == thread)
                .count();
        Files.delete(file);
        return count;
    }
}
