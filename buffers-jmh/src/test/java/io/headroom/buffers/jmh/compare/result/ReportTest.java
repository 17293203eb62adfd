package io.headroom.buffers.jmh.compare.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private final Comparison comparison = Samples.comparison();

    @Test
    void printsWhatWasDone() {
        assertThat(Report.of(comparison, "naive")).startsWith("""
                2026-01-02T03:04:05Z, a JDK
                a system, 2 cores (a processor), 8000 MB
                64 peers, seed 7, 2 rounds (median, and from least to most); per run: 7 s discarded, 8 s paced at 60 MB/s, 6 s closed loop
                large messages from blocks, 3 files left out for their length
                  naive     the naive loop  [-Xmx1g]
                  other     another  [-Xmx1g -XX:G1HeapRegionSize=4m]
                  compare --seed 7
                """);
    }

    @Test
    void printsEachFigureOfEachStrategy() {
        List<String> lines = Report.of(comparison, "naive")
                .lines()
                .map(line -> line.strip().replaceAll(" {2,}", " | "))
                .toList();
        assertThat(lines)
                .containsSequence(
                        "paced load | naive | other",
                        "received, MB/s | 50 | 50",
                        "collections | 107 (102-112) | 0",
                        "G1 Evacuation Pause | 2 | 0",
                        "G1 Humongous Allocation | 105 (100-110) | 0",
                        "collections per GB | 214 (204-224) | 0",
                        "humongous allocations | 2,000 | 0",
                        "pauses total, ms | 20 | 0",
                        "pause mean, ms | 10 | 0",
                        "pause max, ms | 15 | 0",
                        "pauses per GB, ms | 40 | 0",
                        "allocated per message, bytes | 2,000,000 | 5",
                        "allocated per byte received | 4.00 | 1e-05",
                        "copied per byte received | 1.50 | -",
                        "receiver CPU per MB, us | 2,000 | 500",
                        "direct memory at most, KB | 2 | 8",
                        "closed loop | naive | other")
                .containsSequence(
                        "memory | naive | other",
                        "heap region, KiB | 2,048 | 4,096",
                        "all idle: held by buffers, KB | 0 | 0",
                        "all idle: heap in use, KB | 1 | 1",
                        "all idle: direct memory, KB | 2 | 2",
                        "all idle: resident memory, MB | - | 90",
                        "9 bytes in: held by buffers, KB | 64.0 | 0.26");
    }

    @Test
    void setsTheOthersAgainstTheBaseline() {
        assertThat(Report.of(comparison, "naive"))
                .contains("ratio to naive, of medians")
                .containsPattern("paced load: receiver CPU per MB, us +x 0.25\n")
                .containsPattern("closed loop: received, MB/s +x 1.00\n");
        assertThat(Report.of(comparison, "absent")).doesNotContain("ratio to");
    }

    @Test
    void printsWhatAnAttackTookAndWhatWentWrong() {
        String report = Report.of(Samples.attack(), "naive");
        assertThat(report)
                .contains("attack trickle: 20 peers send a byte; 4 honest peers offer 10 MB/s, seed 7, 1 round; ")
                .contains("Headroom: memory limit 64 MiB, deadline 0.50 s\n")
                .contains("what went wrong\n  naive, round 1: first failed 1.5 s after the attack began: ")
                .contains("  other, round 1: receiver other: gave no answer\n")
                .doesNotContain("paced load", "9 bytes in");
        assertThat(report.lines().map(line -> line.strip().replaceAll(" {2,}", " | ")))
                .contains(
                        "throughput, attacked to alone | 0.50 | 0",
                        "stalled under attack, s | 1.50 | 3.00",
                        "closed by the receiver | 5 | 0",
                        "closed after, s | 0.50 | -",
                        "process CPU, % of a core | 50 | -",
                        "held by buffers at most, KB | 64.5 | -",
                        "at its height: held by buffers, KB | 64 | -");
    }

    @Test
    void comesBackFromJsonAsItWas(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("comparison.json");
        Json.write(comparison, file);
        assertThat(Json.read(file)).isEqualTo(comparison);
        Json.write(Samples.attack(), file);
        assertThat(Json.read(file)).isEqualTo(Samples.attack());
    }
}
