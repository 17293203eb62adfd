package io.headroom.buffers;

import io.headroom.buffers.memory.Share;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that one connection holds: the chain of a long frame in progress, and what is {@linkplain Parking parked} or has landed behind it.
 * Decides when a frame gets memory of its own and how much; knows lengths, but neither framings nor handlers.
 */
final class Store {
    /*
     * In the order of the stream the bytes are: chain, parked, landing.
     *
     *   chain    one frame longer than a slab, in progress or kept; in slabs, or once half of it is here in one run of them if it is to be
     *            contiguous. While it is incomplete nothing is parked behind it, unless memory is short.
     *   parked   the beginning of a frame in at most max(256, 4n) bytes; after a pause also whole frames.
     *   landing  what the last read brought beyond the room left in the two others; or the caller's buffer, when it feeds one.
     *
     * A landing that begins with a long frame becomes the first slab of its chain without a copy, and the rest is read straight into the chain.
     *
     * Memory that is refused never loses bytes: a landing that cannot be parked stays as it is, in the place of a parked piece, and a frame
     * that needs the next slab waits.
     */
    private final SlabPool pool;
    private final Parking parking;
    private final Leases leases;
    private final Chain.Stash chains;
    private final int slabBytes;

    final Region parked;
    final Region landing;

    @Nullable Chain chain;

    Store(Pools pools, Course course, @Nullable Share share, Chain.Stash chains, @Nullable Trail trail) {
        pool = pools.frames;
        parking = new Parking(pools, course, share, trail);
        leases = parking.leases();
        parked = parking.parked;
        landing = parking.landing;
        this.chains = chains;
        slabBytes = pool.slabBytes();
    }

    Parking parking() {
        return parking;
    }

    long size() {
        return (chain == null ? 0L : chain.length()) + parked.size() + (landing.slab == null ? 0 : landing.size());
    }

    long heldBytes() {
        return (chain == null ? 0L : chain.capacity()) + parked.capacity() + landing.capacity();
    }

    long copiedBytes() {
        return parking.copiedBytes();
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
     *
     * @param trusted whether the frame's memory is to be committed now, before its bytes are here
     */
    boolean gather(long length, long target, boolean contiguous, boolean trusted) {
        if (length > slabBytes && (trusted || parking.size() >= slabBytes / 4)) {
            startChain((int) length, contiguous, trusted);
            return true;
        }
        return parking.join(length, target);
    }

    /** Moves bytes from the parked ones and the landing into the chain until its frame is whole. Returns false if memory is refused. */
    boolean fillChain(Chain into) {
        while (into.missing() > 0) {
            Region source = parking.first();
            if (source.isEmpty()) {
                return true;
            }
            if (!extend(into)) {
                return false;
            }
            int count = Math.min(Math.min(source.size(), into.room()), into.missing());
            parking.countMove(source, count);
            ByteBuffer target = into.writable();
            source.moveTo(target, target.position(), count);
            into.wrote(count);
        }
        return true;
    }

    /** Has room for the next bytes of a frame that is not whole. Returns false if memory for them is refused. */
    boolean extend(Chain growing) {
        if (growing.isDueToMove()) {
            Slab run = leases.leaseContiguous(growing.frameLength());
            if (run == null) {
                return false;
            }
            parking.countCopy(growing.length());
            parking.countGrowth(growing.frameLength(), growing.capacity(), run.capacity());
            growing.moveTo(run);
        } else if (growing.room() == 0) {
            Slab slab = leases.leaseLink(Math.min(slabBytes, growing.missing()), growing.contiguous());
            if (slab == null) {
                return false;
            }
            growing.add(slab, 0);
            parking.countGrowth(growing.frameLength(), growing.capacity() - slab.capacity(), growing.capacity());
        }
        return true;
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
    private void startChain(int length, boolean contiguous, boolean trusted) {
        Chain started = chains.take();
        started.begin(length, contiguous);
        chain = started;
        boolean halfIsHere = 2L * parking.size() > length;
        if (contiguous && (trusted || halfIsHere)) {
            Slab run = leases.leaseContiguous(length);
            if (run != null) {
                started.add(run, 0);
                return;
            }
        }
        startWithSlab(started);
        if (trusted && !contiguous) {
            commit(started);
        }
    }

    private void startWithSlab(Chain started) {
        boolean contiguous = started.contiguous();
        if (parking.hasGapFor(landing.from) && canLink(landing, contiguous)) {
            parking.joinInLanding();
        }
        if (link(started)) {
            return;
        }
        Slab slab = leases.leaseLink(slabBytes, contiguous);
        if (slab != null) {
            started.add(slab, 0);
            return;
        }
        if (!parked.isEmpty() && parking.hasGap()) {
            parking.joinInLanding();
        }
        if (canLink(parking.first(), contiguous)) {
            parking.compact(parking.first());
            link(started);
        }
    }

    /** Leases all slabs of the frame now, or if that is refused none but those that are needed now. */
    private void commit(Chain started) {
        while (started.capacity() < started.frameLength()) {
            long missing = started.frameLength() - started.capacity();
            Slab slab = leases.leaseLink((int) Math.min(slabBytes, missing), false);
            if (slab == null) {
                started.dropEmptySlabs();
                return;
            }
            started.add(slab, 0);
        }
        started.commit();
    }

    /** Returns whether the region's slab may become a link: on the heap not that of a contiguous frame, whose slabs are direct. */
    private boolean canLink(Region region, boolean contiguous) {
        Slab slab = region.slab;
        return slab != null
                && slab.capacity() == slabBytes
                && slab.buffer().isDirect() == pool.isDirect()
                && (!contiguous || pool.isDirect());
    }

    /** Makes the slab that the frame begins in the chain's first one, if that may be. */
    private boolean link(Chain started) {
        Region source = parking.first();
        Slab slab = source.slab;
        if (slab == null || source.from > 0 || !canLink(source, started.contiguous())) {
            return false;
        }
        started.add(slab, source.size());
        leases.isNow(slab, LeaseReport.Kind.CHAIN);
        source.forget();
        return true;
    }

    /** At the end of a drain: gives back what is not needed until the next one. */
    void settle(long target) {
        parking.settle(target);
        if (chain != null) {
            chain.dropEmptySlabs();
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
        leases.leaveLane();
    }
}
