package io.headroom.buffers.jmh.stream;

import java.nio.ByteBuffer;
import java.nio.channels.ScatteringByteChannel;

/**
 * Hands out a stream over and over as a socket would, without one. A read copies at most so many bytes as were set, and ends where a pass
 * does, and for frames that come alone where a frame does. Buffers on the heap are filled by way of direct memory, as the JDK fills them from
 * a socket: that is one more copy, and it is counted.
 *
 * <p>It scatters, as sockets do, and is no {@code SelectableChannel}: who drains it may not assume that a second read would not block.
 *
 * <p><b>Threads</b>: one. <b>Cost</b>: no allocation, and no system call, whose price is thus in no strategy: those that read often, such as
 * for the header alone, look better here than on a socket. {@link #reads()} says how often.
 */
public final class StreamSource implements ScatteringByteChannel {
    private final ByteBuffer data;
    private final int[] cuts;
    private final int readBytes;
    private final ByteBuffer between;

    private int position;
    private int cut;
    private long left;
    private long reads;
    private long copiedToHeap;
    private int hidden;

    StreamSource(ByteBuffer data, int[] cuts, int readBytes) {
        this.data = data;
        this.cuts = cuts;
        this.readBytes = readBytes;
        between = ByteBuffer.allocateDirect(readBytes);
    }

    /** Begins at the stream's first byte, to hand out so many passes. */
    public void start(int passes) {
        position = 0;
        cut = 0;
        left = (long) passes * data.capacity();
    }

    /** Begins at the stream's first byte, to hand out so many bytes: an end that need not be a frame's. */
    public void startBytes(long bytes) {
        position = 0;
        cut = 0;
        left = bytes;
    }

    /** Returns whether there is something left to read. */
    public boolean hasRemaining() {
        return left > 0;
    }

    @Override
    public int read(ByteBuffer target) {
        int count = Math.min(target.remaining(), most());
        if (count > 0) {
            copy(target, count);
        }
        return ended(count);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        int most = most();
        int count = 0;
        for (int i = offset; i < offset + length && count < most; i++) {
            ByteBuffer target = targets[i];
            int here = Math.min(target.remaining(), most - count);
            if (here > 0) {
                copy(target, here);
                count += here;
            }
        }
        return ended(count);
    }

    @Override
    public long read(ByteBuffer[] targets) {
        return read(targets, 0, targets.length);
    }

    private int most() {
        return (int) Math.min(left, Math.min(readBytes, cuts[cut] - position));
    }

    private void copy(ByteBuffer target, int count) {
        int at = target.position();
        if (target.isDirect()) {
            target.put(at, data, position, count);
        } else {
            hidden = Math.max(hidden, target.remaining());
            between.put(0, data, position, count);
            target.put(at, between, 0, count);
            copiedToHeap += count;
        }
        target.position(at + count);
        position += count;
    }

    private int ended(int count) {
        reads++;
        if (left == 0) {
            return -1;
        }
        left -= count;
        if (position == cuts[cut]) {
            cut++;
            if (cut == cuts.length) {
                cut = 0;
                position = 0;
            }
        }
        return count;
    }

    /** Returns how many reads there were in all. */
    public long reads() {
        return reads;
    }

    /** Returns how many bytes were copied from direct memory to the heap in all. */
    public long copiedToHeapBytes() {
        return copiedToHeap;
    }

    /**
     * Returns how long the direct buffer is that the JDK would keep for this thread: as long as the longest room on the heap that a read was
     * given, whatever came.
     */
    public int hiddenBytes() {
        return hidden;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
