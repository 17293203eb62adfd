package io.headroom.buffers;

import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** A stream as a channel: one read of the stream for each read, through a pooled array. */
final class StreamChannel implements ReadableByteChannel {
    private final InputStream stream;
    private final SlabPool arrays;

    StreamChannel(InputStream stream, SlabPool arrays) {
        this.stream = stream;
        this.arrays = arrays;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        Slab slab = arrays.tryLease(arrays.slabBytes());
        ByteBuffer piece = slab == null ? ByteBuffer.allocate(512) : slab.buffer();
        try {
            int most = Math.min(piece.capacity(), target.remaining());
            int count = stream.read(piece.array(), piece.arrayOffset(), most);
            if (count > 0) {
                target.put(piece.array(), piece.arrayOffset(), count);
            }
            return count;
        } finally {
            if (slab != null) {
                slab.release();
            }
        }
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
