package io.headroom.buffers.jmh;

import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;

/**
 * What it takes to lease {@value #BYTES} bytes of direct memory and to give them back: on one thread, on two at a time, and on two of which
 * one leases and the other gives back. The threads are plain ones, for which Netty's allocators keep no cache, or a smaller one.
 *
 * <p>What is handed over goes through a ring of {@value HandOver#LENGTH}; {@code handOver} is that alone, with nothing leased, so that
 * the difference is the pool's. A score is nanoseconds for a lease and its release, on the thread that leases.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
@Fork(
        value = 3,
        jvmArgs = {"-XX:+UseG1GC", "-Xms1g", "-Xmx1g"})
public class LeaseBenchmark {
    /** The length of a lease: a slab. */
    static final int BYTES = SlabPool.DEFAULT_SLAB;

    /** Slabs that can be out at a time, and a few more. */
    private static final long LIMIT = (HandOver.LENGTH + 64L) * BYTES;

    /** Whose memory. */
    @Param
    public Lender lender;

    private Pool pool;

    /** Those who lend memory. */
    public enum Lender {
        /** This library's pool. */
        HEADROOM {
            @Override
            Pool open() {
                return new SlabLender();
            }
        },
        /** Netty's pooled allocator. */
        NETTY_POOLED {
            @Override
            Pool open() {
                return new NettyLender(PooledByteBufAllocator.DEFAULT);
            }
        },
        /** Netty's adaptive allocator, its default. */
        NETTY_ADAPTIVE {
            @Override
            Pool open() {
                return new NettyLender(new AdaptiveByteBufAllocator());
            }
        };

        abstract Pool open();
    }

    /** Lends and takes back. */
    interface Pool {
        Object lease();

        void release(Object leased);

        default void close() {}
    }

    private static final class SlabLender implements Pool {
        private final SlabPool slabs = SlabPool.direct().limitBytes(LIMIT).build();

        @Override
        public Object lease() {
            Slab slab = slabs.tryLease(BYTES);
            if (slab == null) {
                throw new IllegalStateException("the limit is reached");
            }
            return slab;
        }

        @Override
        public void release(Object leased) {
            ((Slab) leased).release();
        }

        @Override
        public void close() {
            slabs.close();
        }
    }

    private static final class NettyLender implements Pool {
        private final ByteBufAllocator allocator;

        NettyLender(ByteBufAllocator allocator) {
            this.allocator = allocator;
        }

        @Override
        public Object lease() {
            return allocator.directBuffer(BYTES);
        }

        @Override
        public void release(Object leased) {
            ((ByteBuf) leased).release();
        }
    }

    /** Opens the pool. */
    @Setup
    public void open() {
        pool = lender.open();
    }

    /** One plain thread. */
    @Benchmark
    public void one() {
        pool.release(pool.lease());
    }

    /** Two plain threads, each with leases of its own. */
    @Benchmark
    @Threads(2)
    public void two() {
        pool.release(pool.lease());
    }

    /** One of two threads leases. */
    @Benchmark
    @Group("crossing")
    public void lease(HandOver ring, Control control) {
        Object leased = pool.lease();
        if (!ring.put(leased, control)) {
            pool.release(leased);
        }
    }

    /** The other one gives back. */
    @Benchmark
    @Group("crossing")
    public void release(HandOver ring, Control control) {
        Object leased = ring.take(control);
        if (leased != null) {
            pool.release(leased);
        }
    }

    /** What crossing costs without a pool: one thread hands over the same object. */
    @Benchmark
    @Group("handOver")
    public void give(HandOver ring, Control control) {
        ring.put(HandOver.NOTHING, control);
    }

    /** The other one takes it. */
    @Benchmark
    @Group("handOver")
    public @Nullable Object take(HandOver ring, Control control) {
        return ring.take(control);
    }

    /** Gives back what was handed over last and not taken. */
    void takeBack(Object leased) {
        pool.release(leased);
    }

    /** Closes the pool. */
    @TearDown
    public void close() {
        pool.close();
    }
}
