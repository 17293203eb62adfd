package io.headroom.buffers;

import org.jspecify.annotations.Nullable;

/** What one peer is allowed now: how long its frames may be, and whether memory is committed before their bytes arrive. Any thread. */
final class Allowance {
    private volatile ReadLimits limits;
    private final @Nullable ReadLimits untilTrusted;
    private volatile boolean trusted;

    Allowance(ReadBufferBuilder settings) {
        limits = settings.limits;
        untilTrusted = settings.limitsUntilTrusted;
    }

    /** Returns the limits that hold now. */
    ReadLimits limits() {
        return trusted || untilTrusted == null ? limits : untilTrusted;
    }

    void limits(ReadLimits limits) {
        this.limits = limits;
    }

    boolean isTrusted() {
        return trusted;
    }

    void trusted(boolean trusted) {
        this.trusted = trusted;
    }
}
