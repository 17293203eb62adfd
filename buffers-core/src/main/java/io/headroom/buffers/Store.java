package io.headroom.buffers;

import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that one connection holds: what is parked between drains, the chain of a long frame in progress, and while it is drained the
 * landing. Decides what is copied where; knows lengths, but neither framings nor handlers.
 */
final class Store {
    /*
     * In the order of the stream the bytes are: chain, parked, landing.
     *
     *   chain    one frame longer than a slab, in progress or kept. While it is incomplete nothing is parked behind it, unless memory is
     *            short.
     *   parked   the beginning of a frame in at most max(256, 4n) bytes; after a pause also whole frames.
     *   landing  what the last read brought beyond the room left in the two others; or the caller's buffer, when it feeds one.
     *
     * A read that resumes a parked frame leaves a gap at the landing's front as long as what is parked, so that the two can be joined by
     * copying the parked bytes, which are few, in front of the others, which may be many; and a landing that so begins with a long frame
     * becomes the first slab of its chain without a copy. What else is copied is a remainder when it is parked, and a parked frame when its
     * piece is full: into one up to four times as long, so that each byte is copied a third of a time on average, whatever the cuts.
     *
     * Memory that is refused never loses bytes: a landing that cannot be parked stays as it is, in the place of a parked piece, and a frame
     * that needs the next slab waits.
     */
    private final SlabPool pool;
    private final Leases leases;
    private final Chain.Stash chains;
    private final int slabBytes;

    final Region parked = new Region();
    final Region landing = new Region();

    @Nullable Chain chain;

    private long copied;

    Store(SlabPool pool, SlabPool landingPool, Chain.Stash chains) {
        this.pool = pool;
        leases = new Leases(pool, landingPool, landing);
        this.chains = chains;
        slabBytes = pool.slabBytes();
    }

    /** Returns the first bytes in the stream's order that lie in one piece. */
    Region first() {
        return parked.isEmpty() ? landing : parked;
    }

    long size() {
        return (chain == null ? 0L : chain.length()) + parked.size() + (landing.slab == null ? 0 : landing.size());
    }

    long heldBytes() {
        return (chain == null ? 0L : chain.capacity()) + parked.capacity() + landing.capacity();
    }

    long copiedBytes() {
        return copied;
    }

    int slabBytes() {
        return slabBytes;
    }

    Leases leases() {
        return leases;
    }

    /**
     * A frame of {@code length} bytes (0 if unknown) of which {@code target} are needed next does not end in the first region. Brings what
     * follows it together with it and returns true; or returns false if nothing follows, or if memory for it is refused.
     */
    boolean gather(long length, long target) {
        if (length > slabBytes && (long) parked.size() + landing.size() >= slabBytes / 4) {
            startChain();
            return true;
        }
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

    /** Moves bytes from the parked ones and the landing into the chain until {@code missing} have come. Returns false if memory is refused. */
    boolean fillChain(Chain into, long missing) {
        for (long left = missing; left > 0; ) {
            Region source = first();
            if (source.isEmpty()) {
                return true;
            }
            if (into.room() == 0) {
                Slab slab = leases.lease((int) Math.min(slabBytes, left));
                if (slab == null) {
                    return false;
                }
                into.add(slab, 0);
            }
            int count = (int) Math.min(Math.min(source.size(), into.room()), left);
            countCopy(source, count);
            source.moveTo(into.last(), into.last().position(), count);
            into.wrote(count);
            left -= count;
            dropEmptyParked();
        }
        return true;
    }

    /** Gives the parked piece back if nothing is left in it; the next lease may need it. */
    void dropEmptyParked() {
        if (parked.isEmpty()) {
            parked.release();
        }
    }

    void releaseChain() {
        Chain done = chain;
        if (done != null) {
            chain = null;
            done.release();
            chains.put(done);
        }
    }

    /** Begins the chain of a frame that is longer than a slab: with the landing or the parked slab itself, if the frame begins its slab. */
    private void startChain() {
        Chain started = chains.take();
        chain = started;
        if (!parked.isEmpty() && hasGap() && parked.size() == landing.from && canLink(landing)) {
            joinInLanding();
        }
        Region source = first();
        if (source.from == 0 && canLink(source)) {
            link(started, source);
            return;
        }
        Slab slab = leases.lease(slabBytes);
        if (slab != null) {
            started.add(slab, 0);
            return;
        }
        if (!parked.isEmpty() && hasGap()) {
            joinInLanding();
        }
        source = first();
        if (source.slab != null && source.capacity() == slabBytes) {
            compact(source);
            if (source.from == 0) {
                link(started, source);
            }
        }
    }

    private boolean canLink(Region region) {
        Slab slab = region.slab;
        return slab != null && slab.capacity() == slabBytes && slab.buffer().isDirect() == pool.isDirect();
    }

    private static void link(Chain chain, Region region) {
        Slab slab = region.slab;
        if (slab != null) {
            chain.add(slab, region.size());
            region.forget();
        }
    }

    /** Returns whether the parked bytes fit in front of those in the landing. */
    private boolean hasGap() {
        Slab slab = landing.slab;
        return slab != null && landing.from >= parked.size() && !slab.isShared();
    }

    private void joinInLanding() {
        int held = parked.size();
        copied += held;
        landing.from -= held;
        parked.moveTo(landing.buffer, landing.from, held);
        parked.release();
    }

    /** Moves {@code count} bytes from the landing behind the parked ones, into a longer piece if they do not fit. */
    private boolean append(int count, long target) {
        int held = parked.size();
        if (parked.capacity() - parked.to < count && !grow(held + count, target)) {
            return false;
        }
        countCopy(landing, count);
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
        if (parked.isEmpty()) {
            if (!fits(landing, target)) {
                int held = landing.size();
                Slab piece = leases.lease(pieceFor(held, target));
                if (piece != null) {
                    copied += held;
                    landing.moveTo(piece.buffer(), 0, held);
                    parked.release();
                    parked.set(piece, 0, held);
                    return true;
                }
            }
            parked.release();
            parked.takeOver(landing);
        } else {
            shrink(landing, landing.size());
        }
        return true;
    }

    private boolean parkFed(long target) {
        int held = landing.size();
        Slab piece = leases.lease(pieceFor(held, target));
        if (piece == null) {
            return false;
        }
        landing.moveTo(piece.buffer(), 0, held);
        parked.release();
        parked.set(piece, 0, held);
        return true;
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
        if (chain != null) {
            chain.dropEmptyLast();
        }
    }

    private void shrink(Region region, long target) {
        if (fits(region, target)) {
            return;
        }
        int held = region.size();
        Slab piece = leases.lease(pieceFor(held, target));
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

    /** Moves the bytes to the front of their slab, unless somebody else has a hold on what lies there. */
    private void compact(Region region) {
        Slab slab = region.slab;
        if (region.from > 0 && slab != null && !slab.isShared()) {
            copied += region.size();
            region.compact();
        }
    }

    /** Makes room behind the parked bytes when there is no landing: in a longer piece, or at the front of the one they are in. */
    void makeRoomBehindParked(long target) {
        if (target > parked.size() && parked.size() < slabBytes && !grow(parked.size() + 1, target)) {
            compact(parked);
        }
    }

    /** Returns whether a region may stay where it is: short enough for what it holds, and moving it would not make room. */
    private boolean fits(Region region, long target) {
        return Sizing.mayHold(region.capacity(), region.size())
                && region.buffer.isDirect() == pool.isDirect()
                && (region.from == 0
                        || target <= region.size()
                        || target > slabBytes
                        || region.from + target <= region.capacity());
    }

    private int pieceFor(int held, long target) {
        return Sizing.piece(held, target, slabBytes);
    }

    private void countCopy(Region source, int count) {
        if (source.slab != null) {
            copied += count;
        }
    }

    /** Returns a copy of all bytes that are here, in the stream's order. */
    ByteBuffer copy() {
        ByteBuffer copy = ByteBuffer.allocate((int) size());
        if (chain != null) {
            chain.copyTo(copy);
        }
        parked.copyTo(copy);
        landing.copyTo(copy);
        return copy.flip();
    }

    void releaseAll() {
        parked.release();
        landing.release();
        releaseChain();
    }
}
