package io.headroom.buffers;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where one connection stands in its stream: which framing, how long the frame in progress is, how it is delivered and how much of it is gone.
 * Measures headers, decides what becomes of a frame, and calls the handler. Holds no bytes.
 */
final class Framer {
    /*
     * One decision for each frame. Its length is 0 until its header was measured; then the limit is checked, the handler asked, and the
     * answer kept for as long as the frame lasts, however many reads that are.
     *
     * A handler may throw at every call, so the state is moved on before each call to what shall hold if it throws: a frame that is being
     * delivered counts as consumed, a frame whose header is shown counts as skipped.
     *
     * Every cut of a stream must give the same frames and the same error, so a header is measured again whenever more of it is there, however
     * much more was asked for.
     */
    private final Gate gate;
    private final Readiness readiness;
    private final Capacity capacity;
    private final int mostHeader;
    private final boolean alwaysContiguous;

    private Framing framing;
    private final Allowance allowance;
    private final @Nullable ReadObserver observer;

    private final Header header;
    private final Views views;

    private long length;
    private int needed = 1;
    private int examined;

    private Delivery delivery = Delivery.WHOLE;

    /** Whether the handler is being asked; if it throws, the frame is skipped. A flag, since storing a reference costs a collector's barrier. */
    private boolean asking;

    private long gone;
    private int payloadStart;
    private Framing following;
    private long frames;
    private @Nullable FrameException failure;

    Framer(ReadBufferBuilder settings, Gate gate, Readiness readiness) {
        capacity = settings.owner.capacity();
        mostHeader = settings.owner.pool().slabBytes();
        alwaysContiguous = settings.contiguous;
        header = new Header(settings.peer);
        views = new Views(settings.trail);
        framing = settings.framing;
        following = settings.framing;
        allowance = new Allowance(settings);
        observer = settings.observer;
        checkHeader(settings.framing);
        this.gate = gate;
        this.readiness = readiness;
    }

    /** Returns the length of the frame in progress, 0 if its header has not been measured. */
    long length() {
        return length;
    }

    /** Returns how many bytes of the frame in progress must be there before there is anything to do. */
    long target() {
        return length == 0 ? needed : length;
    }

    /** Returns whether the frame in progress is delivered in parts or dropped, so that none of it is kept. */
    boolean passesOn() {
        return length != 0 && !isWhole(delivery());
    }

    private static boolean isWhole(Delivery delivery) {
        return delivery == Delivery.WHOLE || delivery == Delivery.CONTIGUOUS;
    }

    private Delivery delivery() {
        return asking ? Delivery.SKIP : delivery;
    }

    /** A reference that does not change is not stored again. */
    private void delivery(Delivery now) {
        asking = false;
        if (delivery != now) {
            delivery = now;
        }
    }

    /** Returns whether the frame in progress is to lie in one piece. */
    boolean isContiguous() {
        return delivery() == Delivery.CONTIGUOUS;
    }

    /** Returns whether a frame is in progress that is held until it is whole, or its header is. */
    boolean isHolding(boolean anyBytes) {
        return length == 0 ? anyBytes : isWhole(delivery());
    }

    /** Returns how many bytes of a frame that is passed on are gone. */
    long gone() {
        return gone;
    }

    long frames() {
        return frames;
    }

    /** Returns the frame that was delivered last. */
    Frame frame() {
        return views.frame();
    }

    Views views() {
        return views;
    }

    @Nullable FrameException failure() {
        return failure;
    }

    Allowance allowance() {
        return allowance;
    }

    void switchTo(Framing framing) {
        checkHeader(framing);
        following = framing;
        if (length == 0) {
            this.framing = framing;
            needed = 1;
            examined = 0;
        }
    }

    /** A header is measured in one piece, and no piece is longer than a slab. */
    private void checkHeader(Framing framing) {
        if (framing.maxHeader() < 1 || framing.maxHeader() > mostHeader) {
            throw new IllegalArgumentException(
                    framing + ": maxHeader() is " + framing.maxHeader() + ", expected 1 to slabBytes " + mostHeader);
        }
    }

    /** Lets the views that handlers have seen show nothing; they go on referring to memory of ours, where more of it is to come. */
    void hideViews() {
        views.hide();
        header.bytes.hide();
    }

    /** Empties the views that handlers have seen. */
    void clearViews() {
        views.clear();
        header.bytes.clear();
    }

    /**
     * Delivers the frames in the region and consumes them there, until a frame is not whole. Returns false if the handler wants to pause or
     * the buffer is to be closed.
     */
    <X extends Exception> boolean run(Region region, FrameHandler<X> handler) throws FrameException, X {
        while (!gate.isClosing()) {
            int available = region.size();
            if (length == 0) {
                if (available <= examined) {
                    return true;
                }
                measure(region, handler);
            } else if (isWhole(delivery())) {
                if (available < length) {
                    return true;
                }
                if (!deliver(region, handler)) {
                    return false;
                }
            } else if (available == 0) {
                return true;
            } else {
                passOn(region, handler);
            }
        }
        return false;
    }

    /** Delivers a whole frame that lies in a chain. Returns as {@link #run}; {@link #length} is then 0 if the frame is consumed. */
    <X extends Exception> boolean run(Chain chain, FrameHandler<X> handler) throws X {
        if (gate.isClosing()) {
            return false;
        }
        views.frame().wrap(chain, payloadStart);
        return show(handler) && !gate.isClosing();
    }

    private <X extends Exception> boolean deliver(Region region, FrameHandler<X> handler) throws X {
        int whole = (int) length;
        int at = region.from;
        views.frame().wrap(region, whole, payloadStart);
        region.from = at + whole;
        boolean goesOn = show(handler);
        if (length != 0) {
            region.from = at;
        }
        return goesOn;
    }

    private <X extends Exception> boolean show(FrameHandler<X> handler) throws X {
        long whole = length;
        int start = payloadStart;
        Delivery how = delivery;
        endFrame();
        readiness.forgetEarlyResume();
        Next next;
        try {
            next = handler.onFrame(views.frame());
        } finally {
            if (!Pulling.isBy(handler)) {
                views.takeBack();
            }
        }
        switch (Objects.requireNonNull(next, "FrameHandler.onFrame returned null")) {
            case CONTINUE:
                return !Pulling.isBy(handler);
            case PAUSE:
                return !readiness.hold();
            default: // KEEP
                length = whole;
                payloadStart = start;
                delivery = how;
                frames--;
                readiness.hold();
                return false;
        }
    }

    private <X extends Exception> void passOn(Region region, FrameHandler<X> handler) throws X {
        int count = (int) Math.min(length - gone, region.size());
        long offset = gone;
        long whole = length;
        boolean inParts = delivery() == Delivery.PARTS;
        header.bytes.wrap(region.buffer, region.from, count);
        region.from += count;
        gone += count;
        if (gone == whole) {
            endFrame();
        }
        if (inParts) {
            if (gone != 0) {
                delivery(Delivery.SKIP); // should the handler throw
            }
            try {
                handler.onPart(views.lend(header.bytes), offset, whole);
            } finally {
                views.takeBack();
            }
            if (gone != 0) {
                delivery(Delivery.PARTS);
            }
        }
    }

    private void endFrame() {
        frames++;
        reset(following);
    }

    @SuppressWarnings("ReferenceEquality") // a reference that does not change is not stored again
    private void reset(Framing next) {
        if (framing != next) {
            framing = next;
        }
        length = 0;
        needed = 1;
        examined = 0;
        delivery(Delivery.WHOLE);
        gone = 0;
        payloadStart = 0;
    }

    /** Measures the frame that begins where the region does, and decides about it as soon as its length is known. */
    @SuppressWarnings("ReferenceEquality") // a framing that goes on as itself has been checked
    private <X extends Exception> void measure(Region region, FrameHandler<X> handler) throws FrameException, X {
        long measured;
        long counted;
        try {
            measured = header.measure(framing, region);
            if (measured < 0) {
                int more = Framing.moreOf(measured);
                if (more > 0) {
                    examined = header.bytes.length();
                    needed = examined + more;
                } else {
                    drop(region, Framing.discardOf(measured));
                }
                return;
            }
            counted = framing.limited(header.bytes, measured);
            Framing next = Objects.requireNonNull(framing.next(header.bytes), "Framing.next returned null");
            if (next != framing) {
                checkHeader(next);
            }
            if (following != next) {
                following = next;
            }
            payloadStart = framing.payloadStart(header.bytes);
            if (payloadStart < 0 || payloadStart > measured) {
                throw new IllegalStateException(framing + " says that the payload of a frame of " + measured
                        + " bytes starts at " + payloadStart);
            }
        } catch (FrameException e) {
            failure = e;
            throw e;
        } catch (RuntimeException | Error faultOfTheFraming) {
            gate.close();
            throw faultOfTheFraming;
        }
        decide(region, measured, counted, handler);
    }

    /** Asks the handler how it wants the frame, if it is within the limits for that, and else refuses or skips it. */
    private <X extends Exception> void decide(Region region, long measured, long counted, FrameHandler<X> handler)
            throws FrameException, X {
        ReadLimits now = allowance.limits();
        length = measured;
        gone = 0;
        asking = true;
        Delivery wanted = counted <= now.maxStreamed() ? ask(handler, measured) : Delivery.WHOLE;
        boolean whole = isWhole(wanted);
        boolean tooLong = counted > now.maxFrame();
        long most = capacity.mostInMemory(wanted);
        boolean neverFits = whole && !tooLong && measured > most;
        if (wanted == Delivery.PARTS || (whole && !tooLong && !neverFits)) {
            if (observer != null && now.warnsOf(counted)) {
                observer.onLongFrame(counted, now.warnAbove());
            }
            delivery(wanted);
            return;
        }
        long declared = neverFits ? measured : counted;
        boolean streamable = counted <= now.maxStreamed() || now.maxStreamed() == now.maxFrame();
        long limit = neverFits ? most : streamable ? now.maxFrame() : now.maxStreamed();
        if (whole && !now.skipsTooLong()) {
            String setting = streamable ? "ReadLimits.maxFrame" : "ReadLimits.maxStreamed";
            throw refuse(region, declared, limit, neverFits ? capacity.settingFor(measured) : setting);
        }
        handler.onSkipped(declared, limit);
    }

    private <X extends Exception> Delivery ask(FrameHandler<X> handler, long measured) throws FrameException, X {
        try {
            Delivery wanted = Objects.requireNonNull(
                    handler.onHeader(views.lend(header.bytes), measured), "FrameHandler.onHeader returned null");
            return wanted == Delivery.WHOLE && alwaysContiguous ? Delivery.CONTIGUOUS : wanted;
        } catch (FrameException e) {
            failure = e;
            throw e;
        } finally {
            views.takeBack();
        }
    }

    private FrameException refuse(Region region, long declared, long limit, String setting) {
        try {
            failure = header.tooLarge(framing, region, declared, limit, setting);
            return failure;
        } catch (RuntimeException | Error faultOfTheFraming) {
            gate.close();
            throw faultOfTheFraming;
        }
    }

    private void drop(Region region, int count) {
        int here = Math.min(count, region.size());
        region.from += here;
        needed = 1;
        examined = 0;
        if (here < count) {
            frames--; // it ends like a frame, but is none
            following = framing;
            length = count;
            gone = here;
            delivery(Delivery.SKIP);
        }
    }

    /** The stream ended after {@code received} bytes of a frame, whose first ones lie in the region. */
    FrameException truncated(long received, Region region) {
        failure = header.truncated(framing, region, received, length);
        return failure;
    }
}
