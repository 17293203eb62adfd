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

    /** What is read at once where it may be the beginning of a long frame that there is no memory for: its header. */
    private static final int HEADER_ONLY = 512;

    private final SlabPool pool;
    private final SlabPool landingPool;
    private final SlabPool runPool;
    private final @Nullable SlabPool controlPool;
    private final Region landing;
    private final Region parked;
    private final @Nullable Share share;
    private final @Nullable Trail trail;
    private MemorySource refusedBy;
    private int refusedBytes;

    private final MemoryBudget budget;

    /** The part of the budget for connections that have not earned more; null if it is not divided. */
    private final @Nullable Share newcomers;

    private final Course course;
    private boolean inLane;
    private long laneFrame;

    Leases(Pools pools, Course course, @Nullable Share share, Parking parking, @Nullable Trail trail) {
        this.course = course;
        this.share = share;
        this.trail = trail;
        pool = pools.frames;
        landingPool = pools.landings;
        runPool = pools.runs;
        controlPool = pools.control;
        landing = parking.landing;
        parked = parking.parked;
        refusedBy = pool;
        refusedBytes = pool.slabBytes();
        budget = pool.budget();
        newcomers = controlPool == null ? null : budget.newcomers();
    }

    /** Returns whether a frame is in progress that is held until it is whole: only that may have the lane. */
    private boolean inFrame() {
        return course.isHolding(parked.size() + landing.size() > 0);
    }

    /** Returns whether what is leased to hold bytes counts against the newcomers' part. */
    private boolean isNewcomers() {
        return newcomers != null && course.isNewcomers() && !isInLane();
    }

    /** Returns the length of the frame in progress, 0 if it is not known. */
    long frameLength() {
        return course.length;
    }

    boolean isInLane() {
        return inLane;
    }

    /** Returns whether the lane would do for what was refused. */
    Lane lane() {
        if (inLane) {
            return Lane.ENTERED;
        }
        return inFrame() ? Lane.WANTED : Lane.BARRED;
    }

    private boolean enterLane() {
        inLane = inFrame() && budget.tryEnterLane(this);
        laneFrame = course.turn;
        return inLane;
    }

    /** Leaves the lane to the next one, unless the frame that needed it is still in progress: to be called before anything is leased. */
    void leaveLaneAfterItsFrame() {
        if (inLane && laneFrame != course.turn) {
            leaveLane();
        }
    }

    /** Leaves the lane to the next one: the frame that needed it is done with. */
    void leaveLane() {
        if (inLane) {
            inLane = false;
            dropEmpty();
            budget.leaveLane(this);
        }
    }

    /** Returns who refused last: what to wait for. */
    MemorySource refusedBy() {
        return refusedBy;
    }

    /** Returns whether the last to refuse was the share of the connection's key, or its own if there is no share of a key. */
    @SuppressWarnings("ReferenceEquality") // a source is itself
    boolean isRefusedByShareOfKey() {
        return share != null && refusedBy == share.whole();
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
        Slab run = leaseToHold(runPool, bytes);
        if (run == null && dropEmpty()) {
            run = leaseToHold(runPool, bytes);
        }
        if (run == null && !isInLane() && enterLane()) {
            run = runPool.tryLeaseContiguous(bytes, true);
        }
        return run == null ? refusedToHold(runPool, bytes) : charged(run, LeaseReport.Kind.CONTIGUOUS);
    }

    /** Leases a piece, or a run if it is longer than a slab: in the lane, within the newcomers' part, or of all that there is. */
    private @Nullable Slab leaseToHold(SlabPool from, int bytes) {
        if (newcomers != null && isNewcomers()) {
            return newcomers.tryLeaseForNewcomer(from, bytes);
        }
        boolean lane = isInLane();
        return bytes > from.slabBytes() ? from.tryLeaseContiguous(bytes, lane) : from.tryLease(bytes, lane);
    }

    private @Nullable Slab refusedToHold(SlabPool from, int bytes) {
        int slabs = (bytes - 1) / from.slabBytes() + 1;
        int wanted = (int) Math.min((long) slabs * from.slabBytes(), Integer.MAX_VALUE);
        if (newcomers != null && isNewcomers() && newcomers.refusesNewcomer(from, bytes)) {
            return refused(newcomers, wanted);
        }
        return refused(from, wanted);
    }

    /**
     * Has an empty landing of at least {@code bytes} bytes that nobody else has a hold on. If that is refused, one of at least {@code least}
     * will do, so that reading goes on in what is left of other slabs; returns false if there is not even that.
     *
     * @param isOnlyWay whether the frame in progress cannot go on without it, so that it may be had in the lane
     */
    boolean land(int bytes, int least, boolean isOnlyWay) {
        Slab slab = landing.slab;
        if (slab != null && !slab.isShared() && slab.capacity() >= bytes && mayHold(bytes)) {
            return true;
        }
        landing.release();
        slab = mayHold(bytes) ? leaseToRead(bytes, least) : null;
        if (slab == null) {
            slab = leaseAnyway(least, isOnlyWay);
        }
        if (slab != null) {
            landing.set(slab, 0, 0);
        }
        return slab != null;
    }

    private @Nullable Slab leaseToRead(int bytes, int least) {
        for (int size = bytes; ; size /= 2) {
            Slab slab = landingPool.tryLease(Math.max(size, least), isInLane());
            slab = slab == null ? refused(landingPool, pool.slabBytes()) : charged(slab, LeaseReport.Kind.LANDING);
            if (slab != null || size <= Math.max(least, SlabPool.SMALLEST_FRACTION)) {
                return slab;
            }
        }
    }

    /** Returns whether what is read into a landing of this size may stay, if it is the beginning of a long frame. */
    private boolean mayHold(int bytes) {
        if (newcomers == null || course.passesOn() || !isRefusedToNewcomer(bytes)) {
            return true;
        }
        // A small message that has not begun goes through as soon as there is room for small ones, whoever has the
        // newcomers' part.
        if (controlPool != null && course.length == 0 && !inFrame()) {
            refused(controlPool, HEADER_ONLY);
        } else {
            refused(newcomers, bytes);
        }
        return false;
    }

    private boolean isRefusedToNewcomer(int bytes) {
        return newcomers != null && isNewcomers() && newcomers.refusesNewcomer(landingPool, bytes);
    }

    /** Returns whether no more may land than the frame in progress lacks: what comes behind it would have to be held where it must not be. */
    boolean landsForFrameOnly() {
        return inLane || (course.passesOn() && isRefusedToNewcomer(landing.capacity()));
    }

    /** Leases memory to hold bytes in; before that is refused, what is at hand but empty makes way. */
    @Nullable Slab lease(int bytes) {
        return lease(pool, bytes, LeaseReport.Kind.PARKED);
    }

    private @Nullable Slab lease(SlabPool from, int bytes, LeaseReport.Kind kind) {
        Slab slab = leaseToHold(from, bytes);
        if (slab == null && dropEmpty()) {
            slab = leaseToHold(from, bytes);
        }
        if (slab == null) {
            slab = leaseControl(bytes);
        }
        if (slab == null && !isInLane() && enterLane()) {
            slab = from.tryLease(bytes, true);
        }
        return slab == null ? refusedToHold(from, bytes) : charged(slab, kind);
    }

    /** Leases a landing from what is kept for small messages, or in the lane for the frame in progress. */
    private @Nullable Slab leaseAnyway(int least, boolean isOnlyWay) {
        Slab slab = leaseControl(Math.max(least, course.length == 0 ? HEADER_ONLY : MOST_CONTROL));
        if (slab == null && isOnlyWay && (isInLane() || enterLane())) {
            slab = landingPool.tryLease(least, true);
        }
        return slab == null ? null : charged(slab, LeaseReport.Kind.LANDING);
    }

    /** Leases a short piece of what is kept for small messages, and for headers. */
    private @Nullable Slab leaseControl(int bytes) {
        boolean isSmall = course.length <= MOST_CONTROL && bytes <= MOST_CONTROL;
        return controlPool != null && isSmall ? controlPool.tryLease(bytes) : null;
    }

    /**
     * Leases memory for the first bytes of a long frame, which must be read to tell it from a small message: of all that there is, since what is
     * kept for small messages is not for them to wait in. It does not count against the newcomers' part, which is used up; null if there is none.
     */
    @Nullable Slab leaseHeader(int bytes) {
        if (!isWithLongHeader(bytes)) {
            return null;
        }
        Slab slab = pool.tryLease(bytes);
        return slab == null ? null : charged(slab, LeaseReport.Kind.PARKED);
    }

    private boolean isWithLongHeader(int bytes) {
        return isNewcomers() && course.length > MOST_CONTROL && bytes <= HEADER_ONLY;
    }

    /** Returns whether bytes of a long frame lie where small messages should. */
    boolean isInTheWay(Slab slab) {
        return controlPool != null && course.length > MOST_CONTROL && slab.isOf(controlPool);
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

    /** Says what a slab that bytes were read into holds from now on. */
    void isNow(Slab slab, LeaseReport.Kind kind) {
        if (isNewcomers()) {
            slab.countAsNewcomers();
        }
        if (trail != null) {
            trail.isNow(slab, kind);
        }
    }

    /** Gives back what is at hand but empty, and returns whether there was any. */
    private boolean dropEmpty() {
        boolean isLanding = landing.slab != null && landing.isEmpty();
        boolean isParked = parked.slab != null && parked.isEmpty();
        if (isLanding) {
            landing.release();
        }
        if (isParked) {
            parked.release();
        }
        return isLanding || isParked;
    }

    boolean scattersFreely() {
        return landingPool.scattersFreely();
    }
}
