package io.headroom.buffers.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadLimits;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.telemetry.LatestStats;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which meters there are, in which units, and that a scrape takes one snapshot. */
class BufferMetricsTest {
    private static final int SLAB = 64 << 10;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final MessageBuffers buffers =
            MessageBuffers.builder().memoryLimit(64 * SLAB).build();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicLong scrapes = new AtomicLong();

    /** A snapshot that lives for one scrape. */
    private final LatestStats stats = LatestStats.of(buffers, Duration.ofNanos(1), scrapes::get);

    @AfterEach
    void close() {
        buffers.close();
    }

    private ReadBuffer open() {
        return buffers.connection("peer")
                .limits(ReadLimits.maxFrame(4 * SLAB).warnAbove(SLAB))
                .open();
    }

    private static ByteBuffer frame(int length) {
        return ByteBuffer.allocate(length).putInt(0, length - 4);
    }

    private List<String> scrape() {
        scrapes.incrementAndGet();
        return registry.scrape().lines().toList();
    }

    @Test
    void aScrapeHasEveryFigureUnderItsNameAndUnit() throws FrameException {
        try (BufferMetrics metrics = BufferMetrics.of(stats, "peers");
                ReadBuffer in = open()) {
            metrics.bindTo(registry);
            in.feed(frame(100), IGNORE);
            in.feed(frame(1024), IGNORE);
            in.feed(frame(2 * SLAB), IGNORE);
            in.feed(frame(SLAB).limit(100), IGNORE);
            ReadBuffer other = open();
            assertThatThrownBy(() -> other.feed(ByteBuffer.wrap(new byte[] {'G', 'E', 'T', ' '}), IGNORE))
                    .isInstanceOf(FrameException.class);
            other.close();

            assertThat(scrape())
                    .contains(
                            "# HELP headroom_received_bytes_total Bytes received",
                            "# TYPE headroom_received_bytes_total counter",
                            "headroom_received_bytes_total{name=\"peers\"} 132296.0",
                            "headroom_frames_total{name=\"peers\"} 3.0",
                            "headroom_frames_long_total{name=\"peers\"} 1.0",
                            "headroom_frames_by_length_total{le=\"63\",name=\"peers\"} 0.0",
                            "headroom_frames_by_length_total{le=\"127\",name=\"peers\"} 1.0",
                            "headroom_frames_by_length_total{le=\"1023\",name=\"peers\"} 1.0",
                            "headroom_frames_by_length_total{le=\"2047\",name=\"peers\"} 2.0",
                            "headroom_frames_by_length_total{le=\"67108863\",name=\"peers\"} 3.0",
                            "headroom_frames_by_length_total{le=\"+Inf\",name=\"peers\"} 3.0",
                            "headroom_parks_total{name=\"peers\"} 1.0",
                            "headroom_compactions_total{name=\"peers\"} 0.0",
                            "headroom_rejects_total{kind=\"frame_too_large\",name=\"peers\"} 1.0",
                            "headroom_rejects_total{kind=\"truncated\",name=\"peers\"} 0.0",
                            "headroom_connections_opened_total{name=\"peers\"} 2.0",
                            "headroom_connections_closed_total{name=\"peers\"} 1.0",
                            "headroom_evictions_total{name=\"peers\"} 0.0",
                            "headroom_leaks_total{name=\"peers\"} 0.0",
                            "headroom_system_refusals_total{name=\"peers\"} 0.0",
                            "# TYPE headroom_pauses_seconds summary",
                            "headroom_pauses_seconds_count{name=\"peers\"} 0",
                            "headroom_pauses_seconds_sum{name=\"peers\"} 0.0",
                            "# TYPE headroom_connections gauge",
                            "headroom_connections{name=\"peers\"} 1.0",
                            "headroom_connections_paused{name=\"peers\"} 0.0",
                            "headroom_frames_in_progress{name=\"peers\"} 1.0",
                            "headroom_declared_bytes{name=\"peers\"} " + (double) (SLAB - 100),
                            "headroom_held_bytes{name=\"peers\"} 256.0",
                            "headroom_kept_bytes{name=\"peers\"} 0.0",
                            "headroom_memory_bytes{name=\"peers\",state=\"leased\"} 256.0",
                            "headroom_memory_limit_bytes{name=\"peers\"} " + (double) (64 * SLAB),
                            "headroom_partial_age_seconds{name=\"peers\"} 0.0");
            assertThat(registry.scrape())
                    .containsPattern("headroom_copied_bytes_total\\{name=\"peers\"\\} \\d")
                    .containsPattern("headroom_growths_total\\{name=\"peers\"\\} \\d")
                    .containsPattern("headroom_leases_total\\{memory=\"created\",name=\"peers\"\\} [1-9]")
                    .containsPattern("headroom_leases_total\\{memory=\"reused\",name=\"peers\"\\} \\d")
                    .containsPattern("headroom_memory_bytes\\{name=\"peers\",state=\"idle\"\\} [1-9]")
                    .containsPattern("headroom_memory_reserved_bytes\\{name=\"peers\"\\} [1-9]");
        }
    }

    @Test
    void pausesAndAgesAreInSeconds() throws FrameException {
        MessageBuffers small =
                MessageBuffers.builder().memoryLimit(4 * SLAB).lanes(false).build();
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        try (small;
                ReadBuffer in = small.connection("peer")
                        .limits(ReadLimits.maxFrame(1000))
                        .open()) {
            AtomicLong clock = new AtomicLong();
            BufferMetrics.of(LatestStats.of(small, Duration.ZERO, clock::get), "small")
                    .bindTo(simple);
            FunctionTimer pauses = simple.get("headroom.pauses").functionTimer();
            TimeGauge age = simple.get("headroom.partial.age").timeGauge();
            List<Slab> taken = new ArrayList<>();
            for (Slab slab = small.pool().tryLease(SLAB);
                    slab != null;
                    slab = small.pool().tryLease(SLAB)) {
                taken.add(slab);
            }
            ByteBuffer part = frame(500).limit(100);
            in.feed(part, IGNORE);
            assertThat(pauses.count()).isEqualTo(1);
            assertThat(pauses.totalTime(TimeUnit.NANOSECONDS)).isZero();
            assertThat(simple.get("headroom.connections.paused").gauge().value())
                    .isEqualTo(1);
            taken.forEach(Slab::release);
            in.feed(part, IGNORE);
            assertThat(pauses.totalTime(TimeUnit.NANOSECONDS)).isPositive();
            assertThat(pauses.count()).isEqualTo(1);
            small.sweep(0);
            small.sweep(TimeUnit.SECONDS.toNanos(3));
            assertThat(age.value(TimeUnit.SECONDS)).isEqualTo(3);
        }
    }

    @Test
    void aScrapeTakesOneSnapshot() throws FrameException {
        AtomicLong asked = new AtomicLong();
        LatestStats counted = LatestStats.of(buffers, Duration.ofNanos(1), () -> {
            asked.incrementAndGet();
            return scrapes.get();
        });
        BufferMetrics.of(counted, "peers").bindTo(registry);
        try (ReadBuffer in = open()) {
            scrape();
            in.feed(frame(100), IGNORE);
            assertThat(registry.scrape()).contains("headroom_frames_total{name=\"peers\"} 0.0");
            assertThat(scrape()).contains("headroom_frames_total{name=\"peers\"} 1.0");
            assertThat(asked.get()).isGreaterThan(100);
        }
    }

    @Test
    void furtherTagsAreOnEachMeter() {
        BufferMetrics.of(buffers, "peers", Tag.of("network", "test")).bindTo(registry);
        assertThat(registry.getMeters()).isNotEmpty().allSatisfy(meter -> {
            assertThat(meter.getId().getName()).startsWith(BufferMetrics.PREFIX);
            assertThat(meter.getId().getTags()).contains(Tag.of("name", "peers"), Tag.of("network", "test"));
            assertThat(meter.getId().getDescription()).isNotEmpty();
        });
    }

    @Test
    void metersStayWhenTheBinderIsDropped() throws FrameException {
        BufferMetrics.of(stats, "peers").bindTo(registry);
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        try (ReadBuffer in = open()) {
            in.feed(frame(100), IGNORE);
            assertThat(scrape())
                    .contains(
                            "headroom_frames_total{name=\"peers\"} 1.0",
                            "headroom_connections{name=\"peers\"} 1.0",
                            "headroom_pauses_seconds_count{name=\"peers\"} 0");
        }
    }

    @Test
    void closeRemovesItsOwnMetersFromEveryRegistry() {
        SimpleMeterRegistry second = new SimpleMeterRegistry();
        CompositeMeterRegistry composite = new CompositeMeterRegistry();
        SimpleMeterRegistry ofComposite = new SimpleMeterRegistry();
        composite.add(ofComposite);
        registry.counter("headroom.of.the.application");
        BufferMetrics peers = BufferMetrics.of(buffers, "peers");
        try (BufferMetrics others = BufferMetrics.of(buffers, "others")) {
            others.bindTo(registry);
            List<Meter> before = registry.getMeters();
            peers.bindTo(registry);
            peers.bindTo(second);
            peers.bindTo(composite);
            assertThat(ofComposite.getMeters())
                    .hasSameSizeAs(second.getMeters())
                    .isNotEmpty();
            peers.close();
            peers.close();
            assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
            assertThat(second.getMeters()).isEmpty();
            assertThat(ofComposite.getMeters()).isEmpty();
        }
        assertThat(registry.getMeters()).hasSize(1);
        assertThatThrownBy(() -> peers.bindTo(second))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("peers");
    }

    @Test
    void aBindingThatARegistryRefusesHalfwayLeavesNothing() {
        SimpleMeterRegistry refusing = new SimpleMeterRegistry();
        refusing.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                if (id.getName().equals("headroom.leaks")) {
                    throw new IllegalStateException("no leaks");
                }
                return id;
            }
        });
        BufferMetrics metrics = BufferMetrics.of(buffers, "peers");
        assertThatThrownBy(() -> metrics.bindTo(refusing)).hasMessage("no leaks");
        assertThat(refusing.getMeters()).isEmpty();
        metrics.bindTo(registry);
        assertThat(registry.getMeters()).isNotEmpty();
    }

    @Test
    void thePageOfStatisticsNamesEachMeter() throws Exception {
        BufferMetrics.of(buffers, "peers").bindTo(registry);
        String page = Files.readString(Path.of("..", "docs", "statistics.md"));
        for (Meter meter : registry.getMeters()) {
            assertThat(page).containsPattern("`" + meter.getId().getName().replace(".", "\\.") + "[`{]");
        }
    }
}
