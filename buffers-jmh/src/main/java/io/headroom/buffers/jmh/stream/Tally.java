package io.headroom.buffers.jmh.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every strategy does with a frame, and the proof that it did: counts it, and adds its length and its first and last payload byte to a
 * sum in which their order counts too. One that keeps frames is given each payload too, for as long as it likes: memory is measured so.
 */
public final class Tally {
    private final @Nullable List<Object> kept;
    private long frames;
    private long sum;

    /** Makes one that keeps nothing. */
    public Tally() {
        this(null);
    }

    /** Makes one that keeps payloads there; none if it is null. */
    public Tally(@Nullable List<Object> kept) {
        this.kept = kept;
    }

    /** Takes a frame with a payload of {@code length} bytes, at least one. */
    public void frame(int length, byte first, byte last) {
        frames++;
        sum = 31 * sum + (length ^ (first << 24) ^ (last << 16));
    }

    /** Returns whether each payload is to be kept, in the way of whoever read it. */
    public boolean isKeeping() {
        return kept != null;
    }

    /** Keeps a payload, in whatever a strategy gives to who wants it for long. */
    public void keep(Object payload) {
        if (kept != null) {
            kept.add(payload);
        }
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
