package io.headroom.buffers.jmh.compare.result;

import io.headroom.buffers.jmh.compare.result.Experiment.Machine;
import io.headroom.buffers.jmh.compare.result.Experiment.Participant;
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
                new LoadSettings(64, 2, 7, new LoadSettings.Seconds(7, 8, 6), 60, "blocks", 3),
                List.of(
                        new Participant("naive", "the naive loop", List.of("-Xmx1g")),
                        new Participant("other", "another", List.of("-Xmx1g", "-XX:G1HeapRegionSize=4m"))));
        return Comparison.of(experiment, List.of(naive(1, 100), other(1), naive(2, 110), other(2)));
    }

    /** A comparison under attack, made up: the first strategy runs out of memory, the second one does not answer any more. */
    public static Comparison attack() {
        Experiment experiment = new Experiment(
                "2026-01-02T03:04:05Z",
                "compare --attack trickle",
                new Machine("a JDK", "a system", 2, "a processor", 8_000),
                new AttackSettings(
                        "trickle",
                        "send a byte",
                        20,
                        4,
                        10,
                        1,
                        7,
                        new AttackSettings.Seconds(1, 2, 3),
                        new AttackSettings.Defence(64 << 20, 0.5)),
                List.of(
                        new Participant("naive", "the naive loop", List.of("-Xmx1g")),
                        new Participant("other", "another", List.of())));
        Service alone = new Service(2, 100, 20_000_000, 0.002, 0, 0, 0);
        AttackRun naive = new AttackRun(
                1,
                "naive",
                alone,
                new Service(3, 50, 15_000_000, 2, 1.5, 3, 1),
                new Attackers(20, 20, 5, 15, 0.5, 0.75),
                new Memory(64_000, 65_000, 2_000, 70_000_000L),
                new Strain(3, 64_500, 64_000, 1_500_000_000L, 750_000_000, 1.5, "java.lang.OutOfMemoryError: none"),
                null);
        AttackRun other = new AttackRun(
                1,
                "other",
                alone,
                new Service(3, 0, 0, 3, 3, 4, 0),
                new Attackers(20, 20, 0, 20, null, null),
                null,
                null,
                "receiver other: gave no answer");
        return Comparison.of(experiment, List.of(naive, other));
    }

    private static LoadRun naive(int round, int collections) {
        Garbage garbage = new Garbage(
                Map.of("G1 Humongous Allocation", collections, "G1 Evacuation Pause", 2),
                2_000,
                Pauses.NONE.plus(5).plus(15),
                0);
        Load load = new Load(
                new Traffic(10, 1_000, 500_000_000, 0),
                new Work(1_000_000_000, 2_000_000_000, 0, 750_000_000L, 2_000),
                garbage);
        return new LoadRun(
                round,
                "naive",
                1 << 21,
                load,
                load,
                new Memory(0, 1_000, 2_000, null),
                new Memory(64_000, 65_000, 2_000, null));
    }

    private static LoadRun other(int round) {
        Garbage garbage = new Garbage(Map.of(), 0, Pauses.NONE, 4_096);
        Load load = new Load(
                new Traffic(10, 1_000, 500_000_000, 0), new Work(250_000_000, 904, 1_000, null, 8_000), garbage);
        return new LoadRun(
                round,
                "other",
                4 << 20,
                load,
                load,
                new Memory(0, 1_000, 2_000, 90_000_000L),
                new Memory(256, 1_000, 2_000, 90_000_000L));
    }
}
