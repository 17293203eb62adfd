package io.headroom.buffers.jmh.results;

import com.fasterxml.jackson.databind.JsonNode;
import io.headroom.buffers.jmh.compare.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One result of JMH's: one benchmark with one set of parameters. */
final class Measured {
    private final JsonNode json;

    Measured(JsonNode json) {
        this.json = json;
    }

    /** Returns the benchmark's class and method, without its package. */
    String benchmark() {
        String name = json.path("benchmark").asText();
        int method = name.lastIndexOf('.');
        return name.substring(name.lastIndexOf('.', method - 1) + 1);
    }

    /** Returns a parameter; empty if the benchmark has none of that name. */
    String parameter(String name) {
        return json.path("params").path(name).asText();
    }

    /** Returns the scores, the median of which counts: each fork's mean or, of a single fork, each iteration's. */
    Optional<Spread> score() {
        return spread(samples(json.path("primaryMetric")));
    }

    /** Returns a further figure likewise. */
    Optional<Spread> secondary(String name) {
        return spread(samples(json.path("secondaryMetrics").path(name)));
    }

    /** Returns one further figure for each unit of another one likewise; both in the same unit of time. */
    Optional<Spread> ratio(String name, String unit) {
        List<Double> figures = samples(json.path("secondaryMetrics").path(name));
        List<Double> units = samples(json.path("secondaryMetrics").path(unit));
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(figures.size(), units.size()); i++) {
            ratios.add(figures.get(i) / units.get(i));
        }
        return spread(ratios);
    }

    private static Optional<Spread> spread(List<Double> samples) {
        return samples.isEmpty()
                ? Optional.empty()
                : Optional.of(Spread.of(
                        samples.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    private static List<Double> samples(JsonNode metric) {
        JsonNode forks = metric.path("rawData");
        List<Double> samples = new ArrayList<>();
        for (JsonNode fork : forks) {
            List<Double> iterations = new ArrayList<>();
            fork.forEach(value -> iterations.add(value.asDouble(Double.NaN)));
            iterations.removeIf(value -> value.isNaN());
            if (forks.size() == 1) {
                samples.addAll(iterations);
            } else if (!iterations.isEmpty()) {
                samples.add(iterations.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow());
            }
        }
        return samples;
    }
}
