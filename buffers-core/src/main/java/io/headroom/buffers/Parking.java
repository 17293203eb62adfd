package io.headroom.buffers;

import io.headroom.buffers.memory.Share;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import org.jspecify.annotations.Nullable;

/**
 * The two places where bytes lie that belong to no long frame: what is parked between drains, and behind it in the stream's order the landing
 * of the drain in progress. Joins them, and keeps what is parked in a piece of the right length.
 */
final class Parking {
    /*
     * A read that resumes a parked frame leaves a gap at the landing's front as long as what is parked, so that the two can be joined by
     * copying the parked bytes, which are few, in front of the others, which may be many. What else is copied is a remainder when it is parked,
     * and a parked frame when its piece is full: into one up to four times as long, so that each byte is copied a third of a time on average,
     * whatever the cuts.
     */
    private final SlabPool pool;
    private final Leases leases;
    private final int slabBytes;

    final Region parked = new Region();
    final Region landing = new Region();

    private long copied;
    private long growths;
    private long compactions;
    private long parks;

    Parking(Pools pools, Course course, @Nullable Share share, @Nullable Trail trail) {
        pool = pools.frames;
        leases = new Leases(pools, course, share, this, trail);
        slabBytes = pool.slabBytes();
    }

    Leases leases() {
        return leases;
    }

    long copiedBytes() {
        return copied;
    }

    /** Returns how often a frame in progress got more memory. */
    long growths() {
        return growths;
    }

    /** Returns how often bytes were moved to the front of the memory they are in. */
    long compactions() {
        return compactions;
    }

    /** Returns how often what a read left over was put away until the next one. */
    long parks() {
        return parks;
    }

    /** Counts more memory for a frame in progress, whose length is 0 while it is not known. */
    void countGrowth(long frameLength, long fromBytes, long toBytes) {
        growths++;
        ConnectionEvents.grown(frameLength, fromBytes, toBytes);
    }

    void countCopy(int count) {
        copied += count;
    }

    /** Counts bytes that are moved from one place of ours to another one; the caller's buffer is none. */
    void countMove(Region source, int count) {
        if (source.slab != null) {
            copied += count;
        }
    }

    /** Returns the first bytes in the stream's order that lie in one piece. */
    Region first() {
        return parked.isEmpty() ? landing : parked;
    }

    /** Returns how many bytes lie here. */
    int size() {
        return parked.size() + landing.size();
    }

    /**
     * A short frame of {@code length} bytes (0 if unknown) of which {@code target} are needed next goes on in the landing. Brings both parts
     * together and returns true; or returns false if nothing follows, or if memory for it is refused.
     */
    boolean join(long length, long target) {
        if (parked.isEmpty() || landing.isEmpty()) {
            return false;
        }
        int held = parked.size();
        boolean completes = length > 0 && length - held <= landing.size();
        boolean fits = parked.capacity() - parked.from >= length;
        if (completes && hasGap() && (held <= length - held || !fits)) {
            joinInLanding();
            return true;
        }
        int count = (int) Math.min(target - held, landing.size());
        if (append(count, target)) {
            return true;
        }
        if (!hasGap()) {
            return false;
        }
        joinInLanding();
        return true;
    }

    /** Returns whether the parked bytes fit in front of those in the landing, to the byte. */
    boolean hasGapFor(int bytes) {
        return !parked.isEmpty() && hasGap() && parked.size() == bytes;
    }

    /** Returns whether the parked bytes fit in front of those in the landing. */
    boolean hasGap() {
        Slab slab = landing.slab;
        return slab != null && landing.from >= parked.size() && !slab.isShared();
    }

    void joinInLanding() {
        int held = parked.size();
        copied += held;
        landing.from -= held;
        parked.moveTo(landing.buffer, landing.from, held);
    }

    /** Moves {@code count} bytes from the landing behind the parked ones, into a longer piece if they do not fit. */
    private boolean append(int count, long target) {
        int held = parked.size();
        if (parked.capacity() - parked.to < count && !grow(held + count, target)) {
            return false;
        }
        countMove(landing, count);
        landing.moveTo(parked.buffer, parked.to, count);
        parked.to += count;
        return true;
    }

    /** Moves the parked bytes into a piece for {@code count} bytes; returns false if that is refused. */
    private boolean grow(int count, long target) {
        int held = parked.size();
        Slab longer = leases.lease(pieceFor(count, target));
        if (longer == null) {
            return false;
        }
        copied += held;
        countGrowth(leases.frameLength(), parked.capacity(), longer.capacity());
        parked.moveTo(longer.buffer(), 0, held);
        parked.release();
        parked.set(longer, 0, held);
        return true;
    }

    /**
     * What is left in the landing, when nothing more can be delivered, is parked: in a piece sized by what is held, or as it is if that is
     * most of the slab or memory is refused. Returns false if the bytes are in the caller's buffer and memory is refused: they stay there.
     */
    boolean park(long target) {
        if (landing.isEmpty()) {
            return true;
        }
        if (landing.slab == null) {
            return parkFed(target);
        }
        parks += parked.isEmpty() ? 1 : 0;
        if (parked.isEmpty()) {
            if (!fits(landing, target)) {
                int held = landing.size();
                if (isReadyFor(held, target)) {
                    copied += held;
                    landing.moveTo(parked.buffer, 0, held);
                    parked.to = held;
                    return true;
                }
            }
            parked.release();
            leases.isNow(landing.slab, LeaseReport.Kind.PARKED);
            parked.takeOver(landing);
        } else {
            shrink(landing, landing.size());
        }
        return true;
    }

    private boolean parkFed(long target) {
        int held = landing.size();
        if (!isReadyFor(held, target)) {
            return false;
        }
        landing.moveTo(parked.buffer, 0, held);
        parked.to = held;
        parks++;
        return true;
    }

    /**
     * Has an empty piece to park {@code held} bytes in: the one that the bytes before them have left, if it will do, so that a remainder in each
     * read costs no lease. Returns false if memory is refused.
     */
    private boolean isReadyFor(int held, long target) {
        Slab before = parked.slab;
        boolean willDo = before != null
                && !before.isShared()
                && !leases.isInTheWay(before)
                && parked.capacity() >= held
                && Sizing.mayHold(parked.capacity(), held)
                && parked.buffer.isDirect() == pool.isDirect();
        if (willDo) {
            parked.from = 0;
            parked.to = 0;
            return true;
        }
        parked.release();
        Slab piece = leasePiece(held, target);
        if (piece != null) {
            parked.set(piece, 0, 0);
        }
        return piece != null;
    }

    /** Gives the parked piece back if nothing is left in it; the next lease may need it. */
    void dropEmptyParked() {
        if (parked.isEmpty()) {
            parked.release();
        }
    }

    /** At the end of a drain: gives back what holds no bytes, and parks what is parked in less if most of it has been consumed. */
    void settle(long target) {
        if (landing.isEmpty()) {
            landing.release();
        }
        dropEmptyParked();
        if (!parked.isEmpty()) {
            shrink(parked, target);
        }
    }

    private void shrink(Region region, long target) {
        if (fits(region, target)) {
            return;
        }
        int held = region.size();
        Slab piece = leasePiece(held, target);
        if (piece == null) {
            if (region.from + target > region.capacity() && target <= region.capacity()) {
                compact(region);
            }
            return;
        }
        copied += held;
        region.moveTo(piece.buffer(), 0, held);
        region.release();
        region.set(piece, 0, held);
    }

    private @Nullable Slab leasePiece(int held, long target) {
        Slab piece = leases.lease(pieceFor(held, target));
        return piece == null ? leases.leaseHeader(held) : piece;
    }

    /** Moves the bytes to the front of their slab, unless somebody else has a hold on what lies there. */
    void compact(Region region) {
        Slab slab = region.slab;
        if (region.from > 0 && slab != null && !slab.isShared()) {
            copied += region.size();
            compactions++;
            ConnectionEvents.compacted(region.size());
            region.compact();
        }
    }

    /** Makes room behind the parked bytes when there is no landing: in a longer piece, or at the front of the one they are in. */
    void makeRoomBehindParked(long target) {
        if (target > parked.size() && parked.size() < slabBytes && !grow(parked.size() + 1, target)) {
            compact(parked);
        }
    }

    /** Returns whether a region may stay where it is: short enough, in nobody's way, and moving it would not make room. */
    private boolean fits(Region region, long target) {
        return !(region.slab != null && leases.isInTheWay(region.slab))
                && Sizing.mayHold(region.capacity(), region.size())
                && region.buffer.isDirect() == pool.isDirect()
                && (region.from == 0
                        || target <= region.size()
                        || target > slabBytes
                        || region.from + target <= region.capacity());
    }

    private int pieceFor(int held, long target) {
        return Sizing.piece(held, target, slabBytes);
    }
}
