package io.headroom.buffers.jmh.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryFolderTest {
    @Test
    void leavesNothingBehind() throws IOException {
        Path inside;
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            inside = folder.file("scratch");
            Files.createDirectory(inside);
            Files.writeString(inside.resolve("left"), "over");
        }
        assertThat(inside.getParent()).doesNotExist();
    }
}
