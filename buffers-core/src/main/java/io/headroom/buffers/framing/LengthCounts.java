package io.headroom.buffers.framing;

/** What the number in a length field counts. */
public enum LengthCounts {
    /** The payload alone. */
    PAYLOAD,
    /** The whole frame, header and length field included. */
    FRAME
}
