package io.headroom.buffers;

/** What a handler wants after a frame. */
public enum Next {
    /** The frame is consumed; the next one may come. */
    CONTINUE,
    /** The frame is consumed; no other one comes until {@link ReadBuffer#resume()}. */
    PAUSE,
    /** The frame is not consumed: it is delivered again after {@link ReadBuffer#resume()}, and nothing else before. */
    KEEP
}
