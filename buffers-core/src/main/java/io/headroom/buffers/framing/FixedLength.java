package io.headroom.buffers.framing;

/**
 * Frames that all have the same length: handshakes, records, datagrams over a stream.
 *
 * <p><b>Threads</b>: immutable.
 */
public final class FixedLength implements Framing {
    private final int length;

    private FixedLength(int length) {
        this.length = length;
    }

    /**
     * Returns the framing of frames of {@code length} bytes.
     *
     * @throws IllegalArgumentException if {@code length} is less than 1
     */
    public static FixedLength of(int length) {
        if (length < 1) {
            throw new IllegalArgumentException("FixedLength.of(" + length + "): expected at least 1 byte");
        }
        return new FixedLength(length);
    }

    @Override
    public long measure(Bytes head) {
        return length;
    }

    @Override
    public int maxHeader() {
        return 1;
    }

    @Override
    public String toString() {
        return "FixedLength[" + length + "]";
    }
}
