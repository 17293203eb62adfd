package io.headroom.buffers.framing;

import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Frames that carry their length as a number of fixed width: most binary protocols.
 *
 * <p>A frame has {@code offset + width + value + adjustment} bytes, where {@code value} is the field's content. By default the field is at
 * the frame's first byte, big-endian, unsigned, counts what follows it, and nothing is stripped. All arithmetic saturates at
 * {@link Long#MAX_VALUE}: no value of the field wraps.
 *
 * <pre>{@code
 * LengthField.ofBytes(4)                                                  // length(4) data
 * LengthField.ofBytes(4).littleEndian().at(16).adjustment(4).strip(24).header(24)
 *         .magic(0xf9, 0xbe, 0xb4, 0xd9)                                  // Bitcoin: magic command length checksum data
 * LengthField.ofBytes(4).at(1).adjustment(-4)                             // PostgreSQL: type length(counts itself) data
 * }</pre>
 *
 * <p>Refused, as soon as the bytes that show it are there: NEGATIVE_LENGTH (signed fields), LENGTH_UNDERFLOW (value and adjustment reach back
 * into the header), STRIP_EXCEEDS_FRAME, BAD_MAGIC (at the first difference, but not before four bytes or the magic's end, so that the
 * error can name the foreign protocol).
 *
 * <p><b>Threads</b>: immutable; each setting returns a new framing.
 */
public final class LengthField implements Framing {
    /** An error about foreign traffic shows at least this many bytes, where the magic is as long: enough to know the common protocols. */
    private static final int HINT_BYTES = 4;

    private final int width;
    private final int offset;
    private final boolean littleEndian;
    private final boolean signed;
    private final int adjustment;
    private final boolean inclusive;
    private final int strip;
    private final boolean limitsField;
    private final byte[] magic;
    private final int leastHeader;
    private final int header;

    /** Whether all headers alike are an unsigned field of four bytes, and what its value lacks to be the frame's length, and the least of those. */
    private final boolean isPlain;

    private final long added;
    private final int leastFrame;

    private LengthField(Settings s) {
        width = s.width;
        offset = s.offset;
        littleEndian = s.littleEndian;
        signed = s.signed;
        adjustment = s.adjustment;
        inclusive = s.inclusive;
        strip = s.strip;
        limitsField = s.limitsField;
        magic = s.magic;
        leastHeader = s.leastHeader;
        header = Math.max(Math.max(offset + width, magic.length), leastHeader);
        isPlain = width == 4 && !signed && magic.length == 0;
        added = (long) adjustment + (inclusive ? 0 : offset + width);
        leastFrame = Math.max(header, strip);
    }

    /**
     * Returns the framing with a length field of {@code width} bytes at the frame's start.
     *
     * @throws IllegalArgumentException if {@code width} is not from 1 to 8
     */
    public static LengthField ofBytes(int width) {
        if (width < 1 || width > 8) {
            throw new IllegalArgumentException("LengthField.ofBytes(" + width + "): expected 1 to 8 bytes");
        }
        Settings settings = new Settings();
        settings.width = width;
        return new LengthField(settings);
    }

    /** Returns this framing with {@code offset} bytes before the length field, 0 to 65,536. */
    public LengthField at(int offset) {
        Settings s = settings();
        s.offset = inRange("at", offset, 0, 1 << 16);
        return new LengthField(s);
    }

    /** Returns this framing with a little-endian length field. */
    public LengthField littleEndian() {
        return order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns this framing with a length field in the given byte order. */
    public LengthField order(ByteOrder order) {
        Settings s = settings();
        s.littleEndian = Objects.requireNonNull(order, "order") == ByteOrder.LITTLE_ENDIAN;
        return new LengthField(s);
    }

    /** Returns this framing with the field read as two's complement, so that a negative value is refused as such. */
    public LengthField signed() {
        Settings s = settings();
        s.signed = true;
        return new LengthField(s);
    }

    /** Returns this framing with {@code adjustment} bytes added to the field's value: positive if it leaves out bytes that follow it. */
    public LengthField adjustment(int adjustment) {
        Settings s = settings();
        s.adjustment = adjustment;
        return new LengthField(s);
    }

    /** Returns this framing with a field that counts itself and what is before it too: the whole frame, but for the adjustment. */
    public LengthField inclusive() {
        Settings s = settings();
        s.inclusive = true;
        return new LengthField(s);
    }

    /** Returns this framing with {@code strip} bytes cut from the front of each frame's payload, 0 or more. */
    public LengthField strip(int strip) {
        Settings s = settings();
        s.strip = inRange("strip", strip, 0, Integer.MAX_VALUE);
        return new LengthField(s);
    }

    /** Returns this framing with the frame limit compared to the field's value instead of the whole frame's length. */
    public LengthField limitsField() {
        Settings s = settings();
        s.limitsField = true;
        return new LengthField(s);
    }

    /** Returns this framing with bytes, each 0 to 255 or as signed, that every frame must start with; at most 64 of them. */
    public LengthField magic(int... magic) {
        Settings s = settings();
        s.magic = new byte[inRange("magic.length", magic.length, 0, 64)];
        for (int i = 0; i < magic.length; i++) {
            s.magic[i] = (byte) inRange("magic", magic[i], -128, 255);
        }
        return new LengthField(s);
    }

    /**
     * Returns this framing with frames that have at least {@code bytes} bytes, all of which a handler sees when it is asked about the
     * header: 0 to 65,536. Without it the header ends behind length field and magic.
     */
    public LengthField header(int bytes) {
        Settings s = settings();
        s.leastHeader = inRange("header", bytes, 0, 1 << 16);
        return new LengthField(s);
    }

    @Override
    public long measure(Bytes head) throws FrameException {
        if (isPlain && head.length() >= header) {
            int value = littleEndian ? head.getIntLE(offset) : head.getInt(offset);
            long length = (value & 0xffff_ffffL) + added;
            if (length >= leastFrame) {
                return length;
            }
        }
        return measureStepwise(head);
    }

    private long measureStepwise(Bytes head) throws FrameException {
        if (magic.length > 0) {
            int missing = checkMagic(head);
            if (missing > 0) {
                return Framing.more(missing);
            }
        }
        int measured = offset + width;
        if (head.length() < measured) {
            return Framing.more(measured - head.length());
        }
        long value = value(head, littleEndian);
        if (value < 0) {
            if (signed) {
                throw FrameException.negativeLength(value, head);
            }
            value = Long.MAX_VALUE;
        }
        long length = length(value);
        if (length < header) {
            throw FrameException.lengthUnderflow(value, head);
        }
        if (strip > length) {
            throw FrameException.stripExceedsFrame(length, strip, head);
        }
        return head.length() < header ? Framing.more(header - head.length()) : length;
    }

    @Override
    public int maxHeader() {
        return header;
    }

    @Override
    public int payloadStart(Bytes head) {
        return strip;
    }

    @Override
    public long limited(Bytes head, long length) {
        if (!limitsField) {
            return length;
        }
        long value = value(head, littleEndian);
        return value < 0 ? Long.MAX_VALUE : value;
    }

    @Override
    public String hint(Bytes head, long limit) {
        if (width == 1) {
            return "";
        }
        long swapped = value(head, !littleEndian);
        if (swapped <= 0) {
            return "";
        }
        long length = length(swapped);
        boolean plausible = length >= header && length >= strip && (limitsField ? swapped : length) <= limit;
        return plausible ? "plausible if " + (littleEndian ? "big" : "little") + "-endian: " + swapped : "";
    }

    /** Returns how long a frame is whose field holds {@code value}, or less than its header if that is not to be. */
    private long length(long value) {
        int measured = offset + width;
        long rest = saturatingAdd(value, (long) adjustment - (inclusive ? measured : 0));
        return rest < 0 ? -1 : saturatingAdd(rest, measured);
    }

    private long value(Bytes head, boolean little) {
        if (width == 4) {
            int value = little ? head.getIntLE(offset) : head.getInt(offset);
            return signed ? value : value & 0xffff_ffffL;
        }
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = (value << 8) | head.getUnsignedByte(little ? offset + width - 1 - i : offset + i);
        }
        int unused = Long.SIZE - 8 * width;
        return signed ? (value << unused) >> unused : value;
    }

    /** Returns how many bytes are missing before anything can be said, 0 if the magic is there or its start is. */
    private int checkMagic(Bytes head) throws FrameException {
        int seen = Math.min(head.length(), magic.length);
        for (int i = 0; i < seen; i++) {
            if (head.getByte(i) != magic[i]) {
                int shown = Math.min(HINT_BYTES, magic.length);
                if (head.length() < shown) {
                    return shown - head.length();
                }
                throw FrameException.badMagic(magic, head);
            }
        }
        int wanted = seen < HINT_BYTES ? Math.min(HINT_BYTES, magic.length) : Math.min(seen + 1, magic.length);
        return Math.max(0, wanted - seen);
    }

    /** Adds a number of any sign to one that is not negative; of all sums only those over {@link Long#MAX_VALUE} can overflow. */
    private static long saturatingAdd(long value, long addend) {
        long sum = value + addend;
        return addend > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static int inRange(String setting, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "LengthField." + setting + "(" + value + "): expected " + least + " to " + most);
        }
        return value;
    }

    private Settings settings() {
        Settings s = new Settings();
        s.width = width;
        s.offset = offset;
        s.littleEndian = littleEndian;
        s.signed = signed;
        s.adjustment = adjustment;
        s.inclusive = inclusive;
        s.strip = strip;
        s.limitsField = limitsField;
        s.magic = magic;
        s.leastHeader = leastHeader;
        return s;
    }

    @Override
    public String toString() {
        return "LengthField[" + width + " bytes at " + offset + (littleEndian ? ", little-endian" : ", big-endian")
                + (signed ? ", signed" : "") + ", adjustment " + adjustment
                + (inclusive ? ", inclusive" : "") + ", strip " + strip
                + (leastHeader > 0 ? ", header " + leastHeader : "")
                + (magic.length > 0 ? ", magic of " + magic.length + " bytes" : "") + "]";
    }

    private static final class Settings {
        private int width;
        private int offset;
        private boolean littleEndian;
        private boolean signed;
        private int adjustment;
        private boolean inclusive;
        private int strip;
        private boolean limitsField;
        private byte[] magic = {};
        private int leastHeader;
    }
}
