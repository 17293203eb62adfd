package io.headroom.buffers.memory;

import java.nio.ByteBuffer;

/** Touches the pages of a region one after the other. */
final class Touching implements WarmUp.Work {
    /** After so many bytes the warm-up looks whether it is cancelled, and its progress moves on. */
    private static final int STEP = 1 << 20;

    private final ByteBuffer region;
    private final boolean writes;
    private final boolean isNeeded;

    /** Not a constant: with a stride that it does not know, the JIT compiler leaves the safepoint poll between two pages. */
    private final int stride;

    /** Written by the thread that touches only. */
    private volatile int touched;

    /** What was read goes somewhere, so that it must be read. */
    @SuppressWarnings("UnusedVariable")
    private int sum;

    Touching(ByteBuffer region, boolean writes, int stride) {
        isNeeded = !Mapping.isKnownToBeNone(region);
        this.region = region.slice();
        this.writes = writes;
        this.stride = stride;
    }

    boolean isNeeded() {
        return isNeeded;
    }

    @Override
    public long wantedBytes() {
        return region.capacity();
    }

    @Override
    public long warmedBytes() {
        return touched;
    }

    @Override
    public WarmUp.State step(long most) {
        if (!isNeeded) {
            return WarmUp.State.NOT_NEEDED;
        }
        int from = touched;
        int end = from + (int) Math.min(region.capacity() - from, Math.min(most, STEP));
        int read = sum;
        for (long at = from; at < end; at += stride) {
            read += touch((int) at);
        }
        if (end > from && end == region.capacity()) {
            read += touch(end - 1); // a region that does not begin with a page may end in one more
        }
        sum = read;
        touched = end;
        return end == region.capacity() ? WarmUp.State.WARM : WarmUp.State.RUNNING;
    }

    private byte touch(int index) {
        byte is = region.get(index);
        if (writes) {
            region.put(index, is);
        }
        return is;
    }

    @Override
    public String reason(WarmUp.State state) {
        switch (state) {
            case RUNNING:
                return "it goes on";
            case NOT_NEEDED:
                return region.isDirect()
                        ? "direct memory was zeroed, and thereby touched, when it was allocated"
                        : "an array was zeroed, and thereby touched, when it was allocated";
            case WARM:
                return "a byte of each page was " + (writes ? "written" : "read");
            default:
                return "it was told to end";
        }
    }
}
