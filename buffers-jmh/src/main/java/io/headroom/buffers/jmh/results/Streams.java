package io.headroom.buffers.jmh.results;

import io.headroom.buffers.jmh.compare.result.Spread;
import io.headroom.buffers.jmh.strategy.Strategy;
import io.headroom.buffers.jmh.stream.Frames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The strategies on one kind of frames in reads of one size. */
final class Streams {
    static final String BENCHMARK = "ReadBenchmark.read";
    static final int LONG_READS = 65_536;
    static final int PACKETS = 1_460;

    private static final String NETTY = "NETTY_";

    private final Map<Strategy, Measured> results = new EnumMap<>(Strategy.class);

    private Streams() {}

    /** Returns what was measured of them; strategies that a later version does not know are left out. */
    static Streams of(Recorded recorded, Frames frames, int readBytes) {
        Streams found = new Streams();
        recorded.results(BENCHMARK)
                .filter(result -> result.parameter("frames").equals(frames.name()))
                .filter(result -> result.parameter("readBytes").equals(String.valueOf(readBytes)))
                .forEach(result -> {
                    for (Strategy strategy : Strategy.values()) {
                        if (strategy.name().equals(result.parameter("strategy"))) {
                            found.results.put(strategy, result);
                        }
                    }
                });
        return found;
    }

    boolean isEmpty() {
        return results.isEmpty();
    }

    List<Strategy> strategies() {
        return new ArrayList<>(results.keySet());
    }

    /** Returns operations in a second, each of the same payloads for every strategy. */
    Optional<Spread> score(Strategy strategy) {
        return Optional.ofNullable(results.get(strategy)).flatMap(Measured::score);
    }

    /** Returns the time in times of another one's. */
    Optional<Spread> timesOf(Strategy floor, Strategy strategy) {
        return Markdown.times(score(floor), score(strategy));
    }

    /** Returns the fastest of Netty's. */
    Optional<Strategy> fastestOfNetty() {
        return results.keySet().stream()
                .filter(strategy -> strategy.name().startsWith(NETTY))
                .filter(strategy -> score(strategy).isPresent())
                .max(Comparator.comparingDouble(
                        strategy -> score(strategy).orElseThrow().median()));
    }

    /** Returns frames in a second, in times of the fastest of Netty's. */
    Optional<Spread> ofNetty(Strategy strategy) {
        return fastestOfNetty().flatMap(netty -> Markdown.inTimesOf(score(strategy), score(netty)));
    }

    Optional<Spread> secondary(Strategy strategy, String figure) {
        return Optional.ofNullable(results.get(strategy)).flatMap(result -> result.secondary(figure));
    }

    /** Returns bytes copied for each byte of the stream. */
    Optional<Spread> copied(Strategy strategy, String figure) {
        return Optional.ofNullable(results.get(strategy))
                .flatMap(result -> result.ratio(figure, "mib"))
                .map(spread ->
                        new Spread(spread.median() / (1 << 20), spread.min() / (1 << 20), spread.max() / (1 << 20)));
    }

    /** Returns the full table. */
    String table() {
        Markdown table = new Markdown(
                "strategy",
                "MiB/s",
                "x floor",
                "x one slab",
                "of Netty",
                "B allocated for 64 KiB",
                "copied",
                "copied by the JDK");
        for (Strategy strategy : results.keySet()) {
            table.row(List.of(
                    strategy.name(),
                    Markdown.spread(secondary(strategy, "mib")),
                    Markdown.spread(timesOf(strategy.floor(), strategy)),
                    Markdown.median(timesOf(Strategy.FLOOR_ONE_SLAB, strategy)),
                    Markdown.spread(ofNetty(strategy)),
                    Markdown.median(secondary(strategy, "gc.alloc.rate.norm")),
                    Markdown.median(copied(strategy, "copied")),
                    Markdown.median(copied(strategy, "copiedByJdk"))));
        }
        return table.text();
    }
}
