package io.headroom.buffers.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A lease of memory from a {@link SlabPool}: a whole slab or a fraction of one.
 *
 * <p><b>Threads</b>: any thread may release; the bytes are for one thread at a time, and handing a slab to another thread needs a
 * happens-before edge of its own, as for any buffer.
 *
 * <p><b>Ownership</b>: whoever leased it owns it until {@link #release()}. The object is used again by later leases: after release it must
 * not be touched. Its content is whatever the last owner left.
 */
public final class Slab {
    private static final VarHandle LEASED;

    static {
        try {
            LEASED = MethodHandles.lookup().findVarHandle(Slab.class, "leased", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Block block;
    private final SlabPool pool;
    private final ByteBuffer buffer;

    /** The next one in whichever free list holds this slab; guarded by that list's lock. */
    @Nullable Slab next;

    @SuppressWarnings("unused") // through LEASED
    private volatile boolean leased;

    Slab(SlabPool pool, Block block, ByteBuffer buffer) {
        this.pool = pool;
        this.block = block;
        this.buffer = buffer;
    }

    /** Returns this slab's memory, always the same big-endian buffer; a lease begins with position 0 and limit {@link #capacity()}. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Returns how many bytes this slab has: a power of two from {@value SlabPool#SMALLEST_FRACTION} to the pool's slab size. */
    public int capacity() {
        return buffer.capacity();
    }

    /**
     * Gives this slab back to its pool, from any thread, whether the pool is open or closed.
     *
     * @throws IllegalStateException if it is not leased: a second release, unless it has been leased to somebody else in between, which
     *     nobody can tell
     */
    public void release() {
        if (!LEASED.compareAndSet(this, true, false)) {
            throw new IllegalStateException("slab of " + capacity() + " bytes was released twice");
        }
        pool.takeBack(this);
    }

    Slab lease() {
        LEASED.setRelease(this, true);
        buffer.clear();
        return this;
    }

    @Override
    public String toString() {
        return "Slab[" + capacity() + " bytes, " + (buffer.isDirect() ? "direct" : "heap") + "]";
    }
}
