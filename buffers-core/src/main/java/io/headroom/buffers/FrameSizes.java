package io.headroom.buffers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * How many frames of which length a node has had: a set of counts for each thread that counts at the same time, none for a connection.
 *
 * <p><b>Threads</b>: any; a set of counts is for one thread from {@link #take} to {@link #giveBack}, and may be read by others meanwhile.
 */
final class FrameSizes {
    /** Four buckets for each power of two, so that a bucket's bounds lie at most a quarter apart. */
    static final int BUCKETS = 248;

    private static final int IN_OCTAVE = 4;
    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    /** References that share no line of the processor's cache are so many apart. */
    private static final int APART = 16;

    /** The set that a thread used last lies at its place, where it finds it by its id; sets that find their place taken are spare. */
    private final AtomicReferenceArray<@Nullable Counts> places;

    private final int mask;
    private volatile @Nullable Counts all;
    private @Nullable Counts spare;

    FrameSizes() {
        int stripes = Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 4 - 1);
        places = new AtomicReferenceArray<>(stripes * APART);
        mask = stripes - 1;
    }

    /** Counts of frames by bucket. */
    static final class Counts {
        private final long[] counts = new long[BUCKETS];
        private @Nullable Counts nextOfAll;
        private @Nullable Counts nextSpare;

        void add(int bucket, int frames) {
            COUNTS.setOpaque(counts, bucket, counts[bucket] + frames);
        }
    }

    /** Returns counts that nobody else adds to, until they are given back. */
    Counts take() {
        Counts last = places.getAndSet(place(), null);
        return last == null ? takeSpare() : last;
    }

    private synchronized Counts takeSpare() {
        Counts taken = spare;
        if (taken != null) {
            spare = taken.nextSpare;
            taken.nextSpare = null;
            return taken;
        }
        taken = new Counts();
        taken.nextOfAll = all;
        all = taken;
        return taken;
    }

    void giveBack(Counts counts) {
        if (!places.compareAndSet(place(), null, counts)) {
            putSpare(counts);
        }
    }

    private synchronized void putSpare(Counts counts) {
        counts.nextSpare = spare;
        spare = counts;
    }

    private int place() {
        return ((int) Thread.currentThread().getId() & mask) * APART;
    }

    /** Adds what has been counted to {@code sums}, a number for each bucket. */
    void addTo(long[] sums) {
        for (Counts each = all; each != null; each = each.nextOfAll) {
            for (int i = 0; i < BUCKETS; i++) {
                sums[i] += (long) COUNTS.getOpaque(each.counts, i);
            }
        }
    }

    /** Returns the bucket of a length, 0 or more. */
    static int bucketOf(long length) {
        if (length < IN_OCTAVE) {
            return (int) length;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(length);
        return (exponent - 1) * IN_OCTAVE + (int) (length >>> (exponent - 2)) % IN_OCTAVE;
    }

    /** Returns the least length in a bucket. */
    static long lowest(int bucket) {
        return bucket < IN_OCTAVE ? bucket : (long) (IN_OCTAVE + bucket % IN_OCTAVE) << (bucket / IN_OCTAVE - 1);
    }

    /** Returns the greatest length in a bucket. */
    static long highest(int bucket) {
        return bucket == BUCKETS - 1 ? Long.MAX_VALUE : lowest(bucket + 1) - 1;
    }
}
