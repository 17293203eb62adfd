package io.headroom.buffers.jmh.stream;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One pass of a stream, in direct memory: whole frames that fill it exactly. Lengths and bytes follow from the seed.
 *
 * <p>The last frame has the length that is left: it may be shorter than it was drawn, or longer by less than the shortest frame.
 *
 * <p><b>Threads</b>: immutable.
 */
public final class FrameStream {
    private final Frames kind;
    private final Wire wire;
    private final ByteBuffer data;
    private final int[] ends;

    private FrameStream(Frames kind, Wire wire, ByteBuffer data, int[] ends) {
        this.kind = kind;
        this.wire = wire;
        this.data = data;
        this.ends = ends;
    }

    /**
     * Makes a stream.
     *
     * @param bytes the length of one pass, at least one of the shortest frames
     */
    public static FrameStream of(Frames kind, long seed, int bytes) {
        int shortest = Frames.HEADER + Frames.SHORTEST;
        if (bytes < shortest) {
            throw new IllegalArgumentException("bytes " + bytes + ": expected at least " + shortest);
        }
        SplittableRandom random = new SplittableRandom(seed);
        ByteBuffer data = ByteBuffer.allocateDirect(bytes);
        IntStream.Builder ends = IntStream.builder();
        while (data.hasRemaining()) {
            int left = data.remaining();
            int length = Frames.HEADER + kind.payload(random);
            if (left - length < shortest) {
                length = left;
            }
            data.putInt(length - Frames.HEADER);
            fill(data, data.position() + length - Frames.HEADER, random);
            ends.add(data.position());
        }
        return new FrameStream(kind, Wire.LENGTH, data.clear(), ends.build().toArray());
    }

    /** Returns a stream of the same payloads in frames of another form; it is longer where their headers are. */
    public FrameStream as(Wire form) {
        if (form == wire) {
            return this;
        }
        int[] reframed = new int[ends.length];
        ByteBuffer target =
                ByteBuffer.allocateDirect(data.capacity() + ends.length * (form.headerBytes() - wire.headerBytes()));
        for (int i = 0; i < ends.length; i++) {
            int payload = begin(i) + wire.headerBytes();
            ByteBuffer bytes = data.slice(payload, ends[i] - payload);
            form.putHeader(target, bytes);
            target.put(bytes);
            reframed[i] = target.position();
        }
        return new FrameStream(kind, form, target.clear(), reframed);
    }

    private static void fill(ByteBuffer data, int end, SplittableRandom random) {
        while (end - data.position() >= Long.BYTES) {
            data.putLong(random.nextLong());
        }
        while (data.position() < end) {
            data.put((byte) random.nextInt());
        }
    }

    /** Returns what a pass consists of. */
    public Frames kind() {
        return kind;
    }

    /** Returns the form of the frames. */
    public Wire wire() {
        return wire;
    }

    /** Returns the length of one pass in bytes. */
    public int bytes() {
        return data.capacity();
    }

    /** Returns how many frames one pass has. */
    public int frameCount() {
        return ends.length;
    }

    /** Returns the length of the frame at {@code index} on the wire. */
    public int frameLength(int index) {
        return ends[index] - begin(index);
    }

    /** Returns the length of the longest frame on the wire. */
    public int longest() {
        int longest = 0;
        for (int i = 0; i < ends.length; i++) {
            longest = Math.max(longest, frameLength(i));
        }
        return longest;
    }

    /** Returns what a strategy must have taken after so many passes. */
    public Tally expected(int passes) {
        Tally tally = new Tally();
        for (int pass = 0; pass < passes; pass++) {
            for (int i = 0; i < ends.length; i++) {
                int payload = begin(i) + wire.headerBytes();
                tally.frame(ends[i] - payload, data.get(payload), data.get(ends[i] - 1));
            }
        }
        return tally;
    }

    /** Returns a channel that hands this stream out, at most {@code readBytes} with each read. */
    public StreamSource source(int readBytes) {
        return new StreamSource(data.duplicate(), kind.areAlone() ? ends : new int[] {data.capacity()}, readBytes);
    }

    private int begin(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }
}
