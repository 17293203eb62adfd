package io.headroom.buffers.jmh.results;

import io.headroom.buffers.jmh.compare.result.Numbers;
import io.headroom.buffers.jmh.compare.result.Spread;
import io.headroom.buffers.jmh.held.Held;
import io.headroom.buffers.jmh.held.HeldMemory;
import io.headroom.buffers.jmh.strategy.Strategy;
import io.headroom.buffers.jmh.stream.Frames;
import java.util.List;
import java.util.Optional;

/** The figures that bars are set for, and the bars. */
final class Bars {
    private final Recorded recorded;

    Bars(Recorded recorded) {
        this.recorded = recorded;
    }

    /** Returns the streams in few rows: this library and the fastest of Netty's in times of the floor, and the one in times of the other. */
    String streams() {
        Markdown table = new Markdown(
                "one connection", "Headroom, x floor", "Netty, x floor", "Headroom in times of Netty, frames/s");
        stream(table, "256-byte frames, reads of 64 KiB", Frames.B256, Streams.LONG_READS);
        stream(table, "256-byte frames, reads of 1,460 bytes", Frames.B256, Streams.PACKETS);
        stream(table, "95 % small and 5 % large ones, 64 KiB", Frames.MIX, Streams.LONG_READS);
        stream(table, "2 MiB frames alone, 64 KiB", Frames.MIB2_ALONE, Streams.LONG_READS);
        stream(table, "2 MiB frames back to back, 64 KiB", Frames.MIB2, Streams.LONG_READS);
        stream(table, "32 MiB frames, 64 KiB", Frames.MIB32, Streams.LONG_READS);
        return table.text();
    }

    private void stream(Markdown table, String title, Frames frames, int readBytes) {
        Streams streams = Streams.of(recorded, frames, readBytes);
        if (!streams.isEmpty()) {
            table.row(List.of(
                    title,
                    Markdown.spread(streams.timesOf(Strategy.FLOOR, Strategy.HEADROOM_DIRECT)),
                    Markdown.spread(streams.fastestOfNetty().flatMap(netty -> streams.timesOf(Strategy.FLOOR, netty))),
                    Markdown.spread(streams.ofNetty(Strategy.HEADROOM_DIRECT))));
        }
    }

    /** Returns everything else that has a bar. */
    String others() {
        Markdown table = new Markdown("figure", "bar", "measured");
        Streams long2 = Streams.of(recorded, Frames.MIB2, Streams.LONG_READS);
        Streams long32 = Streams.of(recorded, Frames.MIB32, Streams.LONG_READS);
        row(
                table,
                "a byte of a 32 MiB frame in a chain, in times of a byte of a 2 MiB one",
                "0.9-1.1",
                Markdown.times(long2.score(Strategy.HEADROOM_DIRECT), long32.score(Strategy.HEADROOM_DIRECT)));
        row(
                table,
                "2 MiB frames streamed in parts, x one-slab floor",
                "",
                long2.timesOf(Strategy.FLOOR_ONE_SLAB, Strategy.HEADROOM_STREAMED));
        Optional<Spread> one = lease("one");
        row(table, "lease and release of 64 KiB, one plain thread, ns", "<= 60", one);
        row(table, "lease and release on two threads that hand over, ns", "<= 250", lease("crossing"));
        row(
                table,
                "leases on two threads, in times of one",
                ">= 1.5",
                Markdown.times(one, lease("two")).map(Bars::twice));
        for (String kind : List.of("ints", "longs", "varints", "bulk")) {
            row(
                    table,
                    kind + " out of a chain, in times of one buffer",
                    "<= 1.3",
                    Markdown.inTimesOf(cursor(kind, "CHAIN"), cursor(kind, "BUFFER")));
        }
        row(
                table,
                "a read with 10,000 connections open, in times of one with one",
                "nothing linear",
                Markdown.inTimesOf(connections("10000"), connections("1")));
        table.row(List.of("an idle connection, bytes of heap", "<= 400", idle()));
        return table.text();
    }

    private static void row(Markdown table, String figure, String bar, Optional<Spread> measured) {
        table.row(List.of(figure, bar, Markdown.spread(measured)));
    }

    private static Spread twice(Spread spread) {
        return new Spread(2 * spread.median(), 2 * spread.min(), 2 * spread.max());
    }

    private Optional<Spread> lease(String how) {
        return score("LeaseBenchmark." + how, "lender", "HEADROOM");
    }

    private Optional<Spread> cursor(String kind, String form) {
        return score("CursorBenchmark." + kind, "form", form);
    }

    private Optional<Spread> connections(String count) {
        return score("ConnectionsBenchmark.read", "connections", count);
    }

    private Optional<Spread> score(String benchmark, String parameter, String value) {
        return recorded.results(benchmark)
                .filter(result -> result.parameter(parameter).equals(value))
                .findFirst()
                .flatMap(Measured::score);
    }

    private String idle() {
        return HeldMemory.idleConnections(recorded.held())
                .map(Bars::perConnection)
                .orElse("-");
    }

    private static String perConnection(Held held) {
        return Numbers.number((double) held.heapBytes() / held.connections());
    }

    /** Returns leases, cursors and connections in full. */
    String leases() {
        Markdown table = new Markdown("ns", "one thread", "two threads", "across two", "crossing without a pool");
        for (String lender : values("LeaseBenchmark.one", "lender")) {
            table.row(List.of(
                    lender,
                    Markdown.spread(score("LeaseBenchmark.one", "lender", lender)),
                    Markdown.spread(score("LeaseBenchmark.two", "lender", lender)),
                    Markdown.spread(score("LeaseBenchmark.crossing", "lender", lender)),
                    Markdown.spread(score("LeaseBenchmark.handOver", "lender", lender))));
        }
        return table.text();
    }

    String cursors() {
        Markdown table = new Markdown("ns a byte", "one buffer", "cursor over it", "cursor over a chain");
        for (String kind : List.of("ints", "longs", "varints", "bulk")) {
            table.row(List.of(
                    kind,
                    Markdown.spread(cursor(kind, "BUFFER")),
                    Markdown.spread(cursor(kind, "WINDOW")),
                    Markdown.spread(cursor(kind, "CHAIN"))));
        }
        return table.text();
    }

    String connections() {
        Markdown table = new Markdown("connections open", "ns a read");
        for (String count : values("ConnectionsBenchmark.read", "connections")) {
            table.row(List.of(Numbers.whole(Double.parseDouble(count)), Markdown.spread(connections(count))));
        }
        return table.text();
    }

    String statistics() {
        Markdown table = new Markdown(
                "connections open", "snapshot, µs", "bytes", "difference, µs", "bytes", "scrape, µs", "bytes");
        for (String count : values("StatsBenchmark.stats", "connections")) {
            table.row(List.of(
                    Numbers.whole(Double.parseDouble(count)),
                    Markdown.spread(score("StatsBenchmark.stats", "connections", count)),
                    Markdown.median(allocated("StatsBenchmark.stats", count)),
                    Markdown.spread(score("StatsBenchmark.delta", "connections", count)),
                    Markdown.median(allocated("StatsBenchmark.delta", count)),
                    Markdown.spread(score("StatsBenchmark.scrape", "connections", count)),
                    Markdown.median(allocated("StatsBenchmark.scrape", count))));
        }
        return table.text();
    }

    private Optional<Spread> allocated(String benchmark, String connections) {
        return recorded.results(benchmark)
                .filter(result -> result.parameter("connections").equals(connections))
                .findFirst()
                .flatMap(result -> result.secondary("gc.alloc.rate.norm"));
    }

    private List<String> values(String benchmark, String parameter) {
        return recorded.results(benchmark)
                .map(result -> result.parameter(parameter))
                .distinct()
                .toList();
    }
}
