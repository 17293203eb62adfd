package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a maintainer expects to find again: each test runs on the loop as it was and on the one that replaces it. */
final class PreservedBehaviourTest {
    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void keepsPartialFramesHandlesSeveralPerReadInOrderAndIsSilentOnAClosedChannel(ReadLoop loop) throws IOException {
        byte[] frames = Frames.join(Frames.ping(), Frames.height(7), Frames.ping(9), Frames.height(8), Frames.ping());
        for (int cut = 0; cut <= frames.length; cut++) {
            try (TestPeer test = TestPeer.of(loop)) {
                test.receive(Arrays.copyOf(frames, cut));
                test.receive(Arrays.copyOfRange(frames, cut, frames.length));
                assertThat(test.takeAll())
                        .extracting(m -> m.type() + ":" + m.id() + ":" + m.number())
                        .containsExactly("PING:0:0", "HEIGHT:0:7", "PING:9:0", "HEIGHT:0:8", "PING:0:0");
                int reads = test.channel.readCount();
                test.channel.arrive(Frames.ping());
                test.channel.close();
                test.readOnce();
                assertThat(test.channel.readCount()).isEqualTo(reads);
                assertThat(test.peer.inbox().pendingCount()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void refusesAWrongMagicAtItsFourthByteBehindTheFramesBeforeIt(ReadLoop loop) throws IOException {
        try (TestPeer test = TestPeer.of(loop)) {
            test.receive(Frames.ping(), Frames.height(1), new byte[] {'G', 'E', 'T'});
            assertThat(test.peer.isOpen()).isTrue();
            test.receive(new byte[] {' '});
            assertThat(test.peer.disconnectReason()).containsIgnoringCase("magic");
            assertThat(test.peer.inbox().pendingCount()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void refusesABadIdAndTooLongDataAsSoonAsTheyCanBeRead(ReadLoop loop) throws IOException {
        for (int hasId : new int[] {1, 2, 0x80, 0xff}) {
            assertRefusedByTheLastOf(loop, Frames.join(Frames.start(1, hasId), intBytes(0)), "id 0");
            assertRefusedByTheLastOf(loop, Frames.join(Frames.start(1, hasId), intBytes(-5)), "id -5");
        }
        int tooLong = MessageFraming.MAX_DATA_BYTES + 1;
        assertRefusedByTheLastOf(loop, Frames.header(MessageType.BLOCK.value(), tooLong), "10485761");
        assertRefusedByTheLastOf(loop, Frames.header(Frames.UNKNOWN_TYPE, tooLong), "10485761");
        try (TestPeer test = TestPeer.of(loop)) {
            test.receive(Frames.join(Frames.start(1, 0x80), intBytes(6), intBytes(0)));
            assertThat(test.takeAll()).extracting(Message::id).containsExactly(6);
            test.receive(Frames.header(MessageType.BLOCK.value(), MessageFraming.MAX_DATA_BYTES));
            assertThat(test.peer.isOpen()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void disconnectsForAWrongChecksumOfAKnownTypeAndOfAnUnknownOne(ReadLoop loop) throws IOException {
        byte[] data = Frames.random(200_000, 1);
        for (int type : new int[] {MessageType.BLOCK.value(), Frames.UNKNOWN_TYPE}) {
            try (TestPeer test = TestPeer.of(loop)) {
                test.receive(Frames.corrupted(Frames.frame(type, data)));
                assertThat(test.peer.disconnectReason()).startsWith("checksum ");
                assertThat(test.counters().of(type).messages()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void countsAndDiscardsUnknownTypesAndGoesOn(ReadLoop loop) throws IOException {
        byte[] large = Frames.frame(Frames.UNKNOWN_TYPE, Frames.random(300_000, 2));
        byte[] empty = Frames.frame(Frames.UNKNOWN_TYPE, new byte[0]);
        try (TestPeer test = TestPeer.of(loop)) {
            for (byte b : Arrays.copyOf(large, 40)) {
                test.receive(new byte[] {b});
            }
            test.receive(Arrays.copyOfRange(large, 40, large.length), empty, Frames.height(3));
            assertThat(test.takeAll()).extracting(Message::number).containsExactly(3L);
            MessageCounters.Count count = test.counters().of(Frames.UNKNOWN_TYPE);
            assertThat(count.messages()).isEqualTo(2);
            assertThat(count.bytes()).isEqualTo(large.length + 13);
        }
    }

    @Test
    void holdsAnUnknownTypeOnlyInParts() throws IOException {
        byte[] frame = Frames.frame(Frames.UNKNOWN_TYPE, Frames.random(1_000_000, 3));
        try (TestPeer test = TestPeer.of(ReadLoop.AFTER)) {
            long most = 0;
            for (int at = 0; at < frame.length; at += 1000) {
                test.receive(Arrays.copyOfRange(frame, at, Math.min(at + 1000, frame.length)));
                most = Math.max(most, test.after().in.heldBytes());
            }
            assertThat(most).isLessThanOrEqualTo(4096);
            assertThat(test.counters().of(Frames.UNKNOWN_TYPE).messages()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void skipsWhatADecoderLeavesUnread(ReadLoop loop) throws IOException {
        byte[] numberAndMore = ByteBuffer.allocate(100).putLong(5).array();
        try (TestPeer test = TestPeer.of(loop)) {
            test.receive(Frames.frame(MessageType.HEIGHT.value(), numberAndMore), Frames.height(6));
            assertThat(test.takeAll()).extracting(Message::number).containsExactly(5L, 6L);
        }
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void lendsDecodersExactlyTheDataReadOnlyOnTheReadingThread(ReadLoop loop) throws IOException {
        List<ByteBuffer> lent = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<byte[]> contents = new ArrayList<>();
        MessageType type = ScriptedCodec.type(data -> {
            lent.add(data);
            threads.add(Thread.currentThread());
            assertThat(data.position()).isZero();
            assertThat(data.isReadOnly()).isTrue();
            assertThat(data.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
            byte[] content = new byte[data.limit()];
            data.get(content);
            contents.add(content);
        });
        int[] sizes = {0, 1, 1000, 65_536, 200_000};
        try (TestPeer test = TestPeer.of(loop, type)) {
            for (int size : sizes) {
                test.receive(Frames.frame(ScriptedCodec.TYPE, Frames.random(size, size)));
            }
            assertThat(test.takeAll()).hasSize(sizes.length);
        }
        assertThat(threads).containsOnly(Thread.currentThread());
        for (int i = 0; i < sizes.length; i++) {
            assertThat(lent.get(i).limit()).isEqualTo(sizes[i]);
            assertThat(contents.get(i)).isEqualTo(Frames.random(sizes[i], sizes[i]));
        }
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void countsMessagesAndWholeFramesOfEachTypeUnknownOnesIncluded(ReadLoop loop) throws IOException {
        try (TestPeer test = TestPeer.of(loop)) {
            test.receive(Frames.ping(), Frames.ping(1), Frames.height(2));
            test.receive(Frames.frame(Frames.UNKNOWN_TYPE, new byte[10]), Frames.frame(-1, new byte[10]));
            assertThat(test.counters().of(MessageType.PING.value())).hasToString("2 messages, 30 bytes");
            assertThat(test.counters().of(MessageType.HEIGHT.value())).hasToString("1 messages, 25 bytes");
            assertThat(test.counters().of(Frames.UNKNOWN_TYPE)).hasToString("1 messages, 27 bytes");
            assertThat(test.counters().of(-1)).hasToString("1 messages, 27 bytes");
            assertThat(test.counters().of(MessageType.BLOCK.value())).hasToString("0 messages, 0 bytes");
        }
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void handsAReplyToWhoeverWaitsForItsIdAndAllElseToThePendingQueue(ReadLoop loop) throws IOException {
        try (TestPeer test = TestPeer.of(loop)) {
            BlockingQueue<Message> reply = test.peer.inbox().expectReply(5);
            test.receive(Frames.ping(4), Frames.ping(5), Frames.ping(), Frames.ping(6));
            assertThat(reply).extracting(Message::id).containsExactly(5);
            assertThat(test.takeAll()).extracting(Message::id).containsExactly(4, 0, 6);
            test.peer.inbox().forgetReply(5);
            test.receive(Frames.ping(5));
            assertThat(test.takeAll()).extracting(Message::id).containsExactly(5);
        }
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void tellsTheEndOfAStreamWithTheUnconsumedBytesOrWithoutAny(ReadLoop loop) throws IOException {
        byte[] partOfAPing = Arrays.copyOf(Frames.ping(), 9);
        byte[] partOfABlock = Arrays.copyOf(Frames.block(1, Frames.random(500_000, 4)), 150_000);
        byte[] partOfAnUnknown = Arrays.copyOf(Frames.frame(Frames.UNKNOWN_TYPE, new byte[500_000]), 150_000);
        assertThat(reasonAfter(loop)).isEqualTo("EOF - nothing left to read");
        assertThat(reasonAfter(loop, Frames.ping())).isEqualTo("EOF - nothing left to read");
        assertThat(reasonAfter(loop, partOfAPing)).isEqualTo("EOF - read 9 bytes");
        assertThat(reasonAfter(loop, Frames.ping(), partOfAPing)).isEqualTo("EOF - read 9 bytes");
        assertThat(reasonAfter(loop, partOfABlock)).isEqualTo("EOF - read 150000 bytes");
        assertThat(reasonAfter(loop, partOfAnUnknown)).isEqualTo("EOF - read 150000 bytes");
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void leavesAnIoExceptionToTheLoopAndGivesAProtocolErrorItsOwnReason(ReadLoop loop) throws Exception {
        try (TestPeer test = TestPeer.of(loop)) {
            IOException reset = new IOException("Connection reset");
            test.channel.fail(reset);
            assertThatThrownBy(() -> test.receive(Frames.ping())).isSameAs(reset);
            assertThat(test.peer.disconnectReason()).isNull();
        }
        String reason = TestNode.reasonToDisconnect(loop, socket -> {
            socket.setSoLinger(true, 0);
            socket.close();
        });
        assertThat(reason).isEqualTo("Connection reset");
        byte[] corrupted = Frames.corrupted(Frames.height(1));
        reason = TestNode.reasonToDisconnect(
                loop, socket -> socket.getOutputStream().write(corrupted));
        assertThat(reason).startsWith("checksum ");
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void tracesBytesReadTheirFirstEightInHexAndWhatWasThereBefore(ReadLoop loop) throws IOException {
        List<String> trace = new ArrayList<>();
        byte[] frame = Frames.frame(ScriptedCodec.TYPE, Frames.random(100, 5));
        byte[] rest = {10, -2, 33, 44, 55, 66, 77, 88, 99};
        System.arraycopy(rest, 0, frame, frame.length - 9, 9);
        byte[] data = Arrays.copyOfRange(frame, 17, frame.length);
        System.arraycopy(Frames.checksum(data), 0, frame, 13, 4);
        try (TestPeer test = TestPeer.of(loop, settings -> settings.trace(trace::add))) {
            test.receive(Frames.ping(), Arrays.copyOf(frame, frame.length - 9));
            test.receive(Arrays.copyOfRange(frame, frame.length - 9, frame.length));
            test.receive(new byte[] {0x48});
        }
        assertThat(trace)
                .containsExactly(
                        "read 121 bytes [48 4e 4f 44 00 00 00 01] behind 0",
                        "read 9 bytes [0a fe 21 2c 37 42 4d 58] behind 108",
                        "read 1 bytes [48] behind 0");
    }

    @ParameterizedTest
    @EnumSource(ReadLoop.class)
    void holdsNoBufferWhileIdle(ReadLoop loop) throws IOException {
        try (TestPeer test = TestPeer.of(loop)) {
            assertThat(heldBytes(test)).isZero();
            test.receive(Frames.ping(), Frames.block(1, new byte[100_000]));
            assertThat(test.takeAll()).hasSize(2);
            assertThat(heldBytes(test)).isZero();
            assertThat(test.buffers().pool().leasedBytes()).isZero();
        }
    }

    private static long heldBytes(TestPeer test) {
        if (test.peer instanceof PeerAfter) {
            return test.after().in.heldBytes();
        }
        ByteBuffer buffer = test.before().in;
        return buffer == null ? 0 : buffer.capacity();
    }

    private static void assertRefusedByTheLastOf(ReadLoop loop, byte[] bytes, String words) throws IOException {
        try (TestPeer test = TestPeer.of(loop)) {
            test.receive(Arrays.copyOf(bytes, bytes.length - 1));
            assertThat(test.peer.isOpen()).isTrue();
            test.receive(new byte[] {bytes[bytes.length - 1]});
            assertThat(test.peer.disconnectReason()).contains(words);
        }
    }

    private static String reasonAfter(ReadLoop loop, byte[]... pieces) throws IOException {
        try (TestPeer test = TestPeer.of(loop)) {
            test.channel.arrive(pieces);
            test.channel.end();
            test.receive();
            test.takeAll();
            return test.peer.disconnectReason();
        }
    }

    private static byte[] intBytes(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }
}
