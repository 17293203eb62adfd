package io.headroom.buffers.jmh.compare.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The messages of a comparison, encoded once, checksums included: a sender that had to make them up as it goes would be slower than the
 * receivers it measures.
 *
 * <p>A deck has {@value #COUNT} frames, {@value #LARGE} of them large, in an order that the seed decides as it decides every length and byte.
 * Each peer walks through the deck in a circle from a place of its own, so each sends the same mix.
 *
 * <p><b>Threads</b>: immutable. <b>Cost</b>: about 53 MB of direct memory for random large messages.
 */
public final class Deck {
    /** How many frames a deck has. */
    public static final int COUNT = 1_000;

    /** How many of them are large: 5 %. */
    public static final int LARGE = 50;

    /** Data of a small message: from this many bytes on. */
    public static final int SMALL_LEAST = 100;

    /** Data of a small message: up to this many bytes. */
    public static final int SMALL_MOST = 2_000;

    /** Data of a large message: from this many bytes on, and up to {@link WireForm#MAX_DATA}. */
    public static final int LARGE_LEAST = 100_000;

    private final List<ByteBuffer> frames;
    private final ByteBuffer longest;

    private Deck(List<ByteBuffer> frames) {
        this.frames = frames;
        ByteBuffer most = frames.get(0);
        for (ByteBuffer frame : frames) {
            most = frame.remaining() > most.remaining() ? frame : most;
        }
        longest = most;
    }

    /** Returns the deck of a seed, whose large messages are random bytes. */
    public static Deck of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ByteBuffer> large = new ArrayList<>();
        for (int i = 0; i < LARGE; i++) {
            large.add(frame(random, random.nextInt(LARGE_LEAST, WireForm.MAX_DATA + 1)));
        }
        return shuffled(random, large);
    }

    /**
     * Returns the deck of a seed, whose large messages are the given payloads in turn.
     *
     * @throws IllegalArgumentException if there are none, or one is empty or longer than {@link WireForm#MAX_DATA}
     */
    public static Deck of(long seed, List<byte[]> payloads) {
        if (payloads.isEmpty()) {
            throw new IllegalArgumentException("no payloads: expected at least one");
        }
        SplittableRandom random = new SplittableRandom(seed);
        List<ByteBuffer> encoded = new ArrayList<>();
        for (byte[] payload : payloads) {
            if (payload.length < 1 || payload.length > WireForm.MAX_DATA) {
                throw new IllegalArgumentException(
                        "payload of " + payload.length + " bytes: expected 1 to " + WireForm.MAX_DATA);
            }
            encoded.add(frame(random, payload));
        }
        List<ByteBuffer> large = new ArrayList<>();
        for (int i = 0; i < LARGE; i++) {
            large.add(encoded.get(i % encoded.size()));
        }
        return shuffled(random, large);
    }

    /** Returns frame {@code index}, counted in a circle: a new view from its first byte to its last. */
    public ByteBuffer frame(int index) {
        return frames.get(index % COUNT).duplicate();
    }

    /** Returns a new view of the longest frame. */
    public ByteBuffer longest() {
        return longest.duplicate();
    }

    /** Flips a bit in the data of one frame and not in its checksum, for a run that must fail. */
    public void spoil() {
        ByteBuffer frame = frames.get(COUNT / 2);
        int last = frame.limit() - 1;
        frame.put(last, (byte) (frame.get(last) ^ 1));
    }

    private static Deck shuffled(SplittableRandom random, List<ByteBuffer> large) {
        List<ByteBuffer> frames = new ArrayList<>(large);
        while (frames.size() < COUNT) {
            frames.add(frame(random, random.nextInt(SMALL_LEAST, SMALL_MOST + 1)));
        }
        for (int i = COUNT - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            ByteBuffer frame = frames.get(i);
            frames.set(i, frames.get(other));
            frames.set(other, frame);
        }
        return new Deck(frames);
    }

    private static ByteBuffer frame(SplittableRandom random, int dataSize) {
        byte[] data = new byte[dataSize];
        random.nextBytes(data);
        return frame(random, data);
    }

    private static ByteBuffer frame(SplittableRandom random, byte[] data) {
        ByteBuffer frame = ByteBuffer.allocateDirect(WireForm.frameLength(data.length));
        WireForm.encode(random.nextInt(1, 100), data, frame);
        return frame.flip();
    }
}
