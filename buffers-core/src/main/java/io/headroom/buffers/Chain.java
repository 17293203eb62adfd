package io.headroom.buffers;

import io.headroom.buffers.framing.BytesWindow;
import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a frame that is longer than a slab: slabs, of which all but the last that is written to are whole and full, or one run of
 * adjacent slabs.
 */
final class Chain {
    /** Links for 2 MiB of 64 KiB slabs. */
    private static final int FIRST_LINKS = 32;

    /** A chain that grew beyond 256 MiB of such slabs is not kept for the next frame. */
    private static final int MOST_KEPT_LINKS = 4096;

    private final int shift;

    private int frameLength;
    private boolean contiguous;

    /** Whether all memory of the frame is here from the start, to stay. */
    private boolean committed;

    private @Nullable Slab[] slabs = new @Nullable Slab[FIRST_LINKS];
    private ByteBuffer[] parts = new ByteBuffer[FIRST_LINKS];
    private int count;
    private int length;
    private long capacity;

    @Nullable Chain next;

    Chain(int slabBytes) {
        shift = Integer.numberOfTrailingZeros(slabBytes);
    }

    /** Begins a frame of this length. */
    void begin(int frameLength, boolean contiguous) {
        this.frameLength = frameLength;
        this.contiguous = contiguous;
        committed = false;
    }

    /** Keeps slabs that nothing has been written to. */
    void commit() {
        committed = true;
    }

    int frameLength() {
        return frameLength;
    }

    boolean contiguous() {
        return contiguous;
    }

    /** Returns how many bytes of the frame are here. */
    int length() {
        return length;
    }

    /** Returns how many bytes of the frame are not here yet. */
    int missing() {
        return frameLength - length;
    }

    boolean isRun() {
        return count == 1 && capacity > 1 << shift;
    }

    /** Returns whether what is here is to move into one run before more is read: half of the frame has come, or the next slab would hold it. */
    boolean isDueToMove() {
        long held = room() == 0 ? capacity + (1 << shift) : length;
        return contiguous && !isRun() && capacity > 0 && 2 * held > frameLength;
    }

    /** Moves all bytes into {@code run}, and gives the slabs back. */
    void moveTo(Slab run) {
        ByteBuffer target = run.buffer();
        for (int i = 0; target.position() < length; i++) {
            ByteBuffer part = parts[i];
            target.put(part.limit(Math.min(length - target.position(), part.capacity()))
                    .position(0));
            part.clear();
        }
        target.clear();
        int moved = length;
        release();
        add(run, moved);
    }

    long capacity() {
        return capacity;
    }

    /** Appends a slab that holds {@code bytes} bytes of the frame from its start on. */
    void add(Slab slab, int bytes) {
        if (count == slabs.length) {
            slabs = Arrays.copyOf(slabs, 2 * count);
            parts = Arrays.copyOf(parts, 2 * count);
        }
        slabs[count] = slab;
        parts[count++] = slab.buffer();
        capacity += slab.capacity();
        length += bytes;
    }

    /** Returns how many bytes fit into the slab that is written to; 0 if another one is needed. */
    int room() {
        if (length == capacity) {
            return 0;
        }
        int part = writtenPart();
        return parts[part].capacity() - offsetIn(part);
    }

    /** Returns the buffer of the slab that is written to, positioned where the next byte goes; there must be room. */
    ByteBuffer writable() {
        int part = writtenPart();
        return parts[part].position(offsetIn(part));
    }

    private int writtenPart() {
        return isRun() ? 0 : length >>> shift;
    }

    private int offsetIn(int part) {
        return length - (part << shift);
    }

    /** Counts bytes that were written where {@link #writable} showed. */
    void wrote(int bytes) {
        length += bytes;
    }

    /** Gives slabs back that nothing has been written to. */
    void dropEmptySlabs() {
        while (!committed && count > 0 && length <= capacity - parts[count - 1].capacity()) {
            release(--count);
        }
    }

    /** Returns the bytes at the frame's start that lie in one part, at least one. */
    ByteBuffer firstBytes() {
        ByteBuffer first = parts[0].duplicate();
        first.limit(Math.min(length, first.capacity())).position(0);
        return first;
    }

    /** Returns a handle on bytes of the frame that holds the slabs they lie in. */
    ByteBuf share(int from, int length, KeptBytes.@Nullable Anchor anchor) {
        if (isRun()) {
            return SharedBytes.of(slab(0), from, length, anchor);
        }
        int first = from >>> shift;
        int last = (from + length - 1) >>> shift;
        ByteBuf[] shared = new ByteBuf[last - first + 1];
        for (int i = first; i <= last; i++) {
            int start = i == first ? from & ((1 << shift) - 1) : 0;
            int end = i == last ? ((from + length - 1) & ((1 << shift) - 1)) + 1 : 1 << shift;
            shared[i - first] = SharedBytes.of(slab(i), start, end - start, anchor);
        }
        return Unpooled.wrappedBuffer(shared.length, shared).asReadOnly();
    }

    @SuppressWarnings("NullAway") // there is a slab at each index before count
    private Slab slab(int index) {
        return slabs[index];
    }

    /** Copies all bytes behind those in {@code target}. */
    void copyTo(ByteBuffer target) {
        int left = length;
        for (int i = 0; left > 0; i++) {
            ByteBuffer part = parts[i].duplicate();
            part.limit(Math.min(left, part.capacity())).position(0);
            left -= part.remaining();
            target.put(part);
        }
    }

    void show(BytesWindow window) {
        if (isRun()) {
            window.wrap(parts[0], 0, length);
        } else {
            window.wrap(parts, shift, 0, length);
        }
    }

    /** Gives all slabs back. */
    void release() {
        length = 0;
        while (count > 0) {
            release(--count);
        }
    }

    @SuppressWarnings("NullAway") // an unused link holds nothing; nobody looks behind count
    private void release(int index) {
        Slab slab = slab(index);
        slabs[index] = null;
        parts[index] = null;
        capacity -= slab.capacity();
        slab.countAsEarned();
        slab.release();
    }

    boolean isWorthKeeping() {
        return slabs.length <= MOST_KEPT_LINKS;
    }

    /** A few idle chains for all connections of a node, so that a long frame allocates no links. Any thread. */
    static final class Stash {
        private static final int MOST = 64;

        private final int slabBytes;
        private @Nullable Chain first;
        private int size;

        Stash(int slabBytes) {
            this.slabBytes = slabBytes;
        }

        synchronized Chain take() {
            Chain chain = first;
            if (chain == null) {
                return new Chain(slabBytes);
            }
            first = chain.next;
            chain.next = null;
            size--;
            return chain;
        }

        synchronized void put(Chain chain) {
            if (size < MOST && chain.isWorthKeeping()) {
                chain.next = first;
                first = chain;
                size++;
            }
        }
    }
}
