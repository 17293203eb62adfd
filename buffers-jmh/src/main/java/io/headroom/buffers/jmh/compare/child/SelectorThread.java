package io.headroom.buffers.jmh.compare.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One thread around one selector: the plain loop that a node of its own makes.
 *
 * <p>A channel's {@link IOException} is the subclass's to handle; what it lets through ends the thread, and every later {@link #call} says so.
 *
 * <p><b>Threads</b>: everything below runs on the selector thread but {@link #start}, {@link #call}, {@link #failure} and {@link #close}.
 */
public abstract class SelectorThread implements AutoCloseable {
    private static final int CALL_SECONDS = 20;

    private final Selector selector;
    private final Queue<FutureTask<?>> tasks = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    /** Opens the selector. */
    protected SelectorThread() throws IOException {
        selector = Selector.open();
    }

    /** Returns the selector, to register channels with. */
    protected final Selector selector() {
        return selector;
    }

    /** Starts the thread. */
    protected final void start(String name) {
        Thread thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Does what this key is ready for. */
    protected abstract void ready(SelectionKey key) throws IOException;

    /** Does what is due whatever the channels say, and returns how many milliseconds to wait for them at most; 0: as long as it takes. */
    protected long beforeSelect() throws IOException {
        return 0;
    }

    /** Runs a task on the selector thread and waits for its result. */
    public final <T> T call(Callable<T> task) throws IOException, InterruptedException {
        FutureTask<T> future = new FutureTask<>(task);
        tasks.add(future);
        selector.wakeup();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CALL_SECONDS);
        while (true) {
            try {
                return future.get(50, TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            } catch (TimeoutException e) {
                if (failure != null) {
                    throw new IOException("the I/O thread has ended: " + failure, failure);
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException("the I/O thread took no task for " + CALL_SECONDS + " s", e);
                }
            }
        }
    }

    /** Returns what ended the thread, or null. */
    public final @Nullable Throwable failure() {
        return failure;
    }

    /** Ends the thread, which closes its channels and its selector. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    private void run() {
        Consumer<SelectionKey> action = this::readyUnchecked;
        try (Selector ours = selector) {
            while (!closed) {
                for (FutureTask<?> task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                ours.select(action, beforeSelect());
            }
            for (SelectionKey key : ours.keys()) {
                key.channel().close();
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private void readyUnchecked(SelectionKey key) {
        try {
            ready(key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
