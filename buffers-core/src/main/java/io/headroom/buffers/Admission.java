package io.headroom.buffers;

import io.headroom.buffers.framing.FrameException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a frame whose length is known: whether it is within the limits, and how its handler wants it. Remembers why the
 * connection has failed, if it has.
 */
final class Admission {
    private final Gate gate;
    private final Capacity capacity;
    private final boolean alwaysContiguous;
    private final Allowance allowance;
    private final Framings framings;
    private final Course course;
    private final Header header;
    private final Views views;
    private final @Nullable ReadObserver observer;

    private @Nullable FrameException failure;

    Admission(ReadBufferBuilder settings, Gate gate, Framings framings, Course course, Views views) {
        capacity = settings.owner.capacity();
        alwaysContiguous = settings.contiguous;
        observer = settings.observer;
        allowance = course.allowance();
        this.gate = gate;
        this.framings = framings;
        this.course = course;
        header = new Header(settings.peer);
        this.views = views;
    }

    /** Returns where headers are shown. */
    Header header() {
        return header;
    }

    /** Returns why the connection has failed, null if it has not. */
    @Nullable FrameException failure() {
        return failure;
    }

    /** The connection has failed; returns why. */
    FrameException fail(FrameException why) {
        failure = why;
        return why;
    }

    /** Returns whether a frame that {@code counted} is compared with the limits for may be as long as that without anybody being told. */
    boolean isOrdinary(long counted) {
        return counted <= allowance.mostOrdinary();
    }

    /** Asks the handler how it wants a frame that is whole here. One that it throws at, or does not want whole, is then in progress. */
    <X extends Exception> Delivery askInPlace(FrameHandler<X> handler, long measured, int start)
            throws FrameException, X {
        Delivery wanted = null;
        try {
            wanted = Objects.requireNonNull(
                    handler.onHeader(header.bytes, measured), "FrameHandler.onHeader returned null");
            return wanted == Delivery.WHOLE && alwaysContiguous ? Delivery.CONTIGUOUS : wanted;
        } catch (FrameException e) {
            throw fail(e);
        } finally {
            if (wanted == null) {
                course.begin(measured, start);
            }
        }
    }

    /** Asks the handler how it wants the frame, if it is within the limits for that, and else refuses or skips it. */
    <X extends Exception> void decide(Region region, long measured, long counted, FrameHandler<X> handler)
            throws FrameException, X {
        course.begin(measured, course.payloadStart);
        ReadLimits now = allowance.limits();
        Delivery wanted = counted <= now.maxStreamed() ? ask(handler, measured) : Delivery.WHOLE;
        accept(region, counted, wanted, handler);
    }

    /** Does what the handler wants with a frame that {@code counted} is compared with the limits for, or refuses or skips it. */
    <X extends Exception> void accept(Region region, long counted, Delivery wanted, FrameHandler<X> handler)
            throws FrameException, X {
        ReadLimits now = allowance.limits();
        long measured = course.length;
        boolean fits = counted <= now.maxFrame() && measured <= capacity.mostInMemory(wanted);
        if (wanted == Delivery.PARTS || (fits && Course.isWhole(wanted))) {
            if (now.warnsOf(counted)) {
                warn(counted, now.warnAbove());
            }
            course.delivery(wanted);
            capacity.keepBackFor(wanted, measured);
        } else {
            turnDown(region, counted, wanted, handler);
        }
    }

    private void warn(long counted, long warnAbove) {
        course.longFrames++;
        ConnectionEvents.longFrame(header.peer(), counted, warnAbove);
        if (observer != null) {
            observer.onLongFrame(counted, warnAbove);
        }
    }

    /** Refuses or skips a frame that the handler does not want, or that is beyond a limit. */
    private <X extends Exception> void turnDown(Region region, long counted, Delivery wanted, FrameHandler<X> handler)
            throws FrameException, X {
        ReadLimits now = allowance.limits();
        long measured = course.length;
        boolean neverFits = Course.isWhole(wanted) && counted <= now.maxFrame();
        long declared = neverFits ? measured : counted;
        boolean streamable = counted <= now.maxStreamed() || now.maxStreamed() == now.maxFrame();
        long most = capacity.mostInMemory(wanted);
        long limit = neverFits ? most : streamable ? now.maxFrame() : now.maxStreamed();
        if (Course.isWhole(wanted) && !now.skipsTooLong()) {
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
            throw fail(e);
        } finally {
            views.takeBack();
        }
    }

    private FrameException refuse(Region region, long declared, long limit, String setting) {
        try {
            return fail(header.tooLarge(framings.current(), region, declared, limit, setting));
        } catch (RuntimeException | Error faultOfTheFraming) {
            gate.close();
            throw faultOfTheFraming;
        }
    }
}
