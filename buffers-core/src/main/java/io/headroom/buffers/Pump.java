package io.headroom.buffers;

import io.headroom.buffers.framing.FrameException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.ScatteringByteChannel;
import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;

/**
 * Moves the bytes of one connection from where they come in, channel or caller's buffer, through the store to the handler. For whoever is
 * inside the gate.
 */
final class Pump {
    private final Gate gate;
    private final Readiness readiness;
    private final Framer framer;
    private final Course course;
    private final Store store;
    private final Reading reading;
    private final @Nullable ReadObserver observer;

    private boolean ended;
    private boolean refused;

    /** Whether all that the peer had sent was read. */
    private boolean drained;

    Pump(Gate gate, Readiness readiness, Framer framer, Store store, @Nullable ReadObserver observer) {
        this.gate = gate;
        this.readiness = readiness;
        this.framer = framer;
        course = framer.course();
        this.store = store;
        this.observer = observer;
        reading = new Reading(store);
    }

    Readiness readiness() {
        return readiness;
    }

    Framer framer() {
        return framer;
    }

    /** Returns whether it is the peer's turn: all that it had sent was read, and nothing on this side is in the way. */
    boolean waitsForPeer() {
        return drained;
    }

    /** Returns whether the last call ended because memory is short. */
    boolean isRefused() {
        return refused;
    }

    /** Returns whether the last call ended because memory is short or the handler asked for a pause. */
    boolean isPaused() {
        return refused || readiness.isHeld();
    }

    /** Returns how many bytes are missing before the frame in progress, or its header, is whole; 0 between frames. */
    long needed() {
        long size = store.size();
        if (course.passesOn()) {
            return Math.max(0, course.length - course.gone - size);
        }
        return size == 0 ? 0 : Math.max(0, course.target() - size);
    }

    /** Delivers what is here, then reads at most about {@code budget} bytes and delivers those. */
    <X extends Exception> ReadStatus read(ReadableByteChannel channel, FrameHandler<X> handler, long budget)
            throws IOException, X {
        if (isStopped() || !(isShort() || deliver(handler))) {
            return stopped();
        }
        boolean many = channel instanceof SelectableChannel && !((SelectableChannel) channel).isBlocking();
        for (long left = budget; ; ) {
            refused = !makeRoom() || !prepare(channel);
            if (refused) {
                return stopped();
            }
            int offered = reading.offered();
            long count = readOnce(channel);
            if (count < 0) {
                return end();
            }
            if (!deliver(handler)) {
                return stopped();
            }
            if (count < offered) {
                return drained();
            }
            left -= count;
            if (!many || left <= 0) {
                return ReadStatus.MORE;
            }
        }
    }

    /** Returns whether what is here is less than there must be before there is anything to do, so that nothing is to be delivered. */
    private boolean isShort() {
        if (store.chain != null || !store.landing.isEmpty()) {
            return false;
        }
        int held = store.parked.size();
        return held == 0 || (held < course.target() && course.target() <= store.slabBytes() && !course.passesOn());
    }

    /** Chooses where the next read goes; returns false if memory for it is refused. */
    private boolean prepare(ReadableByteChannel channel) {
        store.leases().leaveLaneAfterItsFrame();
        boolean scatters = store.leases().scattersFreely() && channel instanceof ScatteringByteChannel;
        return reading.prepare(course.length, course.toCome(), course.turn, scatters);
    }

    private long readOnce(ReadableByteChannel channel) throws IOException {
        long pendingBefore = store.size();
        long count;
        try {
            count = reading.read(channel);
        } catch (IOException e) {
            // What this read has moved nobody has measured: it may be whole frames, or make a framing throw.
            if (course.length != 0 || pendingBefore > 0) {
                e.addSuppressed(truncated(pendingBefore));
            }
            gate.close();
            throw e;
        } finally {
            course.received += reading.lastCount();
        }
        if (count > 0) {
            observe(count, pendingBefore);
        }
        return count;
    }

    /**
     * Reads at most once, for callers who pull; what is here already must have been pulled. Returns MORE if the channel or this buffer may have
     * more.
     */
    ReadStatus readToPull(ReadableByteChannel channel) throws IOException {
        if (isStopped() || !isReadyForMore()) {
            return stopped();
        }
        refused = !prepare(channel);
        if (refused) {
            return stopped();
        }
        int offered = reading.offered();
        long count = readOnce(channel);
        if (count < 0) {
            return end();
        }
        return count < offered ? drained() : ReadStatus.MORE;
    }

    /** Returns the next whole frame, or null if there is none. The one before it is gone. */
    @Nullable Frame pull() throws FrameException {
        dropPulled();
        boolean wasDrained = drained;
        boolean stopped = isStopped();
        drained = wasDrained;
        return !stopped && !deliver(Pulling.HANDLER) && framer.frame().length() > 0 ? framer.frame() : null;
    }

    private void dropPulled() {
        framer.clearViews();
        if (store.chain != null && course.length == 0) {
            store.releaseChain();
        }
        store.parking().dropEmptyParked();
    }

    /** Returns room for at least {@code least} bytes that come next, or null if there is no memory for it. */
    @Nullable ByteBuffer lend(int least) {
        if (isStopped() || !isReadyForMore()) {
            return null;
        }
        store.leases().leaveLaneAfterItsFrame();
        ByteBuffer room = reading.lend(course.toCome(), least);
        refused = room == null;
        return room;
    }

    /** Delivers what is here after {@code count} bytes have been written to the room that was lent. */
    <X extends Exception> ReadStatus written(int count, FrameHandler<X> handler) throws FrameException, X {
        long pendingBefore = store.size();
        reading.written(count);
        if (count > 0) {
            course.received += count;
            observe(count, pendingBefore);
        }
        return isStopped() || !deliver(handler) ? stopped() : drained();
    }

    /** Puts the bytes that are here in order, so that others may follow them; returns false if memory for that is refused. */
    private boolean isReadyForMore() {
        Chain chain = store.chain;
        boolean ready = chain == null || store.fillChain(chain);
        refused = !(ready && makeRoom());
        return !refused;
    }

    private void observe(long count, long pendingBefore) {
        if (observer != null) {
            observer.onRead(count, reading.firstBytes(), pendingBefore);
        }
    }

    /** Delivers what is here, then what remains in {@code source}. */
    <X extends Exception> ReadStatus take(ByteBuffer source, FrameHandler<X> handler) throws FrameException, X {
        if (isStopped() || !deliver(handler)) {
            return stopped();
        }
        if (!makeRoom()) {
            refused = true;
            return stopped();
        }
        store.landing.release();
        Region fed = store.landing;
        fed.borrow(source);
        int start = fed.from;
        try {
            if (!deliver(handler)) {
                return stopped();
            }
            refused = !fed.isEmpty()
                    && !(store.parked.isEmpty() && store.parking().park(course.target()));
            return refused ? ReadStatus.PAUSED : drained();
        } finally {
            framer.clearViews(); // the buffer is the caller's
            course.received += fed.from - start;
            source.position(fed.from);
            fed.forget();
        }
    }

    /** Delivers what is here; there is nothing more to come. */
    <X extends Exception> ReadStatus finish(FrameHandler<X> handler) throws FrameException, X {
        return isStopped() || !deliver(handler) ? stopped() : end();
    }

    /** Parks what is left in the landing, so that new bytes may come; returns false if memory for that is refused. */
    private boolean makeRoom() {
        store.parking().park(course.target());
        return store.landing.isEmpty();
    }

    private ReadStatus end() throws FrameException {
        long pending = store.size();
        if (course.length != 0 || pending > 0) {
            throw truncated(pending);
        }
        ended = true;
        return ReadStatus.END;
    }

    private FrameException truncated(long pending) {
        if (course.passesOn()) {
            return framer.truncated(course.gone, new Region());
        }
        Region first = store.parking().first();
        Chain chain = store.chain;
        if (chain != null && chain.length() > 0) {
            first = new Region();
            first.borrow(chain.firstBytes());
        }
        return framer.truncated(pending, first);
    }

    /** Delivers the frames that are whole. Returns false if that was stopped, for a reason that {@link #stopped} tells. */
    private <X extends Exception> boolean deliver(FrameHandler<X> handler) throws FrameException, X {
        while (true) {
            if (store.chain != null) {
                if (!deliverChain(store.chain, handler)) {
                    return false;
                }
                if (store.chain != null) {
                    return true;
                }
            }
            Region region = store.parking().first();
            if (region.isEmpty()) {
                return true;
            }
            if (!framer.run(region, handler)) {
                return false;
            }
            if (region.isEmpty()) {
                continue;
            }
            store.leases().leaveLaneAfterItsFrame();
            if (!store.gather(
                    course.length,
                    course.target(),
                    course.isContiguous(),
                    framer.allowance().isTrusted())) {
                return true;
            }
        }
    }

    private <X extends Exception> boolean deliverChain(Chain chain, FrameHandler<X> handler) throws X {
        if (chain.missing() > 0) {
            refused = !store.fillChain(chain);
            if (refused || chain.missing() > 0) {
                return !refused;
            }
        }
        try {
            return framer.run(chain, handler);
        } finally {
            if (course.length == 0 && !Pulling.isBy(handler)) {
                store.releaseChain();
            }
        }
    }

    private ReadStatus drained() {
        drained = true;
        return ReadStatus.DRAINED;
    }

    private boolean isStopped() {
        refused = false;
        drained = false;
        return ended || readiness.isHeld() || gate.isClosing();
    }

    private ReadStatus stopped() {
        if (gate.isClosing()) {
            return ReadStatus.CLOSED;
        }
        if (ended) {
            return ReadStatus.END;
        }
        if (readiness.isHeld()) {
            return ReadStatus.HELD;
        }
        return refused ? ReadStatus.PAUSED : ReadStatus.MORE;
    }

    /** On the way out: parks what is left, and gives back what is not needed until the next call. */
    void settle() {
        course.left();
        framer.hideViews();
        if (framer.failure() != null || ended) {
            store.releaseAll();
        } else {
            store.leases().leaveLaneAfterItsFrame();
            store.parking().park(course.target());
            store.settle(course.target());
            if (readiness.isHeld()) {
                store.leases().leaveLane();
            }
        }
    }
}
