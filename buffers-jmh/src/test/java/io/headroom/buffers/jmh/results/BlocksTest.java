package io.headroom.buffers.jmh.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlocksTest {
    @TempDir
    private Path folder;

    private Map<String, String> blocks;

    @BeforeEach
    void record() throws IOException {
        SampleRun.write(folder);
        blocks = Blocks.of(folder);
    }

    @Test
    void saysWhenWhereAndHow() {
        assertThat(blocks.get("run"))
                .isEqualTo("2026-01-02T03:04:05Z, a JDK, a system, 2 cores (a processor), 8000 MB;"
                        + " medians of 3 forks; `java Bench`.\n");
    }

    @Test
    void takesTheMedianOfForksAndTheirSpreadInTimesOfTheFloor() {
        assertThat(blocks.get("streams").lines())
                .contains(
                        "| 256-byte frames, reads of 64 KiB | 2.00 (2.00-4.00) | 4.00 (3.33-5.00) | 2.00 (1.00-2.00) |");
        assertThat(blocks.get("read"))
                .contains(
                        "| HEADROOM_DIRECT | 500 (250-500) | 2.00 (2.00-4.00) | - | 2.00 (1.00-2.00) | - | 0.20 | - |",
                        "| NETTY_MERGE_POOLED | 100 | 10.0 | - | 0.40 |")
                .doesNotContain("NO_MORE");
    }

    @Test
    void holdsBitcoinFramesAgainstTheirOwnFloor() {
        assertThat(blocks.get("read")).contains("| BITCOINJ | 50.0 | 2.00 |");
    }

    @Test
    void setsFiguresBesideTheirBars() {
        assertThat(blocks.get("bars").lines())
                .contains(
                        "| a byte of a 32 MiB frame in a chain, in times of a byte of a 2 MiB one | 0.9-1.1 | 0.94 |",
                        "| lease and release of 64 KiB, one plain thread, ns | <= 60 | 50.0 |",
                        "| lease and release on two threads that hand over, ns | <= 250 | - |",
                        "| leases on two threads, in times of one | >= 1.5 | 1.60 |",
                        "| ints out of a chain, in times of one buffer | <= 1.3 | 1.25 |",
                        "| a read with 10,000 connections open, in times of one with one | nothing linear | 1.02 |",
                        "| an idle connection, bytes of heap | <= 400 | 312 |");
    }

    @Test
    void showsWhatStatisticsCost() {
        assertThat(blocks.get("stats").lines()).contains("| 10,000 | 250 | - | 0.50 | - | - | - |");
    }

    @Test
    void showsMemoryOfAllConnectionsTogether() {
        assertThat(blocks.get("memory").lines())
                .contains(
                        "| EXACT | 1.60 + 0 | 67,109 + 0 | - | - | 2,097 |",
                        "| HEADROOM_DIRECT | 3.20 + 0 (0) | 3.20 + 4,194 (16.4) | - | - | 0 |")
                .hasSize(4);
    }

    @Test
    void keepsOfJmhsResultsWhatTablesAreMadeOf() throws IOException {
        assertThat(Files.readString(folder.resolve("jmh.json")))
                .contains("\"rawData\":[[500],[400,600],[250]]")
                .doesNotContain("scorePercentiles", "gc.count", "jdkVersion");
    }

    @Test
    void hasNoFiguresWithoutARun(@TempDir Path empty) throws IOException {
        assertThat(Blocks.of(empty))
                .containsOnlyKeys(blocks.keySet())
                .allSatisfy((name, block) -> assertThat(block).isEqualTo(Blocks.NONE));
    }
}
