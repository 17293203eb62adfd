package io.headroom.buffers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** What one peer is allowed now: how long its frames may be, and whether memory is committed before their bytes arrive. Any thread. */
final class Allowance {
    private static final VarHandle LIMITS;

    static {
        try {
            LIMITS = MethodHandles.lookup().findVarHandle(Allowance.class, "limits", ReadLimits.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Capacity capacity;
    private final boolean contiguous;
    private final boolean hasKey;
    private final @Nullable ReadLimits untilTrusted;
    private ReadLimits onceTrusted;
    private volatile ReadLimits limits;
    private volatile boolean trusted;

    /** Admits the limits that a connection begins with, and throws IllegalArgumentException as {@link Capacity#admit} does. */
    Allowance(ReadBufferBuilder settings) {
        capacity = settings.owner.capacity();
        contiguous = settings.contiguous;
        hasKey = settings.key != null;
        onceTrusted = settings.limits;
        untilTrusted = settings.limitsUntilTrusted;
        capacity.admit(onceTrusted, contiguous, hasKey);
        if (untilTrusted != null) {
            capacity.admit(untilTrusted, contiguous, hasKey);
        }
        limits = untilTrusted == null ? onceTrusted : untilTrusted;
    }

    /** Returns the limits that hold now. */
    ReadLimits limits() {
        return limits;
    }

    /** As {@link #limits()}, without looking anew for what other threads have set: for whoever looks often, and sees at once what was set here. */
    ReadLimits limitsAsSeen() {
        return (ReadLimits) LIMITS.get(this);
    }

    void limits(ReadLimits limits) {
        capacity.admit(limits, contiguous, hasKey);
        synchronized (this) {
            onceTrusted = limits;
            choose();
        }
    }

    boolean isTrusted() {
        return trusted;
    }

    void trusted(boolean trusted) {
        synchronized (this) {
            this.trusted = trusted;
            choose();
        }
    }

    private void choose() {
        limits = trusted || untilTrusted == null ? onceTrusted : untilTrusted;
    }
}
