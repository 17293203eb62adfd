package io.headroom.buffers;

/**
 * Decides whether a connection that is late with a frame is closed.
 *
 * <p><b>Threads</b>: called on the thread that sweeps, which other sweeps wait for. It must return soon and must not throw: what it throws goes to that
 * thread's uncaught exception handler, and the connection stays until the next sweep.
 */
@FunctionalInterface
public interface EvictionPolicy {
    /** Returns whether the connection is to be closed; if not, it is asked for again at the next sweep. */
    boolean evicts(Suspect suspect);

    /** Returns the policy that closes every connection that is late. */
    static EvictionPolicy whateverIsLate() {
        return suspect -> true;
    }
}
