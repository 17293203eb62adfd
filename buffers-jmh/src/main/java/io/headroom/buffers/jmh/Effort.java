package io.headroom.buffers.jmh;

import io.headroom.buffers.jmh.strategy.Strategy;
import io.headroom.buffers.jmh.stream.Frames;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** How much is measured, and for how long. */
enum Effort {
    /** Everything, as the benchmarks say. */
    FULL {
        @Override
        Collection<Strategy> strategies() {
            return EnumSet.allOf(Strategy.class);
        }

        @Override
        boolean measures(Frames frames, int readBytes) {
            return true;
        }

        @Override
        String method() {
            return "medians of " + FORKS + " forks, least and most in brackets";
        }

        @Override
        ChainedOptionsBuilder limited(ChainedOptionsBuilder options) {
            return options.forks(FORKS);
        }
    },
    /** A first look, in less than five minutes: the streams and strategies that are most asked for, and short measurements. */
    QUICK {
        @Override
        Collection<Strategy> strategies() {
            EnumSet<Strategy> few = EnumSet.allOf(Strategy.class);
            few.removeAll(EnumSet.of(
                    Strategy.HEADROOM_CONTIGUOUS,
                    Strategy.HEADROOM_TRUSTED,
                    Strategy.MAXIMAL_COMPACTING,
                    Strategy.NETTY_MERGE_POOLED,
                    Strategy.NETTY_COMPOSITE_POOLED,
                    Strategy.NETTY_ADAPTIVE_POOLED));
            return few;
        }

        @Override
        boolean measures(Frames frames, int readBytes) {
            return switch (frames) {
                case B256 -> true;
                case MIX, MIB2 -> readBytes == LONG_READS;
                case MIB2_ALONE, MIB32 -> false;
            };
        }

        @Override
        String method() {
            return "a quick look: one fork, " + QUICK_WARMUPS * QUICK_WARMUP_MILLIS + " ms of warm-up, "
                    + QUICK_ITERATIONS + " iterations of " + QUICK_MILLIS + " ms";
        }

        @Override
        ChainedOptionsBuilder limited(ChainedOptionsBuilder options) {
            return options.forks(1)
                    .warmupIterations(QUICK_WARMUPS)
                    .warmupTime(TimeValue.milliseconds(QUICK_WARMUP_MILLIS))
                    .measurementIterations(QUICK_ITERATIONS)
                    .measurementTime(TimeValue.milliseconds(QUICK_MILLIS));
        }
    };

    /** How much small reads bring: a network packet's. */
    static final int PACKETS = 1_460;

    private static final int LONG_READS = 65_536;

    /** The sizes of reads. */
    static final List<Integer> READS = List.of(PACKETS, LONG_READS);

    private static final int FORKS = 3;

    /** Enough for the code to be compiled as it stays: less made long ways through the code look twice as slow as they are. */
    private static final int QUICK_WARMUPS = 3;

    private static final int QUICK_WARMUP_MILLIS = 300;
    private static final int QUICK_ITERATIONS = 3;
    private static final int QUICK_MILLIS = 200;

    /** Returns who reads. */
    abstract Collection<Strategy> strategies();

    /** Returns whether a stream is read. */
    abstract boolean measures(Frames frames, int readBytes);

    /** Returns it in words. */
    abstract String method();

    /** Returns JMH's options for one benchmark class. */
    ChainedOptionsBuilder options(Class<?> benchmark) {
        return limited(new OptionsBuilder()
                .include("\\." + benchmark.getSimpleName() + "\\.")
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true));
    }

    abstract ChainedOptionsBuilder limited(ChainedOptionsBuilder options);
}
