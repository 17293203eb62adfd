package io.headroom.buffers.jmh.compare.child;

import java.io.IOException;

/** A child process ended, answered wrongly or not at all; the message has its last lines of output. */
public final class ChildFailure extends IOException {
    private static final long serialVersionUID = 1;

    /** Makes a failure with one sentence that a user can read. */
    public ChildFailure(String message) {
        super(message);
    }
}
