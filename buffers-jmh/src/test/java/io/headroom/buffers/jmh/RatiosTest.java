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
                                result("FLOOR", 1_200, ""),
                                result("FLOOR_ONE_SLAB", 1_800, ""),
                                result(
                                        "HEADROOM_DIRECT",
                                        1_000,
                                        "\"mib\": {\"score\": 900}, \"gc.alloc.rate.norm\": {\"score\": 0.25}"),
                                result("NETTY_MERGE_POOLED", 100, "\"copied.share\": {\"score\": \"NaN\"}"),
                                result("NETTY_MERGE_ADAPTIVE", 200, ""))
                        + "]")
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();

        assertThat(lines)
                .startsWith("MIX, reads of 1460 bytes MiB/s x floor x one slab of Netty B/op copied")
                .contains("HEADROOM_DIRECT 900 1.20 1.80 5.00 0.25 -")
                .contains("NETTY_MERGE_POOLED - 12.00 18.00 0.50 - -");
    }

    @Test
    void leavesOutRatiosToWhatWasNotRun() throws IOException {
        assertThat(Ratios.table("[" + result("EXACT", 500, "") + "]")).containsPattern("EXACT +- +- +- +- +- +-");
    }

    private static String result(String strategy, double score, String secondary) {
        return "{\"benchmark\": \"io.headroom.buffers.jmh.ReadBenchmark.read\", \"params\": {\"frames\": \"MIX\","
                + " \"readBytes\": \"1460\", \"strategy\": \"" + strategy + "\"}, \"primaryMetric\": {\"score\": "
                + score + "}, \"secondaryMetrics\": {" + secondary + "}}";
    }
}
