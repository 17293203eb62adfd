package io.headroom.buffers.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.telemetry.LatestStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Public reports of metrics that misled, grew or kept things alive, each as a test of what the meters do here. */
class StatisticsReportsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private static ReadBuffer open(MessageBuffers buffers) {
        return buffers.connection("peer").open();
    }

    private static void feed(ReadBuffer in, int length) throws FrameException {
        in.feed(ByteBuffer.allocate(length).putInt(0, length - 4), frame -> Next.CONTINUE);
    }

    private static LatestStats always(MessageBuffers buffers) {
        return LatestStats.of(buffers, Duration.ZERO, () -> 0);
    }

    private Map<Meter.Id, Double> counts() {
        Map<Meter.Id, Double> counts = new HashMap<>();
        for (Meter meter : registry.getMeters()) {
            if (meter instanceof FunctionCounter counter) {
                counts.put(meter.getId(), counter.count());
            }
        }
        return counts;
    }

    private double count(String name) {
        return registry.get(name).functionCounter().count();
    }

    /** Public reports micrometer-metrics/micrometer#2489 and #7736: rates below zero, since what was counted was replaced. */
    @Test
    void countersNeverFallWhileConnectionsAreReplacedNorWhenAllIsGone() throws FrameException {
        MessageBuffers buffers = MessageBuffers.builder().build();
        BufferMetrics.of(always(buffers), "peers").bindTo(registry);
        List<ReadBuffer> three = new ArrayList<>(List.of(open(buffers), open(buffers), open(buffers)));
        Map<Meter.Id, Double> before = counts();
        for (int sample = 0; sample < 100; sample++) {
            feed(three.get(sample % 3), 100);
            three.get(sample % 3).close();
            three.set(sample % 3, open(buffers));
            Map<Meter.Id, Double> after = counts();
            before.forEach(
                    (id, count) -> assertThat(after.get(id)).as(id.toString()).isGreaterThanOrEqualTo(count));
            before = after;
        }
        assertThat(count("headroom.frames")).isEqualTo(100);
        buffers.close();
        Map<Meter.Id, Double> last = counts();
        WeakReference<MessageBuffers> weak = new WeakReference<>(buffers);
        three = null;
        buffers = null;
        collect(weak);
        assertThat(counts()).isEqualTo(last);
        assertThat(count("headroom.frames")).isEqualTo(100);
        assertThat(registry.get("headroom.memory.limit").gauge().value()).isZero();
    }

    /** Public reports reactor/reactor-netty#1809 and #2875: meters for each connection, which nobody removed. */
    @Test
    void thereAreAsManyMetersForAnyNumberOfConnections() throws FrameException {
        try (MessageBuffers buffers = MessageBuffers.builder().build()) {
            BufferMetrics.of(buffers, "peers").bindTo(registry);
            int before = registry.getMeters().size();
            for (int i = 0; i < 10_000; i++) {
                try (ReadBuffer in = buffers.connection("peer " + i).open()) {
                    feed(in, 100 + i % 1000);
                }
            }
            registry.getMeters().forEach(Meter::measure);
            assertThat(registry.getMeters()).hasSize(before);
        }
    }

    /** Public reports micrometer-metrics/micrometer#3742 and #3768: bound twice, what was counted doubled. */
    @Test
    void boundTwiceIsBoundOnce() throws FrameException {
        try (MessageBuffers buffers = MessageBuffers.builder().build();
                ReadBuffer in = open(buffers)) {
            BufferMetrics metrics = BufferMetrics.of(always(buffers), "peers");
            metrics.bindTo(registry);
            List<Meter> meters = registry.getMeters();
            metrics.bindTo(registry);
            feed(in, 100);
            assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(meters);
            assertThat(count("headroom.received")).isEqualTo(100);
        }
    }

    /** The same reports: two pools under one name, of which only one was seen. */
    @Test
    void twoOfTheSameNameAreRefused() {
        try (MessageBuffers one = MessageBuffers.builder().build();
                MessageBuffers two = MessageBuffers.builder().build()) {
            BufferMetrics first = BufferMetrics.of(one, "a");
            BufferMetrics second = BufferMetrics.of(two, "a");
            first.bindTo(registry);
            List<Meter> meters = registry.getMeters();
            assertThatThrownBy(() -> second.bindTo(registry))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("name a: other buffers are bound to this registry");
            assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(meters);
            BufferMetrics.of(two, "b").bindTo(registry);
            second.bindTo(new SimpleMeterRegistry());
            first.close();
            second.bindTo(registry);
            assertThat(registry.getMeters()).hasSize(2 * meters.size());
        }
    }

    /** Public report micrometer-metrics/micrometer#6641: a binder kept what was closed alive. */
    @Test
    void metersKeepNoClosedBuffersAlive() throws FrameException {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        MessageBuffers buffers = MessageBuffers.builder().build();
        WeakReference<MessageBuffers> weak = new WeakReference<>(buffers);
        BufferMetrics metrics = BufferMetrics.of(buffers, "peers");
        metrics.bindTo(registry);
        metrics.bindTo(prometheus);
        ReadBuffer in = open(buffers);
        feed(in, 100);
        assertThat(prometheus.scrape()).contains("headroom_frames_total{name=\"peers\"} 1.0");
        buffers.close();
        in = null;
        buffers = null;
        collect(weak);
        assertThat(prometheus.scrape()).contains("headroom_frames_total{name=\"peers\"} 1.0");
        metrics.close();
        assertThat(prometheus.scrape()).isEmpty();
    }

    private static void collect(WeakReference<?> weak) {
        for (int i = 0; i < 100 && weak.get() != null; i++) {
            System.gc();
        }
        assertThat(weak.get()).isNull();
    }
}
