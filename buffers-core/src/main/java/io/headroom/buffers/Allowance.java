package io.headroom.buffers;

import org.jspecify.annotations.Nullable;

/** What one peer is allowed now: how long its frames may be, and whether memory is committed before their bytes arrive. Any thread. */
final class Allowance {
    private final Capacity capacity;
    private final boolean contiguous;
    private final boolean hasKey;
    private volatile ReadLimits limits;
    private final @Nullable ReadLimits untilTrusted;
    private volatile boolean trusted;

    /** The longest frame that the limits let pass without anybody being told, as they are now: one number to look at for each frame. */
    private volatile long mostOrdinary;

    /** Admits the limits that a connection begins with, and throws IllegalArgumentException as {@link Capacity#admit} does. */
    Allowance(ReadBufferBuilder settings) {
        capacity = settings.owner.capacity();
        contiguous = settings.contiguous;
        hasKey = settings.key != null;
        limits = settings.limits;
        untilTrusted = settings.limitsUntilTrusted;
        capacity.admit(limits, contiguous, hasKey);
        if (untilTrusted != null) {
            capacity.admit(untilTrusted, contiguous, hasKey);
        }
        decideWhatIsOrdinary();
    }

    /** Returns the limits that hold now. */
    ReadLimits limits() {
        return trusted || untilTrusted == null ? limits : untilTrusted;
    }

    /** Returns how long a frame may be, in the measure of the limits, without anybody being told. */
    long mostOrdinary() {
        return mostOrdinary;
    }

    void limits(ReadLimits limits) {
        capacity.admit(limits, contiguous, hasKey);
        synchronized (this) {
            this.limits = limits;
            decideWhatIsOrdinary();
        }
    }

    boolean isTrusted() {
        return trusted;
    }

    synchronized void trusted(boolean trusted) {
        this.trusted = trusted;
        decideWhatIsOrdinary();
    }

    private void decideWhatIsOrdinary() {
        mostOrdinary = limits().mostUnseen();
    }
}
