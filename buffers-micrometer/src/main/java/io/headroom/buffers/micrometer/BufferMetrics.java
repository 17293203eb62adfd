package io.headroom.buffers.micrometer;

import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.telemetry.LatestStats;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.search.Search;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Binds the figures of a node's buffers to Micrometer, as meters that begin with {@value #PREFIX} and have a tag {@value #NAME}: as many for any
 * number of connections.
 *
 * <p>All meters are answered from one snapshot of {@link LatestStats}, so a scrape takes one. Counters report what the buffers have counted: nothing
 * is replayed, and nothing is reset.
 *
 * <p><b>Threads</b>: any.
 *
 * <p><b>Ownership</b>: holds the buffers weakly, and is itself kept by its meters: it need not be kept to stay bound. Once the buffers are gone,
 * counters stay what they were, and gauges are 0. {@link #close} removes its meters from every registry.
 *
 * <pre>{@code
 * BufferMetrics metrics = BufferMetrics.of(buffers, "peers");
 * metrics.bindTo(registry);                            // IllegalArgumentException if others are there as "peers"
 * ...
 * metrics.close();
 * }</pre>
 */
public final class BufferMetrics implements MeterBinder, AutoCloseable {
    /** What the names of all meters begin with. */
    public static final String PREFIX = "headroom.";

    /** The tag that tells one node's buffers from another's. */
    public static final String NAME = "name";

    private final LatestStats stats;
    private final String name;
    private final Tags tags;
    private final IdentityHashMap<MeterRegistry, List<Meter>> bound = new IdentityHashMap<>();
    private boolean isClosed;

    private BufferMetrics(LatestStats stats, String name, Tags tags) {
        Objects.requireNonNull(stats, "stats");
        if (Objects.requireNonNull(name, "name").isEmpty()) {
            throw new IllegalArgumentException("name: expected at least one character");
        }
        this.stats = stats;
        this.name = name;
        this.tags = tags.and(NAME, name);
    }

    /**
     * Returns meters of these buffers, bound to no registry yet.
     *
     * @param name the value of the tag {@value #NAME}: no two in a registry may have the same
     * @param tags further tags of each meter; two in a registry must have the same keys for Prometheus to take both
     */
    public static BufferMetrics of(MessageBuffers buffers, String name, Tag... tags) {
        return of(LatestStats.of(buffers), name, tags);
    }

    /** Returns meters of snapshots that others may read too, or that are to live for another time than the usual one; else as the other one. */
    public static BufferMetrics of(LatestStats stats, String name, Tag... tags) {
        return new BufferMetrics(stats, name, Tags.of(tags));
    }

    /**
     * Binds all meters to a registry; does nothing if they are bound to it.
     *
     * @throws IllegalArgumentException if others are bound to it under the same name, or one that the registry's filters make the same
     * @throws IllegalStateException if this is closed
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        if (isClosed) {
            throw new IllegalStateException("metrics " + name + " are closed");
        }
        List<Meter> mine = bound.get(registry);
        if (mine != null && mine.stream().anyMatch(metersOf(registry)::contains)) {
            return; // unless it was cleared meanwhile
        }
        bound.keySet().removeIf(MeterRegistry::isClosed);
        // Two who bind at the same time: a registry gives the second one the meters of the first, without a word.
        synchronized (registry) {
            Meter other = Search.in(registry)
                    .name(each -> each.startsWith(PREFIX))
                    .tag(NAME, name)
                    .meter();
            if (other != null) {
                throw areThere(other);
            }
            bound.put(registry, register(registry));
        }
    }

    private List<Meter> register(MeterRegistry registry) {
        // A filter of the registry's may change names and tags, so that only now it shows whose meters they are.
        Set<Meter> others = metersOf(registry);
        List<Meter> meters = new ArrayList<>();
        try {
            new Meters(stats, tags, registry, meters).register();
            for (Meter meter : meters) {
                if (others.contains(meter)) {
                    throw areThere(meter);
                }
            }
        } catch (RuntimeException e) {
            meters.removeIf(others::contains);
            meters.forEach(registry::remove);
            throw e;
        }
        return meters;
    }

    /** Meters of the same name and tags are equal, so these are told apart by what they are. */
    private static Set<Meter> metersOf(MeterRegistry registry) {
        Set<Meter> meters = Collections.newSetFromMap(new IdentityHashMap<>());
        meters.addAll(registry.getMeters());
        return meters;
    }

    private IllegalArgumentException areThere(Meter other) {
        return new IllegalArgumentException("name " + name + ": other buffers are bound to this registry as it, with "
                + other.getId() + "; expected a name for each");
    }

    /** Removes these meters, and no others, from all registries that they are bound to. Idempotent. */
    @Override
    public synchronized void close() {
        isClosed = true;
        bound.forEach((registry, meters) -> meters.forEach(registry::remove));
        bound.clear();
    }
}
