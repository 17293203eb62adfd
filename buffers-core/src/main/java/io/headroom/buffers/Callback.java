package io.headroom.buffers;

/** Runs foreign code on a thread that is in the middle of something else: what it throws must not end up there. */
final class Callback {
    private Callback() {}

    /** Runs it; what it throws goes to this thread's uncaught exception handler. */
    static void run(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
