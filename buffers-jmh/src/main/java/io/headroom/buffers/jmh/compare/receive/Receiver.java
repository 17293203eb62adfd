package io.headroom.buffers.jmh.compare.receive;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A node's receiving side: a listening socket on loopback, connections, one I/O thread, and an {@link Inbox} that takes the messages.
 *
 * <p><b>Threads</b>: what is counted belongs to the I/O thread and is asked for there, by {@link #call}; {@link #port}, {@link #directBytes},
 * {@link #failure} and {@link #close} are for any thread.
 */
public interface Receiver extends AutoCloseable {
    /** Returns the port that peers connect to. */
    int port();

    /** Runs a task on the I/O thread and waits for its result. */
    <T> T call(Callable<T> task) throws IOException, InterruptedException;

    /** Returns how many connections are open. */
    int connections();

    /** Returns how many bytes were read from all sockets, in whole messages or not. */
    long readBytes();

    /** Returns how many bytes were copied between the sockets and the inbox, by the strategy or for it; empty if nobody can tell. */
    OptionalLong copiedBytes();

    /** Returns the capacity of the buffers that connections hold now. */
    long heldBytes();

    /** Returns the direct memory that the strategy's own allocator has taken and not given back; 0 if it has no allocator. */
    long directBytes();

    /** Returns what went wrong on the I/O thread, or null. */
    @Nullable Throwable failure();

    @Override
    void close();
}
