package io.headroom.buffers.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.telemetry.LatestStats;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Registries that rename what they are given, are cleared, or are closed. */
class BindingTest {
    private final MessageBuffers one = MessageBuffers.builder().build();
    private final MessageBuffers two = MessageBuffers.builder().build();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    private void assertSecondIsRefused(String name) {
        BufferMetrics.of(one, "a").bindTo(registry);
        List<Meter> meters = registry.getMeters();
        try (BufferMetrics second = BufferMetrics.of(two, name)) {
            assertThatThrownBy(() -> second.bindTo(registry))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("name " + name + ": other buffers are bound to this registry");
        }
        assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(meters);
    }

    @Test
    void twoThatAFilterMakesTheSameAreRefused() {
        registry.config().meterFilter(MeterFilter.ignoreTags(BufferMetrics.NAME));
        assertSecondIsRefused("b");
    }

    @Test
    void twoOfTheSameNameAreRefusedUnderAnotherPrefixToo() {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.withName("node." + id.getName());
            }
        });
        assertSecondIsRefused("a");
    }

    @Test
    void aRefusalRemovesWhatItHasRegisteredAndNothingElse() {
        registry.config().meterFilter(MeterFilter.ignoreTags(BufferMetrics.NAME));
        Counter others = Counter.builder("headroom.evictions").register(registry);
        assertThatThrownBy(() -> BufferMetrics.of(one, "a").bindTo(registry))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(registry.getMeters()).containsExactly(others);
    }

    @Test
    void bindsAgainToARegistryThatWasCleared() {
        BufferMetrics metrics = BufferMetrics.of(one, "a");
        metrics.bindTo(registry);
        int meters = registry.getMeters().size();
        registry.clear();
        metrics.bindTo(registry);
        assertThat(registry.getMeters()).hasSize(meters);
        metrics.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void isBoundToARegistryThatWasClosed() {
        BufferMetrics metrics = BufferMetrics.of(one, "a");
        metrics.bindTo(registry);
        List<Meter> meters = registry.getMeters();
        registry.close();
        metrics.bindTo(registry);
        assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(meters);
        metrics.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void namesWhatIsMissing() {
        assertThatNullPointerException()
                .isThrownBy(() -> BufferMetrics.of((LatestStats) null, "a"))
                .withMessage("stats");
        assertThatNullPointerException()
                .isThrownBy(() -> BufferMetrics.of(one, null))
                .withMessage("name");
    }
}
