package io.headroom.buffers;

import io.headroom.buffers.framing.BytesWindow;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;

/** The first bytes of the frame in progress: measured by its framing, which is held to its contract, and quoted in errors. */
final class Header {
    /*
     * Every cut of a stream must give the same error. How many bytes measure() was given depends on the cuts, so on a fault the head is built
     * up again as if it had arrived byte by byte (a long one by what is asked for, after its first 64), and the shortest head that shows the
     * fault is reported.
     */
    private static final int STEPWISE = 64;

    private final Object peer;
    final BytesWindow bytes = new BytesWindow();

    Header(Object peer) {
        this.peer = peer;
    }

    /** Returns whatever names the peer. */
    Object peer() {
        return peer;
    }

    /** Points at what the region has of the header, and returns the framing's answer to it. */
    long measure(Framing framing, Region region) throws FrameException {
        int seen = show(framing, region);
        try {
            return answer(framing, seen);
        } catch (FrameException e) {
            throw from(shortest(framing, region, seen, e));
        }
    }

    /** Returns the error of a frame that is over a limit which {@code setting} would change. */
    FrameException tooLarge(Framing framing, Region region, long declared, long limit, String setting) {
        int seen = show(framing, region);
        FrameException error =
                shortest(framing, region, seen, FrameException.tooLarge(declared, limit, setting, bytes));
        if (error.kind() == FrameException.Kind.FRAME_TOO_LARGE) {
            error = FrameException.tooLarge(declared, limit, setting, bytes);
        }
        String hint = framing.hint(bytes, limit);
        return from(hint.isEmpty() ? error : error.withHint(hint));
    }

    /**
     * Returns the error of a stream that ended after {@code received} bytes of a frame, whose first ones lie in the region.
     *
     * @param length the frame's length, 0 if its header was not whole
     */
    FrameException truncated(Framing framing, Region region, long received, long length) {
        bytes.wrap(region.buffer, region.from, (int) Math.min(region.size(), received));
        long expected = length;
        if (length == 0) {
            try {
                expected = received + Math.max(1, Framing.moreOf(framing.measure(bytes)));
            } catch (FrameException e) {
                return from(e);
            }
        }
        return from(FrameException.truncated(received, expected, bytes));
    }

    private int show(Framing framing, Region region) {
        int seen = Math.min(region.size(), framing.maxHeader());
        bytes.wrap(region.buffer, region.from, seen);
        return seen;
    }

    private long answer(Framing framing, int seen) throws FrameException {
        long answer = framing.measure(bytes);
        int more = Framing.moreOf(answer);
        if (more > 0) {
            if (more > framing.maxHeader() - seen) {
                throw new IllegalStateException(framing + " asked for " + more + " bytes more than " + seen
                        + ", but its maxHeader() is " + framing.maxHeader());
            }
        } else if (answer == 0) {
            throw FrameException.lengthUnderflow(0, bytes);
        } else if (answer > 0 && answer < seen) {
            bytes.wrap(bytes, 0, (int) answer);
            boolean examinedMore = Framing.moreOf(framing.measure(bytes)) > 0;
            if (examinedMore) {
                throw FrameException.lengthUnderflow(answer, bytes);
            }
        } else if (answer < 0 && Framing.discardOf(answer) == 0) {
            throw new IllegalStateException(framing + " measured " + answer + ", which is no length");
        }
        return answer;
    }

    /** Shortens the head to the beginning that suffices for a fault, and returns what the framing says of that, or else {@code error}. */
    private FrameException shortest(Framing framing, Region region, int seen, FrameException error) {
        for (int count = 1; count <= seen; ) {
            bytes.wrap(region.buffer, region.from, count);
            long answer;
            try {
                answer = answer(framing, count);
            } catch (FrameException e) {
                return e;
            }
            if (Framing.moreOf(answer) == 0) {
                break;
            }
            count += count < STEPWISE ? 1 : Framing.moreOf(answer);
        }
        return error;
    }

    private FrameException from(FrameException error) {
        return peer.equals("") ? error : error.from(peer);
    }
}
