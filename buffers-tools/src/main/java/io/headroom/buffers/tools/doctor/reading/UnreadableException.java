package io.headroom.buffers.tools.doctor.reading;

import java.io.IOException;

/** A file that cannot be read; the message is one line, for people. */
public final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1;

    UnreadableException(String message) {
        super(message);
    }
}
