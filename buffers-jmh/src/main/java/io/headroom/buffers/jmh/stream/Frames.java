package io.headroom.buffers.jmh.stream;

import java.util.SplittableRandom;

/**
 * What a stream is made of. On the wire a frame is a big-endian length of {@value #HEADER} bytes and so many bytes of payload; lengths below
 * are those of payloads.
 *
 * <p>A pass over a stream is short where frames are short, so that its bytes are in a cache as those are that a kernel has just received: out
 * of main memory every copy takes so long that what is done for each frame would hardly show.
 */
public enum Frames {
    /** 256 bytes each. */
    B256(1 << 20, false) {
        @Override
        int payload(SplittableRandom random) {
            return 256;
        }
    },
    /** One in twenty, at random, has 100,000 to 2,000,000 bytes; the others have 100 to 2,000. */
    MIX(32 << 20, false) {
        @Override
        int payload(SplittableRandom random) {
            return random.nextInt(20) == 0 ? random.nextInt(100_000, 2_000_001) : random.nextInt(SHORTEST, 2_001);
        }
    },
    /** 2 MiB each, alone: a read ends where a frame does, so the next one finds nothing of another frame. */
    MIB2_ALONE(16 << 20, true) {
        @Override
        int payload(SplittableRandom random) {
            return 2 << 20;
        }
    },
    /** 2 MiB each, back to back: a read that brings the end of a frame brings the beginning of the next one. */
    MIB2(16 << 20, false) {
        @Override
        int payload(SplittableRandom random) {
            return 2 << 20;
        }
    },
    /** 32 MiB each. */
    MIB32(64 << 20, false) {
        @Override
        int payload(SplittableRandom random) {
            return 32 << 20;
        }
    };

    /** Bytes of a frame before its payload. */
    public static final int HEADER = Integer.BYTES;

    /** No payload is shorter. */
    static final int SHORTEST = 100;

    private final int passBytes;
    private final boolean alone;

    Frames(int passBytes, boolean alone) {
        this.passBytes = passBytes;
        this.alone = alone;
    }

    /** Returns how many bytes a stream has before it begins again; a power of two. */
    public int passBytes() {
        return passBytes;
    }

    /** Returns whether no read spans two frames. */
    public boolean areAlone() {
        return alone;
    }

    /** Draws the length of a payload. */
    abstract int payload(SplittableRandom random);
}
