package io.headroom.buffers;

import org.jspecify.annotations.Nullable;

/** Where one connection stands in its stream: the frame in progress, how it is delivered, and how much came before. */
final class Course {
    /** For a frame a peer must have sent as much before, divided by this: not so much that honest ones are newcomers for long. */
    private static final int EARNED_BY = 4;

    private final Allowance allowance;
    private final FrameSizes sizes;

    /** Where this connection counts the lengths of its frames, from the first one that is done with until it is left. */
    private FrameSizes.@Nullable Counts counts;

    /** How many frames in a row of lengths in one bucket have not been counted yet; the handler may keep the last one. */
    private int alike;

    /** The shortest and the longest length of that bucket; at first there is none. */
    private long shortestAlike = 1;

    private long longestAlike;

    /** The length of the frame in progress, 0 if its header has not been measured. */
    long length;

    /** How many bytes of a header must be there before there is anything to do, and how many have been measured. */
    int needed = 1;

    int examined;

    private Delivery delivery = Delivery.WHOLE;

    /** Whether the handler is being asked; if it throws, the frame is skipped. A flag, since storing a reference costs a collector's barrier. */
    private boolean asking;

    /** How many bytes of a frame that is passed on are gone. */
    long gone;

    int payloadStart;

    /** How much is done with, frames and what was discarded: tells what is in progress from what came before it. */
    long turn;

    /** How much of it was discarded, and whether that is what is in progress. */
    private long discards;

    private boolean isDiscarding;

    /** How many bytes the frames had that are done with. */
    private long doneBytes;

    /** How many bytes have been received in all. */
    long received;

    /** How many frames were longer than {@link ReadLimits#warnAbove}. */
    long longFrames;

    Course(Allowance allowance, FrameSizes sizes) {
        this.allowance = allowance;
        this.sizes = sizes;
    }

    Allowance allowance() {
        return allowance;
    }

    /** A frame is in progress of which the handler has yet to say how it wants it; until then it is skipped. */
    void begin(long measured, int start) {
        length = measured;
        payloadStart = start;
        gone = 0;
        asking = true;
    }

    /** A frame of so many bytes is done with that never was in progress. */
    void passed(int bytes) {
        turn++;
        doneBytes += bytes;
        count(bytes);
    }

    /** Counts a frame, at the latest when the connection is left. */
    private void count(long bytes) {
        if (bytes < shortestAlike || bytes > longestAlike) {
            countAlike();
            int bucket = FrameSizes.bucketOf(bytes);
            shortestAlike = FrameSizes.lowest(bucket);
            longestAlike = FrameSizes.highest(bucket);
        }
        alike++;
    }

    private void countAlike() {
        if (alike > 0) {
            counts().add(FrameSizes.bucketOf(longestAlike), alike);
            alike = 0;
        }
    }

    private FrameSizes.Counts counts() {
        FrameSizes.Counts taken = counts;
        if (taken == null) {
            taken = sizes.take();
            counts = taken;
        }
        return taken;
    }

    /** The connection is left: what its handlers have seen is theirs for good. */
    void left() {
        countAlike();
        FrameSizes.Counts taken = counts;
        if (taken != null) {
            counts = null;
            sizes.giveBack(taken);
        }
    }

    /** The frame that was done with is in progress again: the handler keeps it. */
    void takeUpAgain(long whole, int start, Delivery how) {
        length = whole;
        payloadStart = start;
        delivery(how);
        turn--;
        doneBytes -= whole;
        alike--;
    }

    /** Returns how many frames are done with. */
    long frames() {
        return turn - discards;
    }

    /** So many bytes are no frame and of no interest, of which the first ones are gone: the others are dropped as they come. */
    void discard(int bytes, int first) {
        expectHeader();
        if (first == bytes) {
            turn++;
            discards++;
            return;
        }
        isDiscarding = true;
        length = bytes;
        gone = first;
        delivery(Delivery.SKIP);
    }

    /** The frame is done with, or what is discarded has gone. */
    void end() {
        turn++;
        if (isDiscarding) {
            isDiscarding = false;
            discards++;
        } else {
            doneBytes += length;
            count(length);
        }
        length = 0;
        delivery(Delivery.WHOLE);
        gone = 0;
        payloadStart = 0;
        expectHeader();
    }

    /** A header begins of which nothing has been measured. */
    void expectHeader() {
        needed = 1;
        examined = 0;
    }

    /** Returns how many bytes of the frame in progress must be there before there is anything to do. */
    long target() {
        return length == 0 ? needed : length;
    }

    /** Returns how many bytes there must be, of those that are not gone, before the frame in progress or its header is whole. */
    long toCome() {
        return passesOn() ? length - gone : target();
    }

    /** Returns whether the frame in progress is delivered in parts or dropped, so that none of it is kept. */
    boolean passesOn() {
        return length != 0 && !isWhole(delivery());
    }

    /** Returns whether a frame is in progress that is held until it is whole, or its header is. */
    boolean isHolding(boolean anyBytes) {
        return length == 0 ? anyBytes : isWhole(delivery());
    }

    /** Returns whether a frame is delivered as a whole. */
    static boolean isWhole(Delivery delivery) {
        return delivery == Delivery.WHOLE || delivery == Delivery.CONTIGUOUS;
    }

    Delivery delivery() {
        return asking ? Delivery.SKIP : delivery;
    }

    /** A reference that does not change is not stored again. */
    void delivery(Delivery now) {
        asking = false;
        if (delivery != now) {
            delivery = now;
        }
    }

    /** Returns whether the frame in progress is to lie in one piece. */
    boolean isContiguous() {
        return delivery() == Delivery.CONTIGUOUS;
    }

    /**
     * Returns whether the peer has not yet sent whole frames with a quarter of the bytes that the frame in progress has, or if that is not known,
     * that any may have.
     */
    boolean isNewcomers() {
        long whole = length == 0 ? allowance.limits().maxFrame() : length;
        return doneBytes < whole / EARNED_BY && !allowance.isTrusted();
    }
}
