package io.headroom.buffers;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.LengthField;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** The totals of a node whose only connection has received five bytes, while it receives more or is closed. */
public final class StatsStress {
    private static final int SLAB = 4096;
    private static final byte[] FRAME = {0, 0, 0, 1, 7};

    private StatsStress() {}

    /** A node with one connection that has received a frame. */
    private static final class Node {
        private final MessageBuffers buffers = MessageBuffers.builder()
                .slabBytes(SLAB)
                .memoryLimit(4 * SLAB)
                .lanes(false)
                .build();
        private final ReadBuffer in = buffers.connection("peer")
                .framing(LengthField.ofBytes(4))
                .limits(ReadLimits.maxFrame(SLAB))
                .open();

        private int frames;
        private final FrameHandler<RuntimeException> onFrame = frame -> {
            frames++;
            return Next.CONTINUE;
        };

        Node() {
            feed();
            frames = 0;
        }

        void feed() {
            try {
                in.feed(ByteBuffer.wrap(FRAME), onFrame);
            } catch (FrameException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Returns the bytes received, and 100 more for each connection that is closed. */
        int totals() {
            BufferStats stats = buffers.stats(new BufferStats());
            return Math.toIntExact(stats.receivedBytes() + 100 * stats.closed());
        }
    }

    /** The connection is closed while somebody looks twice. */
    @JCStressTest
    @Outcome(id = "5, 5, 105", expect = Expect.ACCEPTABLE, desc = "Seen open both times.")
    @Outcome(id = "5, 105, 105", expect = Expect.ACCEPTABLE, desc = "Seen open, then closed.")
    @Outcome(id = "105, 105, 105", expect = Expect.ACCEPTABLE, desc = "Seen closed both times.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Its bytes were not counted or twice, or a total fell.")
    @State
    public static class CloseMeetsStats {
        private final Node node = new Node();

        @Actor
        public void closing() {
            node.in.close();
        }

        @Actor
        public void looking(III_Result r) {
            r.r1 = node.totals();
            r.r2 = node.totals();
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = node.totals();
        }
    }

    /** The connection receives a second frame while somebody looks twice. */
    @JCStressTest
    @Outcome(id = "5, 5, 10", expect = Expect.ACCEPTABLE, desc = "Seen before it both times.")
    @Outcome(id = "5, 10, 10", expect = Expect.ACCEPTABLE, desc = "Seen before and after it.")
    @Outcome(id = "10, 10, 10", expect = Expect.ACCEPTABLE, desc = "Seen after it both times.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Bytes were not counted or twice, or a total fell.")
    @State
    public static class FeedMeetsStats {
        private final Node node = new Node();

        @Actor
        public void feeding() {
            node.feed();
        }

        @Actor
        public void looking(III_Result r) {
            r.r1 = node.totals();
            r.r2 = node.totals();
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = node.totals();
        }
    }

    /** The connection receives a second frame while it is closed. */
    @JCStressTest
    @Outcome(id = "0, 105", expect = Expect.ACCEPTABLE, desc = "Closed before the frame came.")
    @Outcome(id = "0, 110", expect = Expect.ACCEPTABLE, desc = "Closed before the frame was delivered.")
    @Outcome(id = "1, 110", expect = Expect.ACCEPTABLE, desc = "Closed after the frame was delivered.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It is not closed, or what it received last is not counted.")
    @State
    public static class CloseMeetsFeed {
        private final Node node = new Node();

        @Actor
        public void feeding() {
            node.feed();
        }

        @Actor
        public void closing() {
            node.in.close();
        }

        @Arbiter
        public void afterwards(II_Result r) {
            r.r1 = node.frames;
            r.r2 = node.totals();
        }
    }
}
