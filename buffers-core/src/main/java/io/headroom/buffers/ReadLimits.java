package io.headroom.buffers;

/**
 * How long the frames of a connection may be.
 *
 * <p>The limit is compared with the whole frame's length, header included, or, where the framing is so set, with the number in its length
 * field; an error names both numbers in that measure. It is checked at the header, before memory is committed.
 *
 * <p><b>Threads</b>: immutable; each setting returns new limits.
 */
public final class ReadLimits {
    /** The limit unless set otherwise, in bytes. */
    public static final long DEFAULT_MAX_FRAME = 2 << 20;

    private static final ReadLimits DEFAULT = new ReadLimits(DEFAULT_MAX_FRAME, 0, false, Long.MAX_VALUE);

    private final long maxFrame;
    private final long maxStreamed;
    private final boolean skipsTooLong;
    private final long warnAbove;

    private ReadLimits(long maxFrame, long maxStreamed, boolean skipsTooLong, long warnAbove) {
        this.maxFrame = maxFrame;
        this.maxStreamed = maxStreamed;
        this.skipsTooLong = skipsTooLong;
        this.warnAbove = warnAbove;
    }

    /** Returns the default limits: frames of at most 2 MiB, a longer one is an error. */
    public static ReadLimits defaults() {
        return DEFAULT;
    }

    /**
     * Returns limits of {@code bytes} for each frame; a longer one is an error.
     *
     * @throws IllegalArgumentException if {@code bytes} is less than 1
     */
    public static ReadLimits maxFrame(long bytes) {
        return DEFAULT.withMaxFrame(bytes);
    }

    /** Returns these limits with {@code bytes} for each frame, 1 or more. */
    public ReadLimits withMaxFrame(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("ReadLimits.maxFrame(" + bytes + "): expected at least 1 byte");
        }
        return new ReadLimits(bytes, maxStreamed, skipsTooLong, warnAbove);
    }

    /**
     * Returns these limits with {@code bytes} for frames that the handler takes in parts; at most one slab of such a frame is held, so this
     * may be far more than the limit for whole ones. Without it, that limit holds for all.
     *
     * @throws IllegalArgumentException if {@code bytes} is less than 1
     */
    public ReadLimits maxStreamed(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("ReadLimits.maxStreamed(" + bytes + "): expected at least 1 byte");
        }
        return new ReadLimits(maxFrame, bytes, skipsTooLong, warnAbove);
    }

    /** Returns these limits with too long frames skipped, as {@link FrameHandler#onSkipped} learns, instead of ending the connection. */
    public ReadLimits skipTooLong() {
        return new ReadLimits(maxFrame, maxStreamed, true, warnAbove);
    }

    /**
     * Returns these limits with the observer told of each frame of more than {@code bytes} bytes, in the measure of the limits, that they let
     * pass. Without it, of none.
     *
     * @throws IllegalArgumentException if {@code bytes} is less than 1
     */
    public ReadLimits warnAbove(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("ReadLimits.warnAbove(" + bytes + "): expected at least 1 byte");
        }
        return new ReadLimits(maxFrame, maxStreamed, skipsTooLong, bytes);
    }

    /** Returns whether a frame of this length is one that the observer is told of. */
    boolean warnsOf(long length) {
        return length > warnAbove;
    }

    /** Returns the length up to which a frame passes without the observer being told. */
    long mostUnseen() {
        return Math.min(maxFrame, warnAbove);
    }

    /** Returns the length above which the observer is told, {@link Long#MAX_VALUE} if never. */
    public long warnAbove() {
        return warnAbove;
    }

    /** Returns the limit for whole frames in bytes. */
    public long maxFrame() {
        return maxFrame;
    }

    /** Returns the limit for frames in parts in bytes, never less than {@link #maxFrame()}. */
    public long maxStreamed() {
        return Math.max(maxFrame, maxStreamed);
    }

    /** Returns whether too long frames are skipped. */
    public boolean skipsTooLong() {
        return skipsTooLong;
    }

    @Override
    public String toString() {
        return "ReadLimits[maxFrame=" + maxFrame + ", maxStreamed=" + maxStreamed()
                + (skipsTooLong ? ", too long ones skipped" : "") + "]";
    }
}
