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

    @Test
    void theSnippetReadsFromASocket() throws IOException {
        ReadmeSnippet node = new ReadmeSnippet();
        try (Selector selector = Selector.open();
                ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel channel = server.accept();
                ReadBuffer in = node.open(channel)) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            client.write(ByteBuffer.allocate(16)
                    .putInt(4)
                    .putInt(40)
                    .putInt(4)
                    .putInt(2)
                    .flip());
            client.shutdownOutput();
            while (in.isOpen()) {
                selector.select();
                node.onReadable(key, channel, in);
            }
        }
        assertThat(node.seen).isEqualTo(8);
    }

    @Test
    void theSnippetDeliversWhatWasHeldThoughThePeerSendsNothingMore() throws IOException {
        ReadmeSnippet node = new ReadmeSnippet();
        try (Selector selector = Selector.open();
                ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel channel = server.accept();
                ReadBuffer in = node.open(channel)) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            client.write(ByteBuffer.allocate(16)
                    .putInt(4)
                    .putInt(40)
                    .putInt(4)
                    .putInt(2)
                    .flip());
            while (in.receivedBytes() < 16) {
                selector.select();
                assertThat(in.drain(channel, frame -> Next.KEEP)).isEqualTo(ReadStatus.HELD);
                in.resume();
            }
            assertThat(in.drain(channel, frame -> Next.PAUSE)).isEqualTo(ReadStatus.HELD);
            node.onReadable(key, channel, in);
            assertThat(key.interestOps()).isZero();
            assertThat(node.again).isEmpty();
            in.resume();
            assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_READ);
            assertThat(node.again).containsExactly(key);
            node.onReadable(key, channel, in);
        }
        assertThat(node.seen).isEqualTo(4);
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
