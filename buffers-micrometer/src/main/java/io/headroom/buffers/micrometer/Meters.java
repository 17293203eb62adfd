package io.headroom.buffers.micrometer;

import io.headroom.buffers.BufferStats;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.telemetry.Figure;
import io.headroom.buffers.telemetry.LatestStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Registers the meters of one node's buffers with one registry. */
final class Meters {
    /*
     * A registry holds the object of a function meter weakly, and the function strongly. Here the function has all it reads, so that meters live
     * as long as they are registered, whoever drops what.
     *
     * Lengths are counters with an upper bound in a tag, cumulative as Prometheus's own histograms are, so that histogram_quantile takes them. A
     * DistributionSummary would have to record each frame, when it arrives or by replaying the counts at each scrape.
     */

    /** Frames are counted up to each power of two from here on. */
    private static final int SHORTEST = 64;

    private static final int LONGEST = 64 << 20;

    private final LatestStats stats;
    private final Tags tags;
    private final MeterRegistry registry;
    private final List<Meter> meters;

    /** Adds each meter to {@code meters} as soon as it is registered. */
    Meters(LatestStats stats, Tags tags, MeterRegistry registry, List<Meter> meters) {
        this.stats = stats;
        this.tags = tags;
        this.registry = registry;
        this.meters = meters;
    }

    void register() {
        counter("received", "bytes", Figure.RECEIVED_BYTES);
        counter("copied", "bytes", Figure.COPIED_BYTES);
        counter("frames", "frames", Figure.FRAMES);
        counter("frames.long", null, Figure.LONG_FRAMES);
        framesByLength();
        counter("growths", null, Figure.GROWTHS);
        counter("compactions", null, Figure.COMPACTIONS);
        counter("parks", null, Figure.PARKS);
        pauses();
        rejects();
        counter("connections.opened", null, Figure.OPENED);
        counter("connections.closed", null, Figure.CLOSED);
        counter("evictions", null, Figure.EVICTIONS);
        counter("leaks", null, Figure.LEAKS);
        leases("created", Figure.CREATIONS);
        leases("reused", Figure.REUSES);
        counter("system.refusals", null, Figure.SYSTEM_REFUSALS);

        gauge("connections", "connections", Figure.CONNECTIONS);
        gauge("connections.paused", null, Figure.PAUSED_CONNECTIONS);
        gauge("frames.in.progress", null, Figure.FRAMES_IN_PROGRESS);
        gauge("declared", "bytes", Figure.DECLARED_BYTES);
        gauge("held", "bytes", Figure.HELD_BYTES);
        gauge("kept", "bytes", Figure.KEPT_BYTES);
        partialAge();
        memory("leased", Figure.LEASED_BYTES);
        memory("idle", Figure.IDLE_BYTES);
        gauge("memory.limit", "bytes", Figure.LIMIT_BYTES);
        gauge("memory.reserved", "bytes", Figure.RESERVED_BYTES);
    }

    private void counter(String name, @Nullable String unit, Figure figure) {
        meters.add(counter(name, tags, () -> stats.value(figure))
                .description(figure.description())
                .baseUnit(unit)
                .register(registry));
    }

    private void leases(String memory, Figure figure) {
        meters.add(counter("leases", tags.and("memory", memory), () -> stats.value(figure))
                .description(Figure.LEASES.description())
                .register(registry));
    }

    private void rejects() {
        for (FrameException.Kind kind : FrameException.Kind.values()) {
            Tags ofKind = tags.and("kind", kind.name().toLowerCase(Locale.ROOT));
            meters.add(counter("rejects", ofKind, () -> stats.total(latest -> latest.rejects(kind)))
                    .description(Figure.REJECTS.description())
                    .register(registry));
        }
    }

    private void framesByLength() {
        for (long bound = SHORTEST; bound <= LONGEST; bound *= 2) {
            framesUpTo(String.valueOf(bound - 1), bucketAt(bound));
        }
        framesUpTo("+Inf", BufferStats.sizeBuckets());
    }

    private static int bucketAt(long length) {
        int bucket = 0;
        while (BufferStats.sizeBucketStart(bucket) < length) {
            bucket++;
        }
        return bucket;
    }

    private void framesUpTo(String most, int buckets) {
        meters.add(counter("frames.by.length", tags.and("le", most), () -> stats.total(latest -> sum(latest, buckets)))
                .description("Frames done with that are at most so many bytes long")
                .register(registry));
    }

    private static long sum(BufferStats stats, int buckets) {
        long sum = 0;
        for (int i = 0; i < buckets; i++) {
            sum += stats.sizeCount(i);
        }
        return sum;
    }

    private static FunctionCounter.Builder<LongSupplier> counter(String name, Tags tags, LongSupplier total) {
        return FunctionCounter.builder(BufferMetrics.PREFIX + name, total, any -> total.getAsLong())
                .tags(tags);
    }

    /** How many pauses there were, and how long those lasted that have ended. */
    private void pauses() {
        meters.add(FunctionTimer.builder(
                        BufferMetrics.PREFIX + "pauses",
                        stats,
                        any -> stats.value(Figure.PAUSES),
                        any -> stats.value(Figure.PAUSED_NANOS),
                        TimeUnit.NANOSECONDS)
                .tags(tags)
                .description(Figure.PAUSES.description())
                .register(registry));
    }

    private void gauge(String name, @Nullable String unit, Figure figure) {
        gauge(name, unit, tags, figure, figure.description());
    }

    private void memory(String state, Figure figure) {
        gauge("memory", "bytes", tags.and("state", state), figure, Figure.COMMITTED_BYTES.description());
    }

    private void gauge(String name, @Nullable String unit, Tags tags, Figure figure, String description) {
        meters.add(Gauge.builder(BufferMetrics.PREFIX + name, () -> stats.value(figure))
                .tags(tags)
                .description(description)
                .baseUnit(unit)
                .register(registry));
    }

    private void partialAge() {
        meters.add(TimeGauge.builder(
                        BufferMetrics.PREFIX + "partial.age",
                        () -> stats.value(Figure.OLDEST_PARTIAL_NANOS),
                        TimeUnit.NANOSECONDS)
                .tags(tags)
                .description(Figure.OLDEST_PARTIAL_NANOS.description())
                .register(registry));
    }
}
