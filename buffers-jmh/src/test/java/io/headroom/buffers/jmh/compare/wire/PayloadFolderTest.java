package io.headroom.buffers.jmh.compare.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadFolderTest {
    @TempDir
    private Path folder;

    @Test
    void leavesOutAndCountsWhatCannotBeSent() throws IOException {
        Files.write(folder.resolve("b"), new byte[WireForm.MAX_DATA]);
        Files.write(folder.resolve("a"), new byte[] {1, 2, 3});
        Files.write(folder.resolve("tooLong"), new byte[WireForm.MAX_DATA + 1]);
        Files.write(folder.resolve("empty"), new byte[0]);
        Files.write(folder.resolve(".hidden"), new byte[] {1});
        Files.createDirectory(folder.resolve("folder"));

        PayloadFolder payloads = PayloadFolder.list(folder);

        assertThat(payloads.count()).isEqualTo(2);
        assertThat(payloads.leftOut()).isEqualTo(2);
        List<byte[]> read = payloads.read();
        assertThat(read.get(0)).containsExactly(1, 2, 3);
        assertThat(read.get(1)).hasSize(WireForm.MAX_DATA);
    }

    @Test
    void readsRealBlocks() throws IOException {
        Path blocks = Path.of(System.getProperty("headroom.data", "."), "bitcoin-blocks");
        assumeTrue(Files.isDirectory(blocks), () -> "no folder " + blocks);
        PayloadFolder payloads = PayloadFolder.list(blocks);
        assertThat(payloads.count()).isPositive();
        assertThat(Deck.of(1, payloads.read()).longest().remaining()).isGreaterThan(WireForm.DATA_AT);
    }
}
