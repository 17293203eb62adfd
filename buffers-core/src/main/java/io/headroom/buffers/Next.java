package io.headroom.buffers;

/** What a frame's handler wants next. */
public enum Next {
    /** The frame is consumed; the next one may come. */
    CONTINUE,
    /** The frame is consumed; no further one until the connection is resumed. */
    PAUSE,
    /** The frame is not consumed; it comes again when the connection is resumed. */
    KEEP
}
