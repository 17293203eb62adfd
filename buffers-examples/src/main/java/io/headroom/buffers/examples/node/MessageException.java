package io.headroom.buffers.examples.node;

import org.jspecify.annotations.Nullable;

/** A message that breaks the protocol; its text is the reason for which the peer is disconnected. */
final class MessageException extends Exception {
    private static final long serialVersionUID = 1L;

    MessageException(String reason) {
        this(reason, null);
    }

    MessageException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    /** Returns the reason. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
