package io.headroom.buffers.jmh.compare.result;

import io.headroom.buffers.jmh.compare.result.Experiment.Machine;
import io.headroom.buffers.jmh.compare.result.Experiment.Participant;
import io.headroom.buffers.jmh.compare.result.Experiment.Seconds;
import io.headroom.buffers.jmh.compare.result.Experiment.Settings;
import java.util.List;
import java.util.Map;

/** A comparison made up: two rounds of two strategies, one of which cannot count its copies. */
public final class Samples {
    private Samples() {}

    public static Comparison comparison() {
        Experiment experiment = new Experiment(
                "2026-01-02T03:04:05Z",
                "compare --seed 7",
                new Machine("a JDK", "a system", 2, "a processor", 8_000),
                new Settings(64, 2, 7, new Seconds(7, 8, 6), 60, "blocks", 3),
                List.of(
                        new Participant("naive", "the naive loop", List.of("-Xmx1g")),
                        new Participant("other", "another", List.of("-Xmx1g", "-XX:G1HeapRegionSize=4m"))));
        return Comparison.of(experiment, List.of(naive(1, 100), other(1), naive(2, 110), other(2)));
    }

    private static Run naive(int round, int collections) {
        Garbage garbage = new Garbage(
                Map.of("G1 Humongous Allocation", collections, "G1 Evacuation Pause", 2),
                2_000,
                Pauses.NONE.plus(5).plus(15),
                0);
        Load load = new Load(
                new Traffic(10, 1_000, 500_000_000, 0),
                new Work(1_000_000_000, 2_000_000_000, 0, 750_000_000L, 2_000),
                garbage);
        return new Run(
                round,
                "naive",
                1 << 21,
                load,
                load,
                new Memory(0, 1_000, 2_000, null),
                new Memory(64_000, 65_000, 2_000, null));
    }

    private static Run other(int round) {
        Garbage garbage = new Garbage(Map.of(), 0, Pauses.NONE, 4_096);
        Load load = new Load(
                new Traffic(10, 1_000, 500_000_000, 0), new Work(250_000_000, 904, 1_000, null, 8_000), garbage);
        return new Run(
                round,
                "other",
                4 << 20,
                load,
                load,
                new Memory(0, 1_000, 2_000, 90_000_000L),
                new Memory(256, 1_000, 2_000, 90_000_000L));
    }
}
