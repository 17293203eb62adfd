package io.headroom.buffers.framing;

/**
 * Tells where a frame ends, from its first bytes.
 *
 * <p>A framing is <i>pure</i>: the same bytes always give the same answer, it holds no memory and knows no connection. When it wants more it
 * is asked again as soon as there is more, even if that is less than it wanted, and it may be asked about the same bytes twice.
 *
 * <pre>{@code
 * // magic(4) type(4) hasId(1) [id(4)] size(4) data
 * public long measure(Bytes head) throws FrameException {
 *     if (head.length() < 9) return Framing.more(9 - head.length());
 *     int sizeAt = head.getByte(8) == 0 ? 9 : 13;
 *     if (head.length() < sizeAt + 4) return Framing.more(sizeAt + 4 - head.length());
 *     int size = head.getInt(sizeAt);
 *     if (size < 0) throw FrameException.negativeLength(size, head);
 *     return sizeAt + 4L + size;
 * }
 *
 * public int maxHeader() {
 *     return 17;
 * }
 * }</pre>
 *
 * <p><b>Threads</b>: one framing may serve many connections on many threads at once, so it must be immutable.
 *
 * <p>An unchecked exception from any method here is a fault of the framing, not of the peer: the connection closes and it passes through.
 */
public interface Framing {
    /**
     * Returns the length in bytes of the frame that begins at {@code head}'s first byte, header included; or {@link #more}; or
     * {@link #discard}.
     *
     * @param head the first bytes of the frame, at least 1 and at most {@link #maxHeader()} of them; where the frame is shorter than that,
     *     they may run into the next one
     * @return a length from 1 to {@link Long#MAX_VALUE} (sums that exceed it are to be saturated), not less than the bytes that were
     *     examined, or the result of {@link #more} or {@link #discard}
     * @throws FrameException if these bytes can begin no frame; its connection accepts nothing more
     */
    long measure(Bytes head) throws FrameException;

    /** Returns how many bytes {@link #measure} may want to see at most, 1 or more. Asking for more than that is a fault of the framing. */
    int maxHeader();

    /** Returns where the payload of a frame begins, counted from its first byte; before it lies the header. By default 0. */
    default int payloadStart(Bytes head) {
        return 0;
    }

    /** Returns the number that the frame limit is compared with, for a frame of {@code length} bytes in all. By default that length. */
    default long limited(Bytes head, long length) {
        return length;
    }

    /** Returns the framing of the frame after this one: a handshake answers with what follows it. By default this framing. */
    default Framing next(Bytes head) {
        return this;
    }

    /**
     * Returns a few words on why a length over {@code limit} may have been declared, for the error's text: a byte order that would make it
     * plausible, say. Empty, the default, if there is nothing to say.
     */
    default String hint(Bytes head, long limit) {
        return "";
    }

    /**
     * The answer "I need to see {@code count} bytes more".
     *
     * @throws IllegalArgumentException if {@code count} is less than 1
     */
    static long more(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("more(" + count + "): expected at least 1 byte");
        }
        return -(long) count;
    }

    /**
     * The answer "the first {@code count} bytes belong to no frame, drop them and ask again".
     *
     * @throws IllegalArgumentException if {@code count} is less than 1
     */
    static long discard(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("discard(" + count + "): expected at least 1 byte");
        }
        return Long.MIN_VALUE + count;
    }

    /** Returns the count in an answer of {@link #measure} that came from {@link #more}, and 0 for any other answer. */
    static int moreOf(long answer) {
        return answer < 0 && answer >= -(long) Integer.MAX_VALUE ? (int) -answer : 0;
    }

    /** Returns the count in an answer of {@link #measure} that came from {@link #discard}, and 0 for any other answer. */
    static int discardOf(long answer) {
        return answer < -(long) Integer.MAX_VALUE && answer <= Long.MIN_VALUE + Integer.MAX_VALUE
                ? (int) (answer - Long.MIN_VALUE)
                : 0;
    }
}
