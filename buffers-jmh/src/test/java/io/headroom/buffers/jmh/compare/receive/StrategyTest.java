package io.headroom.buffers.jmh.compare.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headroom.buffers.jmh.compare.wire.Deck;
import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every strategy, fed through real sockets. */
@Timeout(60)
class StrategyTest {
    private static final String EACH = "io.headroom.buffers.jmh.compare.receive.Strategy#all";
    private static final long SEED = 42;
    private static final Deck DECK = Deck.of(SEED);

    private final Inbox inbox = new Inbox();

    @ParameterizedTest
    @MethodSource(EACH)
    void takesEveryMessageWholeWhateverTheCuts(Strategy strategy) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(SEED);
        int messages = 300;
        long bytes = 0;
        try (Receiver receiver = strategy.factory().open(inbox);
                SocketChannel first = connect(receiver);
                SocketChannel second = connect(receiver)) {
            for (int i = 0; i < messages; i++) {
                ByteBuffer frame = DECK.frame(i);
                bytes += frame.remaining();
                sendInPieces(i % 2 == 0 ? first : second, frame, random);
            }
            await(receiver, inbox::messages, messages);
            assertThat(receiver.call(inbox::messages)).isEqualTo(messages);
            assertThat(receiver.call(inbox::bytes)).isEqualTo(bytes);
            assertThat(receiver.call(inbox::mismatches)).isZero();
            assertThat(receiver.call(receiver::readBytes)).isEqualTo(bytes);
            assertThat(receiver.call(receiver::copiedBytes)).isPresent();
            assertThat(receiver.failure()).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource(EACH)
    void seesAFlippedByte(Strategy strategy) throws IOException, InterruptedException {
        try (Receiver receiver = strategy.factory().open(inbox);
                SocketChannel peer = connect(receiver)) {
            ByteBuffer large = copy(DECK.longest());
            large.put(large.limit() / 2, (byte) ~large.get(large.limit() / 2));
            send(peer, DECK.longest());
            send(peer, large);
            send(peer, DECK.longest());
            await(receiver, inbox::messages, 3);
            assertThat(receiver.call(inbox::mismatches)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(EACH)
    void acknowledgesEachMessageWhenAsked(Strategy strategy) throws IOException, InterruptedException {
        try (Receiver receiver = strategy.factory().open(inbox);
                SocketChannel peer = connect(receiver)) {
            receiver.call(() -> {
                inbox.acknowledge(true);
                return inbox;
            });
            for (int i = 0; i < 40; i++) {
                send(peer, DECK.frame(i));
                assertThat(peer.read(ByteBuffer.allocate(2))).isEqualTo(1);
            }
            assertThat(receiver.call(inbox::messages)).isEqualTo(40);
            assertThat(receiver.call(inbox::touched)).isNotZero();
        }
    }

    @ParameterizedTest
    @MethodSource(EACH)
    void tellsWhatItHolds(Strategy strategy) throws IOException, InterruptedException {
        try (Receiver receiver = strategy.factory().open(inbox);
                SocketChannel peer = connect(receiver)) {
            send(peer, DECK.longest());
            await(receiver, inbox::messages, 1);
            if (strategy.name().equals("maximal")) {
                assertThat(receiver.call(receiver::heldBytes)).isEqualTo(NaiveConnection.BUFFER_BYTES);
            } else {
                assertThat(receiver.call(receiver::heldBytes)).isLessThan(WireForm.DATA_AT);
            }
            assertThat(receiver.connections()).isEqualTo(1);

            send(peer, DECK.longest().limit(9));
            await(receiver, receiver::readBytes, DECK.longest().remaining() + 9L);
            assertThat(receiver.call(receiver::heldBytes)).isBetween(9L, 2_097_161L);
        }
    }

    @ParameterizedTest
    @MethodSource(EACH)
    void forgetsAPeerThatHasGone(Strategy strategy) throws IOException, InterruptedException {
        try (Receiver receiver = strategy.factory().open(inbox)) {
            try (SocketChannel peer = connect(receiver)) {
                send(peer, DECK.longest().limit(9));
                await(receiver, receiver::readBytes, 9);
            }
            await(receiver, () -> receiver.connections() == 0 ? 1L : 0L, 1);
            assertThat(receiver.call(receiver::heldBytes)).isZero();
            assertThat(receiver.failure()).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource(EACH)
    void failsLoudlyWhenTheStreamMakesNoSense(Strategy strategy) throws IOException, InterruptedException {
        try (Receiver receiver = strategy.factory().open(inbox);
                SocketChannel peer = connect(receiver)) {
            ByteBuffer frame = copy(DECK.frame(0));
            frame.put(0, (byte) ~frame.get(0));
            send(peer, frame);
            long deadline = System.nanoTime() + 20_000_000_000L;
            while (receiver.failure() == null && System.nanoTime() < deadline) {
                Thread.sleep(2);
            }
            assertThat(receiver.failure()).isNotNull().hasMessageContaining("no header");
        }
    }

    @Test
    void runByDefaultIfTheyAreUsual() {
        assertThat(Strategy.usual()).extracting(Strategy::name).containsExactly("naive", "exact", "netty", "headroom");
        assertThat(Strategy.usual())
                .allSatisfy(strategy -> assertThat(strategy.jvmFlags()).isEmpty());
    }

    @Test
    void areAllListedWithTheirFlags() {
        assertThat(Strategy.all().stream()
                        .map(strategy -> (strategy.name() + " " + String.join(" ", strategy.jvmFlags())).strip()))
                .containsExactly(
                        "naive",
                        "naive-4m -XX:G1HeapRegionSize=4m",
                        "naive-8m -XX:G1HeapRegionSize=8m",
                        "maximal",
                        "exact",
                        "netty",
                        "headroom",
                        "headroom-heap",
                        "headroom-contiguous");
    }

    @Test
    void compactsAMaximalBufferOnlyWhenAMessageNeedsTheRoom() throws IOException, InterruptedException {
        try (Receiver receiver = Strategy.named("maximal").factory().open(inbox);
                SocketChannel peer = connect(receiver)) {
            long bytes = 0;
            int messages = 0;
            for (int i = 0; bytes < NaiveConnection.BUFFER_BYTES / 2; i = (i + 1) % Deck.COUNT) {
                if (DECK.frame(i).remaining() < Deck.LARGE_LEAST) {
                    bytes += DECK.frame(i).remaining();
                    messages++;
                    send(peer, DECK.frame(i));
                }
            }
            await(receiver, inbox::messages, messages);
            // Each byte once, by the JDK: there was room for all of them.
            assertThat(receiver.call(receiver::copiedBytes).orElseThrow()).isEqualTo(bytes);

            ByteBuffer small = copy(DECK.frame(0));
            send(peer, small.limit(20));
            await(receiver, receiver::readBytes, bytes + 20);
            send(peer, small.limit(small.capacity()));
            send(peer, DECK.longest());
            send(peer, DECK.longest());
            await(receiver, inbox::messages, messages + 3L);
            bytes += small.capacity() + 2L * DECK.longest().remaining();
            assertThat(receiver.call(receiver::copiedBytes).orElseThrow()).isBetween(bytes, 2 * bytes);
            assertThat(receiver.call(inbox::mismatches)).isZero();
        }
    }

    /** A frame of many slabs, of which all but the first read go into the heap, and the first is copied there. */
    @Test
    void countsTheCopyThatTheJdkMakesIntoHeapSlabs() throws IOException, InterruptedException {
        try (Receiver receiver = Strategy.named("headroom-heap").factory().open(inbox);
                SocketChannel peer = connect(receiver)) {
            send(peer, DECK.longest());
            await(receiver, inbox::messages, 1);
            long bytes = DECK.longest().remaining();
            assertThat(receiver.call(receiver::copiedBytes).orElseThrow()).isBetween(bytes * 9 / 10, bytes * 11 / 10);
        }
    }

    @Test
    void areKnownByTheirNames() {
        assertThat(Strategy.names()).hasSameSizeAs(Strategy.all()).doesNotHaveDuplicates();
        assertThat(Strategy.named("exact").name()).isEqualTo("exact");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Strategy.named("best"))
                .withMessageContaining("\"best\"")
                .withMessageContaining("naive");
    }

    private static SocketChannel connect(Receiver receiver) throws IOException {
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), receiver.port()));
    }

    private static void send(SocketChannel peer, ByteBuffer frame) throws IOException {
        while (frame.hasRemaining()) {
            peer.write(frame);
        }
    }

    /** Sends a frame in up to four pieces, cut anywhere. */
    private static void sendInPieces(SocketChannel peer, ByteBuffer frame, SplittableRandom random) throws IOException {
        int end = frame.limit();
        for (int i = 0; i < 3; i++) {
            send(peer, frame.limit(frame.position() + random.nextInt(end - frame.position() + 1)));
            frame.limit(end);
        }
        send(peer, frame);
    }

    private static ByteBuffer copy(ByteBuffer frame) {
        return ByteBuffer.allocate(frame.remaining()).put(frame).flip();
    }

    private static void await(Receiver receiver, Callable<Long> count, long expected)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (receiver.call(count) < expected && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
    }
}
