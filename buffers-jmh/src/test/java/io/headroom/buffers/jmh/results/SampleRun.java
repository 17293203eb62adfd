package io.headroom.buffers.jmh.results;

import io.headroom.buffers.jmh.compare.result.Experiment.Machine;
import io.headroom.buffers.jmh.held.Held;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small run with round figures. */
final class SampleRun {
    private SampleRun() {}

    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path jmh = folder.resolve("from-jmh.json");
        Files.writeString(
                jmh,
                "["
                        + String.join(
                                ",",
                                read("B256", "FLOOR", "[[900], [1000], [1100]]"),
                                read("B256", "HEADROOM_DIRECT", "[[500], [400, 600], [250]]"),
                                read("B256", "NETTY_MERGE_POOLED", "[[100], [\"NaN\"]]"),
                                read("B256", "NETTY_MERGE_ADAPTIVE", "[[200, 300]]"),
                                read("B256", "NO_MORE", "[[1]]"),
                                read("B256", "FLOOR_BITCOIN", "[[100], [100]]"),
                                read("B256", "BITCOINJ", "[[50], [50]]"),
                                read("MIB2", "HEADROOM_DIRECT", "[[300]]"),
                                read("MIB32", "HEADROOM_DIRECT", "[[320]]"),
                                other("LeaseBenchmark.one", "lender", "HEADROOM", 50),
                                other("LeaseBenchmark.two", "lender", "HEADROOM", 62.5),
                                other("CursorBenchmark.ints", "form", "BUFFER", 1),
                                other("CursorBenchmark.ints", "form", "CHAIN", 1.25),
                                other("ConnectionsBenchmark.read", "connections", "1", 100),
                                other("ConnectionsBenchmark.read", "connections", "10000", 102),
                                other("StatsBenchmark.stats", "connections", "10000", 250),
                                other("StatsBenchmark.delta", "connections", "10000", 0.5))
                        + "]");
        Machine machine = new Machine("a JDK", "a system", 2, "a processor", 8_000);
        Recorded.write(
                folder,
                new RunInfo("2026-01-02T03:04:05Z", "java Bench", machine, "medians of 3 forks"),
                List.of(jmh),
                List.of(
                        new Held("EXACT", "IDLE", 32, 1_600, -5, -1, 0),
                        new Held("EXACT", "PARTIAL", 32, 67_108_864, 0, -1, 2_097_152),
                        new Held("HEADROOM_DIRECT", "IDLE", 32, 3_200, 0, 0, 0),
                        new Held("HEADROOM_DIRECT", "PARTIAL", 32, 3_200, 4_194_304, 16_384, 0),
                        new Held("HEADROOM_DIRECT", "IDLE_CONNECTIONS", 10_000, 3_120_000, 0, -1, 0)));
        Files.delete(jmh);
    }

    private static String read(String frames, String strategy, String scores) {
        return "{\"benchmark\": \"io.headroom.buffers.jmh.ReadBenchmark.read\", \"jdkVersion\": \"17\", \"params\":"
                + " {\"frames\": \"" + frames + "\", \"readBytes\": \"65536\", \"strategy\": \"" + strategy
                + "\"}, \"primaryMetric\": {\"score\": 1, \"scorePercentiles\": {\"0.0\": 1}, \"rawData\": " + scores
                + "}, \"secondaryMetrics\": {\"gc.count\": {\"score\": 1}, \"mib\": {\"rawData\": " + scores
                + "}, \"copied\": {\"rawData\": [[104857600]]}}}";
    }

    private static String other(String benchmark, String parameter, String value, double score) {
        return "{\"benchmark\": \"io.headroom.buffers.jmh." + benchmark + "\", \"params\": {\"" + parameter + "\": \""
                + value + "\"}, \"primaryMetric\": {\"rawData\": [[" + score + "]]}, \"secondaryMetrics\": {}}";
    }
}
