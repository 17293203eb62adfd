package io.headroom.buffers;

import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Makes {@link ByteBuf}s that hold a slab until they are released, and copies that hold none. */
final class SharedBytes {
    private SharedBytes() {}

    /** Returns a read-only handle on bytes of a slab, with a hold on the slab of its own, which is tracked if there is an anchor for it. */
    static ByteBuf of(Slab slab, int from, int length, KeptBytes.@Nullable Anchor anchor) {
        slab.retain();
        Keeper keeper = new Keeper(slab, anchor);
        ByteBuffer part = slab.buffer().duplicate();
        part.limit(from + length).position(from);
        return part.isDirect()
                ? new Direct(keeper, part).asReadOnly()
                : new Heap(keeper, part.array())
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

    /** A hold on a slab, that points to what shows whether the handle can be reached. */
    private static final class Keeper {
        private final Slab slab;
        private final KeptBytes.@Nullable Anchor anchor;
        private final KeptBytes.@Nullable Hold hold;

        Keeper(Slab slab, KeptBytes.@Nullable Anchor anchor) {
            this.slab = slab;
            this.anchor = anchor;
            hold = anchor == null ? null : anchor.hold(slab);
        }

        void release() {
            try {
                if (hold == null) {
                    slab.release();
                } else {
                    hold.release();
                }
            } finally {
                Reference.reachabilityFence(anchor); // a handle that is being released is not found dropped
            }
        }
    }

    private static final class Direct extends UnpooledDirectByteBuf {
        private final Keeper keeper;

        Direct(Keeper keeper, ByteBuffer part) {
            super(UnpooledByteBufAllocator.DEFAULT, part, part.remaining());
            this.keeper = keeper;
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            keeper.release();
        }
    }

    private static final class Heap extends UnpooledHeapByteBuf {
        private final Keeper keeper;

        Heap(Keeper keeper, byte[] array) {
            super(UnpooledByteBufAllocator.DEFAULT, array, array.length);
            this.keeper = keeper;
        }

        /** The array is the slab's. */
        @Override
        protected void freeArray(byte[] array) {}

        @Override
        protected void deallocate() {
            super.deallocate();
            keeper.release();
        }
    }
}
