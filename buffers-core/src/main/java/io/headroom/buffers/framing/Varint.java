package io.headroom.buffers.framing;

/**
 * Frames that carry their length as a little-endian base-128 number, as Protobuf, MQTT and many others do.
 *
 * <p>A frame has {@code prefix + varint bytes + value} bytes. A varint of at most 5 bytes carries 32 bits, one of at most 10 carries 64,
 * any other {@code 7 x maxBytes}; a value over {@link Long#MAX_VALUE} counts as that. By default there is no prefix, padding is accepted,
 * and nothing is stripped.
 *
 * <p>Refused, as soon as the bytes that show it are there: VARINT_MALFORMED (a continuation bit in the last byte that is allowed, or more
 * bits than it may carry), VARINT_NON_CANONICAL (padding, where {@link #canonical} is set).
 *
 * <p><b>Threads</b>: immutable; each setting returns a new framing.
 */
public final class Varint implements Framing {
    private final int maxBytes;
    private final int prefix;
    private final boolean canonical;
    private final boolean strip;
    private final boolean limitsValue;

    private Varint(int maxBytes, int prefix, boolean canonical, boolean strip, boolean limitsValue) {
        this.maxBytes = maxBytes;
        this.prefix = prefix;
        this.canonical = canonical;
        this.strip = strip;
        this.limitsValue = limitsValue;
    }

    /**
     * Returns the framing with a varint of at most {@code maxBytes} bytes at the frame's start.
     *
     * @throws IllegalArgumentException if {@code maxBytes} is not from 1 to 10
     */
    public static Varint ofBytes(int maxBytes) {
        if (maxBytes < 1 || maxBytes > 10) {
            throw new IllegalArgumentException("Varint.ofBytes(" + maxBytes + "): expected 1 to 10 bytes");
        }
        return new Varint(maxBytes, 0, false, false, false);
    }

    /** Returns this framing with {@code bytes} bytes before the varint that it does not count, 0 to 65,536. */
    public Varint prefix(int bytes) {
        if (bytes < 0 || bytes > 1 << 16) {
            throw new IllegalArgumentException("Varint.prefix(" + bytes + "): expected 0 to 65536");
        }
        return new Varint(maxBytes, bytes, canonical, strip, limitsValue);
    }

    /** Returns this framing with padded varints refused: only the shortest form of a number is accepted. */
    public Varint canonical() {
        return new Varint(maxBytes, prefix, true, strip, limitsValue);
    }

    /** Returns this framing with prefix and varint cut from the front of each frame's payload. */
    public Varint strip() {
        return new Varint(maxBytes, prefix, canonical, true, limitsValue);
    }

    /** Returns this framing with the frame limit compared to the varint's value instead of the whole frame's length. */
    public Varint limitsValue() {
        return new Varint(maxBytes, prefix, canonical, strip, true);
    }

    @Override
    public long measure(Bytes head) throws FrameException {
        int bytes = 0;
        int last;
        do {
            if (head.length() <= prefix + bytes) {
                return Framing.more(prefix + bytes + 1 - head.length());
            }
            last = head.getUnsignedByte(prefix + bytes++);
            if (last >= 0x80 && bytes == maxBytes) {
                throw FrameException.varintMalformed("longer than " + maxBytes + " bytes", head);
            }
        } while (last >= 0x80);
        if ((bytes == 5 && maxBytes == 5 && last > 0x0f) || (bytes == 10 && last > 0x01)) {
            throw FrameException.varintMalformed("more than " + (maxBytes == 5 ? 32 : 64) + " bits", head);
        }
        if (canonical && bytes > 1 && last == 0) {
            throw FrameException.varintNonCanonical(bytes, head);
        }
        long length = value(head) + prefix + bytes;
        return length < 0 ? Long.MAX_VALUE : length;
    }

    @Override
    public int maxHeader() {
        return prefix + maxBytes;
    }

    @Override
    public int payloadStart(Bytes head) {
        return strip ? prefix + varintBytes(head) : 0;
    }

    @Override
    public long limited(Bytes head, long length) {
        return limitsValue ? value(head) : length;
    }

    private int varintBytes(Bytes head) {
        int bytes = 1;
        while (head.getByte(prefix + bytes - 1) < 0) {
            bytes++;
        }
        return bytes;
    }

    /** Returns the value of a varint that was found to be sound, at most {@link Long#MAX_VALUE}. */
    private long value(Bytes head) {
        int bytes = varintBytes(head);
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (head.getByte(prefix + i) & 0x7fL) << (7 * i);
        }
        return value < 0 ? Long.MAX_VALUE : value;
    }

    @Override
    public String toString() {
        return "Varint[at most " + maxBytes + " bytes, prefix " + prefix + (canonical ? ", canonical" : "")
                + (strip ? ", stripped" : "") + "]";
    }
}
