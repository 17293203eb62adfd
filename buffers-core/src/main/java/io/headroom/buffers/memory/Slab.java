package io.headroom.buffers.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A lease of memory from a {@link SlabPool}: a whole slab, a fraction of one, or a run of adjacent ones.
 *
 * <p><b>Threads</b>: any thread may release; the bytes are for one thread at a time, and handing a slab to another thread needs a
 * happens-before edge of its own, as for any buffer.
 *
 * <p><b>Ownership</b>: whoever leased it owns it until {@link #release()}; {@link #retain()} adds an owner. The object is used again by later leases: after release it must
 * not be touched. Its content is whatever the last owner left.
 */
public final class Slab {
    private static final VarHandle HOLDERS;

    static {
        try {
            HOLDERS = MethodHandles.lookup().findVarHandle(Slab.class, "holders", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Block block;

    /** Where in its block it lies, and how many of the block's slabs it takes up: more than one for a run. */
    final int index;

    final int slots;
    private final SlabPool pool;
    private final ByteBuffer buffer;

    /** The next one in whichever free list holds this slab; guarded by that list's lock. */
    @Nullable Slab next;

    /** Whose share this lease counts against; written by whoever has leased it, read by the last one who releases it. */
    @Nullable Share charged;

    /** Whether this lease counts against the newcomers' part of the budget; written and read as {@link #charged}. */
    boolean isNewcomers;

    /** Whether it has never been leased; written and read as {@link #charged}. */
    private boolean isNew = true;

    /** Who sees the end of this lease, null if nobody does; written and read as {@link #charged}. */
    private @Nullable LeaseWatch watch;

    /** How many hold this lease: 0 if it is free, 1 for a lease that nobody shares. */
    @SuppressWarnings("unused") // through HOLDERS
    private volatile int holders;

    Slab(SlabPool pool, Block block, int index, int slots, ByteBuffer buffer) {
        this.pool = pool;
        this.block = block;
        this.index = index;
        this.slots = slots;
        this.buffer = buffer;
    }

    /** Returns this slab's memory, always the same buffer; a lease begins with position 0, limit {@link #capacity()} and big-endian order. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Returns how many bytes this slab has: a power of two from {@value SlabPool#SMALLEST_FRACTION} to the pool's slab size, or a multiple of that. */
    public int capacity() {
        return buffer.capacity();
    }

    /** Returns whether this slab is one of {@code pool}. */
    @SuppressWarnings("ReferenceEquality") // a pool is itself
    public boolean isOf(SlabPool pool) {
        return this.pool == pool;
    }

    /**
     * Adds a holder to this lease, who must release it too; the memory goes back when the last one has. For whoever holds it now.
     *
     * @throws IllegalStateException if it is not leased
     */
    public void retain() {
        int now;
        do {
            now = holders;
            if (now == 0) {
                throw new IllegalStateException("slab of " + capacity() + " bytes was retained after its release");
            }
        } while (!HOLDERS.compareAndSet(this, now, now + 1));
    }

    /** Has {@code watch} see the end of this lease. For whoever has just leased it. */
    public void watch(LeaseWatch watch) {
        this.watch = watch;
    }

    /** Returns who sees the end of this lease, null if nobody does. For whoever holds it now. */
    public @Nullable LeaseWatch watch() {
        return watch;
    }

    /** Returns whether somebody else holds this lease too, so that what was written must stay as it is. For whoever holds it now. */
    public boolean isShared() {
        return holders > 1;
    }

    /**
     * Ends the caller's hold on this slab; the last one gives it back to its pool, from any thread, whether the pool is open or closed.
     *
     * @throws IllegalStateException if it is not leased: one release too many, unless it has been leased to somebody else in between, which
     *     nobody can tell
     */
    public void release() {
        int now;
        do {
            now = holders;
            if (now == 0) {
                throw new IllegalStateException("slab of " + capacity() + " bytes was released twice");
            }
        } while (!HOLDERS.compareAndSet(this, now, now - 1));
        if (now == 1) {
            LeaseWatch seen = watch;
            if (seen != null) {
                watch = null;
                seen.onEnd(this);
            }
            Share share = charged;
            charged = null;
            Share newcomers = isNewcomers ? pool.budget().newcomers() : null;
            isNewcomers = false;
            pool.takeBack(this);
            if (newcomers != null) {
                newcomers.end(capacity());
            }
            if (share != null) {
                share.end(capacity());
            }
        }
    }

    /**
     * Counts this lease against the {@linkplain MemoryBudget#newcomers() newcomers' part} of its budget from now on, if it does not yet, room or
     * not. For whoever has leased it.
     */
    public void countAsNewcomers() {
        if (!isNewcomers) {
            pool.budget().newcomers().charge(capacity());
            isNewcomers = true;
        }
    }

    /** Counts this lease no longer against the newcomers' part: its frame is whole. For whoever has leased it. */
    public void countAsEarned() {
        if (isNewcomers) {
            isNewcomers = false;
            pool.budget().newcomers().end(capacity());
        }
    }

    /** Returns whether this memory has never been leased in this form. For whoever is about to lease it. */
    boolean isNew() {
        return isNew;
    }

    Slab lease() {
        isNew = false;
        HOLDERS.setRelease(this, 1);
        buffer.clear().order(ByteOrder.BIG_ENDIAN);
        return this;
    }

    @Override
    public String toString() {
        return "Slab[" + capacity() + " bytes, " + (buffer.isDirect() ? "direct" : "heap") + "]";
    }
}
