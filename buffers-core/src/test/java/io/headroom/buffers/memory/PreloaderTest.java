package io.headroom.buffers.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreloaderTest {
    private static final int LENGTH = (3 << 20) + 4321;
    private static final Pace HERE = Pace.defaults().pause(Duration.ZERO).executor(Runnable::run);
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final byte[] content = new byte[LENGTH];

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void writeFile() throws IOException {
        new Random(1).nextBytes(content);
        file = folder.resolve("store");
        Files.write(file, content);
    }

    private MappedByteBuffer map(MapMode mode) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(mode, 0, LENGTH);
        }
    }

    private void assertUnchanged(ByteBuffer map) throws IOException {
        assertThat(map.duplicate().clear()).isEqualTo(ByteBuffer.wrap(content));
        assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }

    @Test
    void loadsForReadingOffTheCallersThread() throws IOException, InterruptedException {
        MappedByteBuffer map = map(MapMode.READ_ONLY);
        WarmUp warmUp = Preloader.forReading(map);
        assertThat(warmUp.await()).isEqualTo(WarmUp.State.WARM);
        assertThat(warmUp.warmedBytes()).isEqualTo(warmUp.wantedBytes()).isEqualTo(LENGTH);
        assertThat(warmUp.reason()).isEqualTo("a byte of each page was read");
        assertThat(map.position()).isZero();
        assertUnchanged(map);
    }

    @Test
    void loadsForWritingAndChangesNothing() throws IOException {
        MappedByteBuffer map = map(MapMode.READ_WRITE);
        WarmUp warmUp = Preloader.forWriting(map, HERE);
        assertThat(warmUp.state()).isEqualTo(WarmUp.State.WARM);
        assertThat(warmUp.reason()).isEqualTo("a byte of each page was written");
        map.force();
        assertUnchanged(map);
        assertThat(Preloader.forWriting(map(MapMode.PRIVATE), HERE).state()).isEqualTo(WarmUp.State.WARM);
        assertUnchanged(map);
    }

    @Test
    void refusesToWriteWhatIsReadOnly() throws IOException {
        MappedByteBuffer map = map(MapMode.READ_ONLY);
        assertThatExceptionOfType(ReadOnlyBufferException.class).isThrownBy(() -> Preloader.forWriting(map, HERE));
        ByteBuffer view = map(MapMode.READ_WRITE).asReadOnlyBuffer();
        assertThatExceptionOfType(ReadOnlyBufferException.class).isThrownBy(() -> Preloader.forWriting(view, HERE));
    }

    @Test
    void loadsFromPositionToLimitAndSlicesToo() throws IOException {
        MappedByteBuffer map = map(MapMode.READ_WRITE);
        map.position(5000).limit(5001);
        WarmUp one = Preloader.forWriting(map, HERE);
        assertThat(one.state()).isEqualTo(WarmUp.State.WARM);
        assertThat(one.wantedBytes()).isEqualTo(1);
        map.position(4095).limit(LENGTH);
        ByteBuffer slice = map.slice().slice().duplicate().asReadOnlyBuffer();
        assertThat(Preloader.forReading(slice, HERE).state()).isEqualTo(WarmUp.State.WARM);
        map.position(LENGTH);
        assertThat(Preloader.forReading(map, HERE).state()).isEqualTo(WarmUp.State.WARM);
        assertUnchanged(map);
    }

    @Test
    void doesNothingForMemoryThatWasZeroedWhenItWasAllocatedAndSaysWhy() {
        for (ByteBuffer direct : new ByteBuffer[] {
            ByteBuffer.allocateDirect(LENGTH),
            ByteBuffer.allocateDirect(LENGTH).slice().asReadOnlyBuffer(),
            NativeMemory.direct().allocate(LENGTH).buffer()
        }) {
            WarmUp warmUp = Preloader.forReading(direct);
            assertThat(warmUp.isDone()).as("at once").isTrue();
            assertThat(warmUp.state()).isEqualTo(WarmUp.State.NOT_NEEDED);
            assertThat(warmUp.warmedBytes()).isZero();
            assertThat(warmUp.reason()).contains("direct memory was zeroed");
        }
        WarmUp array = Preloader.forWriting(ByteBuffer.allocate(LENGTH), Pace.defaults());
        assertThat(array.state()).isEqualTo(WarmUp.State.NOT_NEEDED);
        assertThat(array.toString()).contains("0 of " + LENGTH + " bytes", "NOT_NEEDED", "an array was zeroed");
    }

    @Test
    void pausesAfterEachPieceAndIsCancelledWhileItPauses() throws IOException, InterruptedException {
        WarmUp warmUp = Preloader.forReading(
                map(MapMode.READ_ONLY), Pace.defaults().pieceBytes(300_000).pause(FOR_EVER));
        while (warmUp.warmedBytes() == 0) {
            assertThat(warmUp.await(Duration.ofMillis(1))).isFalse();
        }
        warmUp.cancel();
        assertThat(warmUp.await()).isEqualTo(WarmUp.State.CANCELLED);
        assertThat(warmUp.warmedBytes()).isEqualTo(300_000);
    }

    @Test
    void endsWhenInterrupted() throws IOException {
        MappedByteBuffer map = map(MapMode.READ_ONLY);
        Thread.currentThread().interrupt();
        WarmUp warmUp = Preloader.forReading(map, HERE);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(warmUp.state()).isEqualTo(WarmUp.State.INTERRUPTED);
        assertThat(warmUp.warmedBytes()).isZero();
    }
}
