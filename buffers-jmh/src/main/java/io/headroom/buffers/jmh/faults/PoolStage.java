package io.headroom.buffers.jmh.faults;

import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.ReadStatus;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.WarmUp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;

/** Peers that send long frames at the same time, so that the pool grows by what arrives. No frame is whole: all memory stays in use. */
final class PoolStage implements Stage {
    private static final int FRAME = 2 << 20;

    /** The most that a socket gives in one read. */
    private static final int READ = 64 << 10;

    private final MessageBuffers buffers;
    private final long bytes;
    private final List<ReadBuffer> peers = new ArrayList<>();
    private final FrameHandler<IOException> handler = frame -> Next.CONTINUE;
    private final Socket socket = new Socket();
    private final long reads;
    private long done;

    PoolStage(long bytes) throws IOException {
        this.bytes = bytes;
        buffers = MessageBuffers.builder()
                .memoryLimit(bytes + FRAME)
                .readBudget(READ)
                .lanes(false)
                .build();
        for (long i = 0; i < Math.max(1, bytes / FRAME); i++) {
            peers.add(buffers.connection("peer " + i)
                    .framing(LengthField.ofBytes(4))
                    .limits(ReadLimits.maxFrame(2 * FRAME))
                    .open());
        }
        reads = peers.size() * (long) (FRAME / READ - 1);
    }

    @Override
    public void warm() throws InterruptedException, IOException {
        WarmUp warmUp = buffers.pool().warm(bytes);
        if (warmUp.await() != WarmUp.State.WARM) {
            throw new IOException(warmUp.toString());
        }
    }

    @Override
    public boolean step() throws IOException {
        if (done == reads) {
            return false;
        }
        ReadBuffer peer = peers.get((int) (done % peers.size()));
        socket.isFirst = done < peers.size();
        socket.left = READ;
        if (peer.drain(socket, handler) == ReadStatus.PAUSED) {
            throw new IOException("out of memory at read " + done + ": " + buffers.pool());
        }
        done++;
        return true;
    }

    @Override
    public void close() {
        peers.forEach(ReadBuffer::close);
        buffers.close();
    }

    /** As a socket's buffer of the system: its bytes are in memory, and a read copies them. */
    private static final class Socket implements ReadableByteChannel {
        private final ByteBuffer received = ByteBuffer.allocateDirect(READ);
        private boolean isFirst;
        private int left;

        @Override
        public int read(ByteBuffer to) {
            int count = Math.min(left, to.remaining());
            ByteBuffer from = received.duplicate();
            from.putInt(0, isFirst ? FRAME : 0);
            to.put(from.limit(count));
            left -= count;
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
