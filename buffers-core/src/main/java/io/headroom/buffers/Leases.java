package io.headroom.buffers;

import io.headroom.buffers.memory.Lane;
import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.MemorySource;
import io.headroom.buffers.memory.Share;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import org.jspecify.annotations.Nullable;

/**
 * Leases memory for one connection within its share, and remembers who refused. What the frame in progress needs is leased in the budget's
 * completion lane, if it is refused otherwise and the lane is free.
 */
final class Leases {
    /** The longest piece of the control lane, in bytes: small messages, while long frames have all other memory. */
    private static final int MOST_CONTROL = 4096;

    private final SlabPool pool;
    private final SlabPool landingPool;
    private final SlabPool runPool;
    private final @Nullable SlabPool controlPool;
    private final Region landing;
    private final @Nullable Share share;
    private final @Nullable Trail trail;
    private MemorySource refusedBy;
    private int refusedBytes;

    private final MemoryBudget budget;

    /** Whether a frame is in progress that is held until it is whole: only that may have the lane. */
    private boolean inFrame;

    private long frame;
    private boolean inLane;
    private long laneFrame;

    Leases(Pools pools, @Nullable Share share, Region landing, @Nullable Trail trail) {
        this.share = share;
        this.trail = trail;
        pool = pools.frames;
        landingPool = pools.landings;
        runPool = pools.runs;
        controlPool = pools.control;
        this.landing = landing;
        refusedBy = pool;
        refusedBytes = pool.slabBytes();
        budget = pool.budget();
    }

    /** Says whether a frame is in progress that is held until it is whole, and which; the lane was for the one before it only. */
    void inFrame(boolean inFrame, long frame) {
        this.inFrame = inFrame;
        this.frame = frame;
        leaveLaneUnlessIn(frame);
    }

    boolean isInLane() {
        return inLane;
    }

    /** Returns whether the lane would do for what was refused. */
    Lane lane() {
        if (inLane) {
            return Lane.ENTERED;
        }
        return inFrame ? Lane.WANTED : Lane.BARRED;
    }

    private boolean enterLane() {
        inLane = inFrame && budget.tryEnterLane(this);
        laneFrame = frame;
        return inLane;
    }

    /** Leaves the lane to the next one, unless the frame that needed it is still in progress. */
    void leaveLaneUnlessIn(long frameNow) {
        if (laneFrame != frameNow) {
            leaveLane();
        }
    }

    /** Leaves the lane to the next one: the frame that needed it is done with. */
    void leaveLane() {
        if (inLane) {
            inLane = false;
            dropEmptyLanding();
            budget.leaveLane(this);
        }
    }

    /** Returns who refused last: what to wait for. */
    MemorySource refusedBy() {
        return refusedBy;
    }

    /** Returns how many bytes in one piece to wait for. */
    int refusedBytes() {
        return refusedBytes;
    }

    private @Nullable Slab refused(MemorySource from, int bytes) {
        refusedBy = from;
        refusedBytes = bytes;
        return null;
    }

    /** Leases a slab for a frame longer than that; a contiguous one gathers in the kind of memory that it will lie in. */
    @Nullable Slab leaseLink(int bytes, boolean contiguous) {
        return lease(contiguous ? runPool : pool, bytes, LeaseReport.Kind.CHAIN);
    }

    /** Leases memory for a frame in one piece. */
    @Nullable Slab leaseContiguous(int bytes) {
        Slab run = runPool.tryLeaseContiguous(bytes, inLane);
        if (run == null && dropEmptyLanding()) {
            run = runPool.tryLeaseContiguous(bytes, inLane);
        }
        if (run == null && !inLane && enterLane()) {
            run = runPool.tryLeaseContiguous(bytes, true);
        }
        return run == null ? refused(runPool, bytes) : charged(run, LeaseReport.Kind.CONTIGUOUS);
    }

    /**
     * Has an empty landing of at least {@code bytes} bytes that nobody else has a hold on. If that is refused, one of at least {@code least}
     * will do, so that reading goes on in what is left of other slabs; returns false if there is not even that.
     *
     * @param isOnlyWay whether the frame in progress cannot go on without it, so that it may be had in the lane
     */
    boolean land(int bytes, int least, boolean isOnlyWay) {
        Slab slab = landing.slab;
        if (slab != null && !slab.isShared() && slab.capacity() >= bytes) {
            return true;
        }
        landing.release();
        for (int size = bytes; ; size /= 2) {
            slab = lease(landingPool, Math.max(size, least), LeaseReport.Kind.LANDING);
            if (slab != null) {
                landing.set(slab, 0, 0);
                return true;
            }
            if (size <= Math.max(least, SlabPool.SMALLEST_FRACTION)) {
                break;
            }
        }
        slab = leaseAnyway(least, isOnlyWay);
        if (slab != null) {
            landing.set(slab, 0, 0);
        }
        return slab != null;
    }

    /** Leases memory to hold bytes in; before that is refused, a landing that is at hand but empty makes way. */
    @Nullable Slab lease(int bytes) {
        return lease(pool, bytes, LeaseReport.Kind.PARKED);
    }

    private @Nullable Slab lease(SlabPool from, int bytes, LeaseReport.Kind kind) {
        boolean toHold = kind != LeaseReport.Kind.LANDING;
        Slab slab = from.tryLease(bytes, inLane);
        if (slab == null && toHold && dropEmptyLanding()) {
            slab = from.tryLease(bytes, inLane);
        }
        if (slab == null && toHold) {
            slab = leaseControl(bytes);
        }
        if (slab == null && toHold && !inLane && enterLane()) {
            slab = from.tryLease(bytes, true);
        }
        return slab == null ? refused(from, pool.slabBytes()) : charged(slab, kind);
    }

    /** Leases a landing from what is kept for small messages, or in the lane for the frame in progress. */
    private @Nullable Slab leaseAnyway(int least, boolean isOnlyWay) {
        Slab slab = least <= MOST_CONTROL ? leaseControl(MOST_CONTROL) : null;
        if (slab == null && isOnlyWay && (inLane || enterLane())) {
            slab = landingPool.tryLease(least, true);
        }
        return slab == null ? null : charged(slab, LeaseReport.Kind.LANDING);
    }

    /** Leases a short piece of what is kept for small messages. */
    private @Nullable Slab leaseControl(int bytes) {
        return controlPool != null && bytes <= MOST_CONTROL ? controlPool.tryLease(bytes) : null;
    }

    /** Counts a slab against the connection's share, or gives it back if that is used up. */
    private @Nullable Slab charged(Slab slab, LeaseReport.Kind kind) {
        Share refusing = share == null ? null : share.charge(slab);
        if (refusing == null) {
            if (trail != null) {
                trail.leased(slab, kind);
            }
            return slab;
        }
        int bytes = slab.capacity();
        slab.release();
        return refused(refusing, bytes);
    }

    /** Says what a slab that is held is for from now on. */
    void isNow(Slab slab, LeaseReport.Kind kind) {
        if (trail != null) {
            trail.isNow(slab, kind);
        }
    }

    private boolean dropEmptyLanding() {
        if (landing.slab == null || !landing.isEmpty()) {
            return false;
        }
        landing.release();
        return true;
    }

    boolean scattersFreely() {
        return landingPool.scattersFreely();
    }
}
