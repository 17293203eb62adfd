package io.headroom.buffers;

import io.headroom.buffers.framing.BytesWindow;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes one connection through its stream, frame by frame: measures headers, decides what becomes of a frame, and calls the handler. Holds no
 * bytes.
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
    private final int mostInPlace;

    private final Framings framings;
    private final Allowance allowance;
    private final Course course;

    private final Header header;
    private final Views views;
    private final Admission admission;

    Framer(ReadBufferBuilder settings, Gate gate, Readiness readiness) {
        mostInPlace = settings.owner.pool().slabBytes();
        views = new Views(settings.trail);
        framings = new Framings(settings.framing, mostInPlace);
        allowance = new Allowance(settings);
        course = new Course(allowance, settings.owner.frameSizes());
        admission = new Admission(settings, gate, framings, course, views);
        header = admission.header();
        this.gate = gate;
        this.readiness = readiness;
    }

    Course course() {
        return course;
    }

    /** Returns the frame that was delivered last. */
    Frame frame() {
        return views.frame();
    }

    Views views() {
        return views;
    }

    @Nullable FrameException failure() {
        return admission.failure();
    }

    Allowance allowance() {
        return allowance;
    }

    void switchTo(Framing framing) {
        framings.switchTo(framing, course.length == 0);
        if (course.length == 0) {
            course.expectHeader();
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
        boolean isPlain = !views.isGuarded() && !Pulling.isBy(handler);
        while (!gate.isClosing()) {
            if (isPlain && course.length == 0 && course.examined == 0 && !runInPlace(region, handler)) {
                return false;
            }
            int available = region.size();
            if (course.length == 0) {
                if (available <= course.examined) {
                    return true;
                }
                measure(region, handler);
            } else if (Course.isWhole(course.delivery())) {
                if (available < course.length) {
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

    /** Does as {@link #run} for frames that are whole here, in fewer steps; whatever is out of the ordinary is left before anything has changed. */
    private <X extends Exception> boolean runInPlace(Region region, FrameHandler<X> handler) throws FrameException, X {
        BytesWindow head = header.bytes.wrap(region.buffer, region.from, 0);
        Frame frame = views.frame();
        frame.wrap(region, 0, 0);
        int end = region.to;
        for (int at = region.from; !gate.isClosing(); ) {
            int headerBytes = framings.headerBytes();
            if (end - at < headerBytes) {
                return true;
            }
            head.move(at, headerBytes);
            long measured = measureInPlace(framings.current(), head);
            if (measured < headerBytes) {
                return true;
            }
            int start = course.payloadStart;
            if (measured > end - at || measured > mostInPlace) {
                admission.decide(region, measured, framings.current().limited(head, measured), handler);
                return !gate.isClosing();
            }
            Delivery wanted = admission.askInPlace(handler, measured, start);
            if (!Course.isWhole(wanted) || gate.isClosing()) {
                course.begin(measured, start);
                admission.accept(region, framings.current().limited(head, measured), wanted, handler);
                return !gate.isClosing();
            }
            frame.move(at, (int) measured, start);
            region.from = at + (int) measured;
            course.passed((int) measured);
            readiness.forgetEarlyResume();
            Next next = handler.onFrame(frame);
            if (next != Next.CONTINUE) {
                boolean goesOn = follow(next, measured, start, wanted);
                region.from = course.length == 0 ? region.from : at;
                return goesOn;
            }
            at = region.from;
        }
        return false;
    }

    /**
     * Returns the length of a frame that may be as long as that without anybody being told, with the place of its payload in the course, and is
     * followed by one of the same framing; or 0, and then it is to be measured again.
     */
    @SuppressWarnings("ReferenceEquality") // a framing that goes on as itself
    private long measureInPlace(Framing framing, BytesWindow head) {
        try {
            long measured = framing.measure(head);
            if (measured <= 0) {
                return 0;
            }
            int start = framing.payloadStart(head);
            boolean isOrdinary = admission.isOrdinary(framing.limited(head, measured))
                    && start >= 0
                    && start <= measured
                    && framing.next(head) == framing;
            course.payloadStart = start;
            return isOrdinary ? measured : 0;
        } catch (FrameException | RuntimeException | Error seenAgain) {
            return 0;
        }
    }

    /** Delivers a whole frame that lies in a chain. Returns as {@link #run}; its length is then 0 if the frame is consumed. */
    <X extends Exception> boolean run(Chain chain, FrameHandler<X> handler) throws X {
        if (gate.isClosing()) {
            return false;
        }
        views.frame().wrap(chain, course.payloadStart);
        return show(handler) && !gate.isClosing();
    }

    private <X extends Exception> boolean deliver(Region region, FrameHandler<X> handler) throws X {
        int whole = (int) course.length;
        int at = region.from;
        views.frame().wrap(region, whole, course.payloadStart);
        region.from = at + whole;
        boolean goesOn = show(handler);
        if (course.length != 0) {
            region.from = at;
        }
        return goesOn;
    }

    private <X extends Exception> boolean show(FrameHandler<X> handler) throws X {
        long whole = course.length;
        int start = course.payloadStart;
        Delivery how = course.delivery();
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
        return next == Next.CONTINUE ? !Pulling.isBy(handler) : follow(next, whole, start, how);
    }

    /** Does what the handler wants after a frame other than to go on; returns as {@link #run}. */
    private boolean follow(Next next, long whole, int start, Delivery how) {
        if (Objects.requireNonNull(next, "FrameHandler.onFrame returned null") == Next.KEEP) {
            course.takeUpAgain(whole, start, how);
            readiness.hold();
            return false;
        }
        return !readiness.hold();
    }

    private <X extends Exception> void passOn(Region region, FrameHandler<X> handler) throws X {
        int count = (int) Math.min(course.length - course.gone, region.size());
        long offset = course.gone;
        long whole = course.length;
        boolean inParts = course.delivery() == Delivery.PARTS;
        header.bytes.wrap(region.buffer, region.from, count);
        region.from += count;
        course.gone += count;
        if (course.gone == whole) {
            endFrame();
        }
        if (inParts) {
            if (course.gone != 0) {
                course.delivery(Delivery.SKIP); // should the handler throw
            }
            try {
                handler.onPart(views.lend(header.bytes), offset, whole);
            } finally {
                views.takeBack();
            }
            if (course.gone != 0) {
                course.delivery(Delivery.PARTS);
            }
        }
    }

    private void endFrame() {
        framings.advance();
        course.end();
    }

    /** Measures the frame that begins where the region does, and decides about it as soon as its length is known. */
    private <X extends Exception> void measure(Region region, FrameHandler<X> handler) throws FrameException, X {
        Framing framing = framings.current();
        long measured;
        long counted;
        try {
            measured = header.measure(framing, region);
            if (measured < 0) {
                int more = Framing.moreOf(measured);
                if (more > 0) {
                    course.examined = header.bytes.length();
                    course.needed = course.examined + more;
                } else {
                    drop(region, Framing.discardOf(measured));
                }
                return;
            }
            counted = framing.limited(header.bytes, measured);
            framings.follow(framing.next(header.bytes));
            course.payloadStart = framing.payloadStart(header.bytes);
            if (course.payloadStart < 0 || course.payloadStart > measured) {
                throw new IllegalStateException(framing + " says that the payload of a frame of " + measured
                        + " bytes starts at " + course.payloadStart);
            }
        } catch (FrameException e) {
            throw admission.fail(e);
        } catch (RuntimeException | Error faultOfTheFraming) {
            gate.close();
            throw faultOfTheFraming;
        }
        admission.decide(region, measured, counted, handler);
    }

    private void drop(Region region, int count) {
        int here = Math.min(count, region.size());
        region.from += here;
        course.discard(count, here);
        if (here < count) {
            framings.stay();
        }
    }

    /** The stream ended after {@code received} bytes of a frame, whose first ones lie in the region. */
    FrameException truncated(long received, Region region) {
        return admission.fail(header.truncated(framings.current(), region, received, course.length));
    }
}
