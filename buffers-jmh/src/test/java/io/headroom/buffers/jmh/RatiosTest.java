package io.headroom.buffers.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatiosTest {
    @Test
    void comparesWithTheFloorsAndWithTheFastestOfNettys() throws IOException {
        List<String> lines = Ratios.table("["
                        + String.join(
                                ",",
                                result("FLOOR", 1_200, "\"mib\": {\"score\": 2000}, \"cpuNanos\": {\"score\": 5000}"),
                                result("FLOOR_ONE_SLAB", 1_800, ""),
                                result(
                                        "HEADROOM_DIRECT",
                                        1_000,
                                        "\"mib\": {\"score\": 900}, \"cpuNanos\": {\"score\": 3375}, \"gc.alloc.rate.norm\": {\"score\": 0.25}"),
                                result(
                                        "NETTY_MERGE_POOLED",
                                        100,
                                        "\"mib\": {\"score\": 100}, \"cpuNanos\": {\"score\": 750}, \"copied.share\": {\"score\": \"NaN\"}"),
                                result(
                                        "NETTY_MERGE_ADAPTIVE",
                                        200,
                                        "\"mib\": {\"score\": 10}, \"cpuNanos\": {\"score\": 100}"))
                        + "]")
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();

        assertThat(lines)
                .startsWith("MIX, reads of 1460 bytes MiB/s x floor (CPU) x one slab (CPU) of Netty (CPU) B/op copied")
                .contains("HEADROOM_DIRECT 900 1.20 1.50 1.80 - 5.00 2.00 0.25 -")
                .contains("NETTY_MERGE_POOLED 100 12.00 3.00 18.00 - 0.50 1.00 - -");
    }

    @Test
    void leavesOutRatiosToWhatWasNotRun() throws IOException {
        assertThat(Ratios.table("[" + result("EXACT", 500, "") + "]")).containsPattern("EXACT( +-){9}\n");
    }

    private static String result(String strategy, double score, String secondary) {
        return "{\"benchmark\": \"io.headroom.buffers.jmh.ReadBenchmark.read\", \"params\": {\"frames\": \"MIX\","
                + " \"readBytes\": \"1460\", \"strategy\": \"" + strategy + "\"}, \"primaryMetric\": {\"score\": "
                + score + "}, \"secondaryMetrics\": {" + secondary + "}}";
    }
}
