package io.headroom.buffers;

import io.headroom.buffers.framing.Framing;
import java.util.Objects;

/** Which framing measures the frame in progress of one connection, and which the frame after it. */
final class Framings {
    private final int mostHeader;
    private Framing current;
    private Framing following;
    private int headerBytes;

    Framings(Framing first, int mostHeader) {
        this.mostHeader = mostHeader;
        check(first);
        current = first;
        following = first;
        headerBytes = first.maxHeader();
    }

    Framing current() {
        return current;
    }

    /** Returns how long headers are at most that the framing of the frame in progress measures. */
    int headerBytes() {
        return headerBytes;
    }

    /** Uses another framing from the next frame on, or from this one on if none has been measured. */
    void switchTo(Framing framing, boolean isBetweenFrames) {
        check(framing);
        following = framing;
        if (isBetweenFrames) {
            advance();
        }
    }

    /** Takes the framing's word for who measures the next frame. */
    @SuppressWarnings(
            "ReferenceEquality") // a framing that goes on as itself has been checked; what does not change is not
    // stored again
    void follow(Framing next) {
        Objects.requireNonNull(next, "Framing.next returned null");
        if (next != current) {
            check(next);
        }
        if (following != next) {
            following = next;
        }
    }

    /** The frame in progress is none, after all: the next one is measured by the same framing. */
    void stay() {
        following = current;
    }

    /** The next frame begins. */
    @SuppressWarnings("ReferenceEquality") // what does not change is not stored again
    void advance() {
        if (current != following) {
            current = following;
            headerBytes = following.maxHeader();
        }
    }

    /** A header is measured in one piece, and no piece is longer than a slab. */
    private void check(Framing framing) {
        if (framing.maxHeader() < 1 || framing.maxHeader() > mostHeader) {
            throw new IllegalArgumentException(
                    framing + ": maxHeader() is " + framing.maxHeader() + ", expected 1 to slabBytes " + mostHeader);
        }
    }
}
