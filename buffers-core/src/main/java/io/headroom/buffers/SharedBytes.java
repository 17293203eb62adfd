package io.headroom.buffers;

import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.nio.ByteBuffer;

/** Makes {@link ByteBuf}s that hold a slab until they are released, and copies that hold none. */
final class SharedBytes {
    private SharedBytes() {}

    /** Returns a read-only handle on bytes of a slab, with a hold on the slab of its own. */
    static ByteBuf of(Slab slab, int from, int length) {
        slab.retain();
        ByteBuffer part = slab.buffer().duplicate();
        part.limit(from + length).position(from);
        return part.isDirect()
                ? new Direct(slab, part).asReadOnly()
                : new Heap(slab, part.array())
                        .slice(part.arrayOffset() + from, length)
                        .asReadOnly();
    }

    /** Returns a read-only handle on bytes that are copied to an array of their own. */
    static ByteBuf copy(ByteBuffer buffer, int from, int length) {
        byte[] copy = new byte[length];
        ByteBuffer part = buffer.duplicate();
        part.limit(from + length).position(from);
        part.get(copy);
        return Unpooled.wrappedBuffer(copy).asReadOnly();
    }

    private static final class Direct extends UnpooledDirectByteBuf {
        private final Slab slab;

        Direct(Slab slab, ByteBuffer part) {
            super(UnpooledByteBufAllocator.DEFAULT, part, part.remaining());
            this.slab = slab;
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            slab.release();
        }
    }

    private static final class Heap extends UnpooledHeapByteBuf {
        private final Slab slab;

        Heap(Slab slab, byte[] array) {
            super(UnpooledByteBufAllocator.DEFAULT, array, array.length);
            this.slab = slab;
        }

        /** The array is the slab's. */
        @Override
        protected void freeArray(byte[] array) {}

        @Override
        protected void deallocate() {
            super.deallocate();
            slab.release();
        }
    }
}
