package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import java.util.ArrayList;
import java.util.List;

/** A handler of {@link NumberedFrames} that does something in one of its methods, the first time that it is called for the second frame. */
final class Probe implements FrameHandler<Exception> {
    /** The methods of a handler. */
    enum Method {
        ON_HEADER(Delivery.WHOLE),
        ON_PART(Delivery.PARTS),
        ON_SKIPPED(Delivery.SKIP),
        ON_FRAME(Delivery.WHOLE);

        private final Delivery delivery;

        Method(Delivery delivery) {
            this.delivery = delivery;
        }
    }

    /** What is done there. */
    @FunctionalInterface
    interface Action {
        /** The view is that which the method was given, empty if it is given none. */
        void run(Bytes view) throws Exception;
    }

    /** The numbers of the frames that came whole. */
    final List<Integer> frames = new ArrayList<>();

    /** How often any method was called. */
    int calls;

    private final Method method;
    private final Action action;
    private int headers;
    private boolean done;
    private boolean gaveUp;

    Probe(Method method, Action action) {
        this.method = method;
        this.action = action;
    }

    @Override
    public Delivery onHeader(Bytes header, long frameLength) throws Exception {
        calls++;
        headers++;
        if (headers != 2) {
            return Delivery.WHOLE;
        }
        act(Method.ON_HEADER, header);
        return method.delivery;
    }

    @Override
    public void onPart(Bytes part, long offset, long frameLength) throws Exception {
        calls++;
        if (gaveUp) {
            throw new AssertionError("a part of a frame that was given up");
        }
        act(Method.ON_PART, part);
    }

    @Override
    public void onSkipped(long declared, long limit) throws Exception {
        calls++;
        act(Method.ON_SKIPPED, Bytes.of(new byte[0]));
    }

    @Override
    public Next onFrame(Frame frame) throws Exception {
        calls++;
        int number = NumberedFrames.number(frame.bytes());
        if (number == 2) {
            act(Method.ON_FRAME, frame.bytes());
        }
        frames.add(number);
        return Next.CONTINUE;
    }

    private void act(Method called, Bytes view) throws Exception {
        if (called == method && !done) {
            done = true;
            gaveUp = true;
            action.run(view);
            gaveUp = false;
        }
    }
}
