package io.headroom.buffers;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Pace;
import io.headroom.buffers.memory.Preloader;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import io.headroom.buffers.memory.WarmUp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Prints how many minor faults this process has while it uses memory for the first time. */
final class FaultsProgram {
    static final int BYTES = 32 << 20;

    private static final int PAGE = 4096;

    private FaultsProgram() {}

    /** What is measured: it is run on little memory first, so that what is loaded and linked along the way is not counted. */
    private interface Use extends AutoCloseable {
        void prepare(boolean warm) throws Exception;

        void use() throws Exception;

        @Override
        void close();
    }

    public static void main(String[] args) throws Exception {
        boolean warm = args[0].startsWith("warm-");
        faults(warm, of(args[0], PAGE * 16));
        faults(warm, of(args[0], PAGE * 16));
        System.out.println(faults(warm, of(args[0], BYTES)));
    }

    private static long faults(boolean warm, Use use) throws Exception {
        try (use) {
            use.prepare(warm);
            long before = minorFaults();
            use.use();
            return minorFaults() - before;
        }
    }

    private static Use of(String name, int bytes) {
        return switch (name.substring(name.indexOf('-') + 1)) {
            case "pool" -> new PoolUse(bytes);
            case "frames" -> new FramesUse(bytes);
            case "read" -> new FileUse(bytes, false);
            case "write" -> new FileUse(bytes, true);
            case "allocated" -> new DirectUse(bytes);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static void awaitWarm(WarmUp warmUp) throws InterruptedException {
        if (warmUp.await() != WarmUp.State.WARM) {
            throw new IllegalStateException(warmUp.toString());
        }
    }

    private static void writeEachPage(ByteBuffer buffer) {
        for (int at = 0; at < buffer.capacity(); at += PAGE) {
            buffer.put(at, (byte) 1);
        }
    }

    private static long minorFaults() throws Exception {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[7]);
    }

    private static final class PoolUse implements Use {
        private final SlabPool pool;
        private final List<Slab> slabs = new ArrayList<>();

        PoolUse(int bytes) {
            pool = SlabPool.direct().limitBytes(bytes).build();
        }

        @Override
        public void prepare(boolean warm) throws InterruptedException {
            if (warm) {
                awaitWarm(pool.warm(pool.limitBytes()));
            }
        }

        @Override
        public void use() {
            for (Slab slab = pool.tryLease(SlabPool.DEFAULT_SLAB); slab != null; ) {
                writeEachPage(slab.buffer());
                slabs.add(slab);
                slab = pool.tryLease(SlabPool.DEFAULT_SLAB);
            }
        }

        @Override
        public void close() {
            slabs.forEach(Slab::release);
            pool.close();
        }
    }

    /** Peers that each send most of a long frame. */
    private static final class FramesUse implements Use {
        private static final int LENGTH = 1 << 20;

        private final MessageBuffers buffers;
        private final List<ReadBuffer> peers = new ArrayList<>();
        private final ByteBuffer sent = ByteBuffer.allocate(LENGTH);
        private final int count;

        FramesUse(int bytes) {
            count = Math.max(1, bytes / LENGTH);
            buffers = MessageBuffers.builder()
                    .memoryLimit((count + 4L) * LENGTH)
                    .lanes(false)
                    .build();
            sent.putInt(0, LENGTH);
        }

        @Override
        public void prepare(boolean warm) throws InterruptedException {
            if (warm) {
                awaitWarm(buffers.pool().warm((count + 1L) * LENGTH));
            }
        }

        @Override
        public void use() throws FrameException {
            for (int i = 0; i < count; i++) {
                ReadBuffer peer =
                        buffers.connection(i).framing(LengthField.ofBytes(4)).open();
                peers.add(peer);
                ReadStatus status = peer.feed(sent.duplicate(), frame -> Next.CONTINUE);
                if (status != ReadStatus.DRAINED) {
                    throw new IllegalStateException(status.toString());
                }
            }
        }

        @Override
        public void close() {
            peers.forEach(ReadBuffer::close);
            buffers.close();
        }
    }

    private static final class FileUse implements Use {
        private final Path file;
        private final ByteBuffer map;
        private final boolean writes;

        FileUse(int bytes, boolean writes) {
            this.writes = writes;
            try {
                file = Files.createTempFile("headroom-faults-", ".tmp");
                try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
                    channel.write(ByteBuffer.allocateDirect(bytes));
                    map = channel.map(MapMode.READ_WRITE, 0, bytes);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void prepare(boolean warm) throws InterruptedException {
            if (warm) {
                awaitWarm(writes ? Preloader.forWriting(map, Pace.defaults()) : Preloader.forReading(map));
            }
        }

        @Override
        public void use() {
            int sum = 0;
            for (int at = 0; at < map.capacity(); at += PAGE) {
                sum += map.get(at);
                if (writes) {
                    map.put(at, (byte) 1);
                }
            }
            if (sum != 0) {
                throw new IllegalStateException("the file is not as it was written");
            }
        }

        @Override
        public void close() {}
    }

    private static final class DirectUse implements Use {
        private final int bytes;
        private ByteBuffer memory = ByteBuffer.allocate(0);

        DirectUse(int bytes) {
            this.bytes = bytes;
        }

        @Override
        public void prepare(boolean warm) {
            memory = ByteBuffer.allocateDirect(bytes);
        }

        @Override
        public void use() {
            writeEachPage(memory);
        }

        @Override
        public void close() {}
    }
}
