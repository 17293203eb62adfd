package io.headroom.buffers.jmh.stream;

/**
 * What every strategy does with a frame, and the proof that it did: counts it, and adds its length and its first and last payload byte to a
 * sum in which their order counts too.
 */
public final class Tally {
    private long frames;
    private long sum;

    /** Takes a frame with a payload of {@code length} bytes, at least one. */
    public void frame(int length, byte first, byte last) {
        frames++;
        sum = 31 * sum + (length ^ (first << 24) ^ (last << 16));
    }

    /** Returns how many frames were taken. */
    public long frames() {
        return frames;
    }

    /** Returns the sum; the same for the same frames in the same order, however they were read. */
    public long sum() {
        return sum;
    }

    /** Begins at nothing. */
    public void clear() {
        frames = 0;
        sum = 0;
    }

    /** Returns whether both have taken the same frames. */
    public boolean agreesWith(Tally other) {
        return frames == other.frames && sum == other.sum;
    }

    @Override
    public String toString() {
        return frames + " frames with sum " + Long.toHexString(sum);
    }
}
