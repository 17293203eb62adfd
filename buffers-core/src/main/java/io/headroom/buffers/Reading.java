package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.ScatteringByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * One read of a connection: straight into the room that the frame in progress has, and what comes behind it into the landing. Lives as long
 * as its {@link Store}; holds memory only through it.
 */
final class Reading {
    /** A read into a heap buffer makes the JDK keep a direct buffer of that size for the thread, so it is offered no more than this. */
    private static final int MOST_INTO_HEAP = 64 << 10;

    private static final int SHOWN = 8;

    /** A copy of this many bytes costs less than a read of its own. */
    private static final int CHEAPER_COPIED = 512;

    private final Store store;
    private final ByteBuffer[] both = {Region.NONE, Region.NONE};

    private @Nullable ByteBuffer room;
    private int roomBytes;
    private int gap;
    private boolean lands;

    /** Where the landing ends for this read. */
    private int landingEnd;

    private long lastFrame = -1;

    /** Where the last read went: so many bytes into the room from there on, so many into the landing behind the gap. */
    private int lastRoomAt;

    private int lastFilled;
    private int lastBeyond;

    Reading(Store store) {
        this.store = store;
    }

    /**
     * Chooses where the next read goes, for a frame of {@code length} bytes (0 if unknown) of which {@code target} are needed next. Returns
     * false if memory for it is refused.
     *
     * @param frame tells this frame from those before it
     */
    boolean prepare(long length, long target, long frame, boolean scatters) {
        room = null;
        roomBytes = 0;
        gap = 0;
        lands = false;
        Chain chain = store.chain;
        if (chain != null) {
            return prepareChain(chain, scatters);
        }
        if (store.parked.isEmpty()) {
            return land(target);
        }
        boolean firstResume = frame != lastFrame;
        lastFrame = frame;
        return prepareParked(length, target, scatters, firstResume);
    }

    private boolean prepareChain(Chain chain, boolean scatters) {
        if (!store.extend(chain)) {
            return false;
        }
        int missing = chain.missing();
        offer(chain.writable(), Math.min(Math.min(chain.room(), missing), store.slabBytes()));
        if (scatters && roomBytes == missing && !store.leases().isInLane()) {
            land(store.slabBytes()); // outside the lane, which is not for what comes behind the frame
        }
        return true;
    }

    /*
     * A channel that does not scatter is offered the landing alone when a frame of which little is missing is resumed for the first time: it
     * is likely to end there, and one read brings what follows it too. Other bytes go straight behind the parked ones, or they would be
     * copied.
     */
    private boolean prepareParked(long length, long target, boolean scatters, boolean firstResume) {
        Region parked = store.parked;
        int held = parked.size();
        int fitting = (int) Math.min(target - held, parked.capacity() - parked.to);
        if (!scatters && fitting > 0 && !(firstResume && target - held <= CHEAPER_COPIED)) {
            offerParked(fitting);
            return true;
        }
        int offered = scatters ? fitting : 0;
        boolean completes = length > 0 && held + offered == length;
        gap = completes ? 0 : held + offered;
        if (gap < store.slabBytes() && land(target - held - offered)) {
            if (offered > 0) {
                offerParked(offered);
            }
            return true;
        }
        if (fitting == 0) {
            store.parking().makeRoomBehindParked(target);
            fitting = (int) Math.min(target - held, parked.capacity() - parked.to);
        }
        if (fitting == 0) {
            return false;
        }
        gap = 0;
        offerParked(fitting);
        return true;
    }

    /** Chooses where the next bytes go if the caller writes them, and returns that room: at least {@code least} bytes, or null if refused. */
    @Nullable ByteBuffer lend(long target, int least) {
        room = null;
        roomBytes = 0;
        gap = 0;
        lands = false;
        Chain chain = store.chain;
        Region parked = store.parked;
        if (chain != null) {
            if (least <= chain.missing() && store.extend(chain) && chain.room() >= least) {
                offer(chain.writable(), Math.min(chain.room(), chain.missing()));
                return room;
            }
        } else if (!parked.isEmpty()) {
            int fitting = (int) Math.min(target - parked.size(), parked.capacity() - parked.to);
            if (fitting >= least) {
                offerParked(fitting);
                return room;
            }
            gap = parked.size() + least <= store.slabBytes() ? parked.size() : 0;
        }
        lands = store.leases().land(gap + least, gap + least, true);
        if (!lands) {
            return null;
        }
        ByteBuffer landed = store.landing.buffer;
        landed.clear().position(gap);
        if (store.leases().landsForFrameOnly()) {
            long needed = Math.max(least, target - store.size());
            landed.limit((int) Math.min(landed.capacity(), gap + needed));
        }
        return landed;
    }

    /** Counts the bytes that the caller has written to the room that {@link #lend} returned. */
    void written(int count) {
        ByteBuffer into = room;
        if (into != null) {
            into.clear();
            count(count, 0);
        } else {
            store.landing.buffer.clear();
            count(0, count);
        }
    }

    private void offerParked(int count) {
        Region parked = store.parked;
        parked.buffer.position(parked.to);
        offer(parked.buffer, count);
    }

    private void offer(ByteBuffer buffer, int count) {
        room = buffer;
        lastRoomAt = buffer.position();
        roomBytes = buffer.isDirect() ? count : Math.min(count, MOST_INTO_HEAP);
        buffer.limit(buffer.position() + roomBytes);
    }

    /**
     * Has a landing. In the completion lane, and where newcomers have all their memory, it takes no more than the {@code needed} bytes that the
     * frame in progress lacks: the beginning of the next one would stay there.
     */
    private boolean land(long needed) {
        boolean leased = store.leases().land(store.slabBytes(), gap + 1, false);
        landingEnd = store.landing.capacity();
        if (leased && store.leases().landsForFrameOnly()) {
            landingEnd = (int) Math.min(landingEnd, gap + Math.max(0, needed));
        }
        lands = leased && landingEnd > gap;
        return leased;
    }

    /** Returns how many bytes are offered to the channel; a read that brings fewer has drained it. */
    int offered() {
        return roomBytes + (lands ? landingEnd - gap : 0);
    }

    /** Reads once and returns the number of bytes, or -1 at the end of the stream; they are then in the store. */
    long read(ReadableByteChannel channel) throws IOException {
        ByteBuffer into = room;
        ByteBuffer landed = store.landing.buffer;
        int before = into == null ? 0 : into.position();
        if (lands) {
            landed.clear().limit(landingEnd).position(gap);
        }
        try {
            long count;
            if (into == null) {
                count = channel.read(landed);
            } else if (lands) {
                count = scatter((ScatteringByteChannel) channel, into, landed);
            } else {
                count = channel.read(into);
            }
            if (count < 0) {
                return -1;
            }
        } finally {
            // What has been moved counts, even if the channel throws afterwards.
            countMoved(into, before, landed);
        }
        return lastCount();
    }

    private long scatter(ScatteringByteChannel channel, ByteBuffer into, ByteBuffer landed) throws IOException {
        both[0] = into;
        both[1] = landed;
        try {
            return channel.read(both, 0, 2);
        } finally {
            both[0] = Region.NONE;
            both[1] = Region.NONE;
        }
    }

    private void countMoved(@Nullable ByteBuffer into, int before, ByteBuffer landed) {
        int filled = 0;
        int beyond = 0;
        if (into != null) {
            filled = into.position() - before;
            into.clear();
        }
        if (lands) {
            beyond = landed.position() - gap;
            landed.clear();
        }
        count(filled, beyond);
    }

    /** Returns how many bytes the last read brought, even if it threw. */
    int lastCount() {
        return lastFilled + lastBeyond;
    }

    /** Returns a copy of the first bytes of the last read, 8 at most. */
    Bytes firstBytes() {
        byte[] first = new byte[Math.min(SHOWN, lastCount())];
        int inRoom = Math.min(first.length, lastFilled);
        if (room != null) {
            copy(room, lastRoomAt, first, 0, inRoom);
        }
        copy(store.landing.buffer, gap, first, inRoom, first.length - inRoom);
        return Bytes.of(first);
    }

    private static void copy(ByteBuffer from, int at, byte[] to, int offset, int count) {
        ByteBuffer part = from.duplicate();
        part.position(at);
        part.get(to, offset, count);
    }

    private void count(int filled, int beyond) {
        lastFilled = filled;
        lastBeyond = beyond;
        if (store.chain != null) {
            store.chain.wrote(filled);
        } else {
            store.parked.to += filled;
        }
        if (lands) {
            store.landing.from = gap;
            store.landing.to = gap + beyond;
        }
    }
}
