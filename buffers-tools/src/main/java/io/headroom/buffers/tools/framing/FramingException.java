package io.headroom.buffers.tools.framing;

/** A framing was written in a way that nobody understands; the message says what was expected. */
public final class FramingException extends Exception {
    private static final long serialVersionUID = 1L;

    FramingException(String message) {
        super(message);
    }
}
