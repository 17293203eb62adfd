package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FixedLength;
import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README shows code that compiles and works, and stays short. */
class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");

    @Test
    void showsTheSnippetThatIsCompiledHere() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/headroom/buffers/ReadmeSnippet.java"));
        String snippet = source.substring(
                source.indexOf("// README: begin\n") + "// README: begin\n".length(),
                source.indexOf("    // README: end"));
        assertThat(Files.readString(README))
                .contains("```java\n" + snippet.stripTrailing().stripIndent() + "\n```");
    }

    @Test
    void staysUnder150Lines() throws IOException {
        assertThat(Files.readAllLines(README)).hasSizeLessThan(150);
    }

    /** A peer that has sent two frames of four bytes to the snippet's node. */
    private static final class Peer implements AutoCloseable {
        private final ReadmeSnippet node = new ReadmeSnippet();
        private final Selector selector = Selector.open();
        private final SocketChannel client;
        private final SocketChannel channel;
        private final SelectionKey key;
        private final ReadBuffer in;

        Peer() throws IOException {
            try (ServerSocketChannel server =
                    ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                client = SocketChannel.open(server.getLocalAddress());
                channel = server.accept();
            }
            channel.configureBlocking(false);
            key = channel.register(selector, SelectionKey.OP_READ);
            in = node.open(channel);
            client.write(ByteBuffer.allocate(16)
                    .putInt(4)
                    .putInt(40)
                    .putInt(4)
                    .putInt(2)
                    .flip());
        }

        void isReadable() throws IOException {
            node.onReadable(key, channel, in);
        }

        @Override
        public void close() throws IOException {
            in.close();
            channel.close();
            client.close();
            selector.close();
        }
    }

    @Test
    void theSnippetReadsFromASocket() throws IOException {
        try (Peer peer = new Peer()) {
            peer.client.shutdownOutput();
            while (peer.in.isOpen()) {
                peer.selector.select();
                peer.isReadable();
            }
            assertThat(peer.node.seen).isEqualTo(8);
        }
    }

    @Test
    void theSnippetDeliversWhatWasHeldThoughThePeerSendsNothingMore() throws IOException {
        try (Peer peer = new Peer()) {
            while (peer.in.receivedBytes() < 16) {
                peer.selector.select();
                assertThat(peer.in.drain(peer.channel, frame -> Next.KEEP)).isEqualTo(ReadStatus.HELD);
                peer.in.resume();
            }
            assertThat(peer.in.drain(peer.channel, frame -> Next.PAUSE)).isEqualTo(ReadStatus.HELD);
            peer.isReadable();
            assertThat(peer.key.interestOps()).isZero();
            assertThat(peer.node.again).isEmpty();
            peer.in.resume();
            assertThat(peer.key.interestOps()).isEqualTo(SelectionKey.OP_READ);
            assertThat(peer.node.again).containsExactly(peer.key);
            peer.isReadable();
            assertThat(peer.node.seen).isEqualTo(4);
        }
    }

    @Test
    void theFramingsThatItNamesMeasureAsItSays() throws IOException {
        byte[] bitcoinVerack = FramingCase.bytes("f9beb4d976657261636b000000000000000000005df6e0e2");
        assertThat(LengthField.ofBytes(4)
                        .littleEndian()
                        .at(16)
                        .adjustment(4)
                        .strip(24)
                        .header(24)
                        .magic(0xf9, 0xbe, 0xb4, 0xd9)
                        .measure(Bytes.of(bitcoinVerack)))
                .isEqualTo(24);
        assertThat(FixedLength.of(68).measure(Bytes.of(bitcoinVerack))).isEqualTo(68);
    }
}
