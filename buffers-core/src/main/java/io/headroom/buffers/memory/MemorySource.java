package io.headroom.buffers.memory;

/**
 * What somebody waits for to whom memory was refused: a {@link SlabPool}, or a {@link Share} of what pools have.
 *
 * <p><b>Threads</b>: any.
 */
public interface MemorySource {
    /**
     * Runs {@code waiter} once when {@code bytes} bytes may be had in one piece, on the thread that gives them back, or at once on this thread if
     * they are to be had already; on a thread that is running a waiter, after that one. Waiters are served first in, first out; one who waits
     * for a longer piece than there is does not hold up those behind. One who is refused again may wait again, one who takes nothing calls
     * {@link #wakeNextIfAvailable()}. It must return soon and must not throw: what it throws goes to that thread's uncaught exception handler.
     *
     * @param lane whether the waiter may also go on in the budget's completion lane
     */
    void whenAvailable(Runnable waiter, int bytes, Lane lane);

    /** Forgets a waiter and returns whether it was still waiting; if not, it has run or is running. */
    boolean cancel(Runnable waiter);

    /** Lets the next waiter run if there is memory for it: for a waiter that has run but needs nothing any more. */
    void wakeNextIfAvailable();
}
