package io.headroom.buffers.jmh;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that benchmarks run on: such as Netty's event loops are, since its allocators have their caches for those alone. JMH makes it,
 * by the system properties {@code jmh.executor} and {@code jmh.executor.class}.
 */
public final class EventLoopThreads extends ThreadPoolExecutor {
    /** What a benchmark gives its JVM so that it runs on these threads. */
    static final String KIND = "-Djmh.executor=CUSTOM";

    /** What names this class to JMH. */
    static final String CLASS = "-Djmh.executor.class=io.headroom.buffers.jmh.EventLoopThreads";

    /** Called by JMH. */
    public EventLoopThreads(int threads, String prefix) {
        super(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory(prefix, true));
    }
}
