package io.headroom.buffers.jmh.faults;

import io.headroom.buffers.memory.Preloader;
import io.headroom.buffers.memory.WarmUp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Random;

/** A node that serves blocks of a store: it copies each from the mapped file, as a write to a socket does. Each block once, in any order. */
final class FileStage implements Stage {
    private static final int BLOCK = 256 << 10;

    private final MappedByteBuffer store;
    private final ByteBuffer socket = ByteBuffer.allocateDirect(BLOCK);
    private final int[] order;
    private int done;

    FileStage(String file) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(file))) {
            store = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
        order = shuffled(store.capacity() / BLOCK);
    }

    private static int[] shuffled(int count) {
        int[] numbers = new int[count];
        Random random = new Random(1);
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            numbers[i] = numbers[other];
            numbers[other] = i;
        }
        return numbers;
    }

    @Override
    public void warm() throws InterruptedException, IOException {
        WarmUp warmUp = Preloader.forReading(store);
        if (warmUp.await() != WarmUp.State.WARM) {
            throw new IOException(warmUp.toString());
        }
    }

    @Override
    public boolean step() {
        if (done == order.length) {
            return false;
        }
        int from = order[done++] * BLOCK;
        socket.clear().put(store.duplicate().limit(from + BLOCK).position(from));
        return true;
    }

    @Override
    public void close() {}
}
