package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole nodes on the loopback address. */
@Timeout(300)
final class NodeTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int[] BODY_LENGTHS = {0, 1, 13, 1000, 65_507, 65_508, 131_072, 1_000_000, 70_000, 3};

    @Test
    void exchangesMessagesOfAllSizesWithManyPeersAndHoldsNothingWhenIdle() throws Exception {
        try (TestNode server = TestNode.start(NodeTest::echo);
                TestNode client = TestNode.start((peer, message) -> {})) {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            List<Future<?>> talks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int number = i;
                Peer peer = client.node.connect(server.port);
                talks.add(threads.submit(() -> talk(peer, number)));
            }
            for (Future<?> talk : talks) {
                talk.get();
            }
            threads.shutdown();
            TestNode.await(() -> server.leasedBytes() == 0 && client.leasedBytes() == 0);
            assertThat(server.node.peers()).hasSize(8).allMatch(p -> ((PeerAfter) p).in.heldBytes() == 0);
            assertThat(client.node.peers()).hasSize(8).allMatch(p -> ((PeerAfter) p).in.heldBytes() == 0);
            assertThat(server.node.counters().of(MessageType.BLOCK.value()).messages())
                    .isEqualTo(8 * 10 + 1);
            assertThat(client.node.counters().of(MessageType.BLOCK.value()).messages())
                    .isEqualTo(8 * 10 + 1);
        }
    }

    private static Void talk(Peer peer, int number) throws InterruptedException {
        for (int length : BODY_LENGTHS) {
            assertEcho(peer, Frames.random(length, number));
        }
        if (number == 3) {
            assertEcho(peer, Frames.random(5_000_000, number));
        }
        return null;
    }

    private static void assertEcho(Peer peer, byte[] body) throws InterruptedException {
        Message sent = Message.of(MessageType.BLOCK).withNumber(body.length).withBody(body);
        Message reply = peer.request(sent, TIMEOUT);
        assertThat(peer.disconnectReason()).isNull();
        assertThat(reply).isNotNull();
        assertThat(reply.number()).isEqualTo(body.length);
        assertThat(reply.body()).isEqualTo(body);
    }

    private static void echo(Peer peer, Message message) {
        peer.send(message);
    }

    @Test
    void answersOthersWhileOnePeerFloods() throws Exception {
        try (TestNode server = TestNode.start(new BlockServer());
                TestNode client = TestNode.start((peer, message) -> {});
                Socket flooding = server.connect()) {
            AtomicBoolean enough = new AtomicBoolean();
            byte[] flood = Frames.frame(Frames.UNKNOWN_TYPE, new byte[1_000_000]);
            Thread flooder = new Thread(() -> {
                while (!enough.get()) {
                    write(flooding, flood);
                }
            });
            flooder.start();
            TestNode.await(() -> server.node.counters().of(Frames.UNKNOWN_TYPE).messages() > 10);
            Peer peer = client.node.connect(server.port);
            for (int i = 0; i < 10; i++) {
                assertThat(peer.request(Message.of(MessageType.PING), TIMEOUT)).isNotNull();
            }
            assertThat(flooder.isAlive()).isTrue();
            enough.set(true);
            flooder.join();
        }
    }

    @Test
    void readsNothingMoreFromAPeerWhoseMessagesNobodyTakesUntilTheyAreTaken() throws Exception {
        Semaphore mayHandle = new Semaphore(0);
        List<Long> handled = new CopyOnWriteArrayList<>();
        byte[][] frames = new byte[1000][];
        Arrays.setAll(frames, Frames::height);
        try (TestNode server =
                        TestNode.start(ReadLoop.AFTER, settings -> settings.pendingMessages(10), (peer, message) -> {
                            acquire(mayHandle);
                            handled.add(message.number());
                        });
                Socket socket = server.connect()) {
            Peer peer = server.nextPeer();
            socket.getOutputStream().write(Frames.join(frames));
            TestNode.await(() -> peer.interestOps() == 0);
            // The inbox was full with ten, and the worker has one in hand that it took before or after that.
            assertThat(server.node.counters().of(MessageType.HEIGHT.value()).messages())
                    .isBetween(10L, 11L);
            mayHandle.release(frames.length);
            TestNode.await(() -> handled.size() == frames.length);
            for (int i = 0; i < frames.length; i++) {
                assertThat(handled.get(i)).isEqualTo(i);
            }
            mayHandle.release();
            socket.getOutputStream().write(Frames.height(frames.length));
            TestNode.await(() -> handled.size() == frames.length + 1);
        }
    }

    @Test
    void readsOnWhenAnotherPeerGivesBackTheMemoryThatWasShort() throws Exception {
        byte[] frame = Frames.block(1, Frames.random(9_000_000, 9));
        List<Message> handled = new CopyOnWriteArrayList<>();
        try (TestNode server = TestNode.start(
                        ReadLoop.AFTER,
                        settings -> settings.memoryLimit(19 << 20),
                        (peer, message) -> handled.add(message));
                Socket first = server.connect();
                Socket second = server.connect()) {
            PeerAfter firstPeer = (PeerAfter) server.nextPeer();
            PeerAfter secondPeer = (PeerAfter) server.nextPeer();
            first.getOutputStream().write(frame, 0, 8_000_000);
            TestNode.await(() -> firstPeer.in.pendingBytes() == 8_000_000);
            Thread writer = new Thread(() -> write(second, frame));
            writer.start();
            TestNode.await(() -> secondPeer.interestOps() == 0);
            assertThat(secondPeer.in.heldBytes()).isPositive();
            assertThat(handled).isEmpty();
            first.shutdownOutput();
            TestNode.await(() -> handled.size() == 1);
            writer.join();
            assertThat(firstPeer.disconnectReason()).isEqualTo("EOF - read 8000000 bytes");
            assertThat(handled.get(0).body()).isEqualTo(Frames.random(9_000_000, 9));
        }
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void acquire(Semaphore semaphore) {
        try {
            semaphore.acquire();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the node was closed", e);
        }
    }

    @Test
    void livesOnWhenADecoderThrows() throws Exception {
        MessageType failing = ScriptedCodec.type(data -> {
            throw new IllegalArgumentException("planted");
        });
        byte[] frame = Frames.frame(ScriptedCodec.TYPE, new byte[10]);
        MessageTypes types = MessageTypes.standard().with(failing);
        for (ReadLoop loop : ReadLoop.values()) {
            try (TestNode server = TestNode.start(loop, settings -> settings.types(types), new BlockServer());
                    Socket good = server.connect();
                    Socket bad = server.connect()) {
                Peer goodPeer = server.nextPeer();
                Peer badPeer = server.nextPeer();
                bad.getOutputStream().write(frame);
                TestNode.await(() -> badPeer.disconnectReason() != null);
                if (loop == ReadLoop.AFTER) {
                    assertThat(badPeer.disconnectReason()).contains("planted");
                    good.getOutputStream().write(Frames.ping(3));
                    assertThat(good.getInputStream().readNBytes(17)).hasSize(17).endsWith(0, 0, 0, 3, 0, 0, 0, 0);
                    assertThat(server.node.failure()).isNull();
                } else {
                    server.node.ioThread().join();
                    assertThat(server.node.failure()).hasMessage("planted");
                    assertThat(goodPeer.isOpen()).isFalse();
                }
            }
        }
    }

    @Test
    void livesOnWhenTheApplicationThrows() throws Exception {
        try (TestNode server = TestNode.start((peer, message) -> {
                    throw new IllegalStateException("planted");
                });
                Socket socket = server.connect()) {
            Peer peer = server.nextPeer();
            socket.getOutputStream().write(Frames.ping());
            TestNode.await(() -> peer.disconnectReason() != null);
            assertThat(peer.disconnectReason()).contains("planted");
            assertThat(server.node.ioThread().isAlive()).isTrue();
        }
    }

    @Test
    void answersAPeerThatHasEndedItsStream() throws Exception {
        try (TestNode server = TestNode.start(new BlockServer());
                Socket socket = server.connect()) {
            Peer peer = server.nextPeer();
            socket.getOutputStream().write(MessageEncoder.encode(getBlock(2000)).array(), 0, 29);
            socket.shutdownOutput();
            DataInputStream replies = new DataInputStream(socket.getInputStream());
            byte[] reply = replies.readAllBytes();
            assertThat(reply).hasSize(17 + 4 + 12 + 2000 * 1024);
            TestNode.await(() -> peer.disconnectReason() != null);
            assertThat(peer.disconnectReason()).isEqualTo("EOF - nothing left to read");
        }
    }

    private static Message getBlock(int height) {
        return Message.of(MessageType.GET_BLOCK).withId(1).withNumber(height);
    }

    @Test
    void disconnectsAPeerThatDoesNotReadWhatItIsSent() throws Exception {
        try (TestNode server =
                        TestNode.start(ReadLoop.AFTER, settings -> settings.unsentBytes(1_000_000), new BlockServer());
                Socket socket = server.connect()) {
            Peer peer = server.nextPeer();
            byte[][] asked = new byte[20][];
            Arrays.fill(
                    asked, Arrays.copyOf(MessageEncoder.encode(getBlock(9000)).array(), 29));
            socket.getOutputStream().write(Frames.join(asked));
            TestNode.await(() -> peer.disconnectReason() != null);
            assertThat(peer.disconnectReason()).isEqualTo("does not read what it is sent");
        }
    }

    @Test
    void tracesWhatANodeReads() throws Exception {
        List<String> trace = new CopyOnWriteArrayList<>();
        try (TestNode server = TestNode.start(ReadLoop.AFTER, settings -> settings.trace(trace::add), NodeTest::echo);
                TestNode client = TestNode.start((peer, message) -> {})) {
            assertEcho(client.node.connect(server.port), Frames.random(1_000_000, 1));
        }
        assertThat(trace).hasSizeGreaterThan(1).allMatch(line -> line.startsWith("read "));
        assertThat(trace.get(0)).contains("[48 4e 4f 44 00 00 00 05] behind 0");
    }
}
