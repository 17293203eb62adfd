package io.headroom.buffers.jmh.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.jmh.compare.receive.Strategy;
import io.headroom.buffers.jmh.compare.result.Comparison;
import io.headroom.buffers.jmh.compare.result.Json;
import io.headroom.buffers.jmh.compare.result.Run;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CompareTest {
    private static final List<String> SMALL = List.of(
            "--peers", "4", "--heap", "256m", "--warm-up", "0.4", "--paced", "0.3", "--closed", "0.3", "--rounds", "1");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void runsEveryStrategyAndTellsWhatEachCosts() throws IOException {
        Path json = folder.resolve("comparison.json");
        assertThat(compare("--paced", "1", "--closed", "1", "--json", json.toString()))
                .as(() -> err.toString())
                .isZero();

        assertThat(out.toString())
                .contains("paced load", "closed loop", "memory", "ratio to naive", "How it is counted")
                .contains("4 peers, seed 1, 1 round;");
        assertThat(err.toString()).contains("warm-up, discarded", "round 1/1  headroom", "done: paced");
        Comparison comparison = Json.read(json);
        assertThat(comparison.runs())
                .extracting(Run::strategy)
                .isEqualTo(Strategy.usual().stream().map(Strategy::name).toList());
        for (Run run : comparison.runs()) {
            assertThat(run.paced().traffic().messages()).as(run.strategy()).isPositive();
            assertThat(run.paced().traffic().mismatches()).as(run.strategy()).isZero();
            assertThat(run.paced().work().cpuNanos()).as(run.strategy()).isPositive();
            assertThat(run.closedLoop().traffic().messages()).as(run.strategy()).isPositive();
            assertThat(run.nineBytes().heldBytes()).as(run.strategy()).isPositive();
        }
        Run naive = comparison.runs().get(0);
        assertThat(naive.closedLoop().garbage().humongousAllocations()).isPositive();
        assertThat(naive.closedLoop().garbage().collectionsByCause()).containsKey("G1 Humongous Allocation");
        assertThat(naive.nineBytes().heldBytes()).isEqualTo(4 * 2_097_161);
    }

    @Test
    void failsWhenAChecksumIsWrong() {
        assertThat(compare("--strategies", "exact", "--spoil")).isEqualTo(1);
        assertThat(err.toString())
                .containsPattern("compare: exact: [1-9]\\d* of \\d+ messages arrived with a wrong checksum\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void failsWithTheChildsLastWordsWhenItDoesNotStart() {
        assertThat(compare("--strategies", "exact", "--heap", "1k")).isEqualTo(1);
        assertThat(err.toString()).contains("compare: receiver exact of round 1: ended with exit code 1", "  | ");
    }

    @Test
    void sendsThePayloadsOfAFolder() throws IOException {
        Files.write(folder.resolve("block"), new byte[100_000]);
        Files.write(folder.resolve("tooLong"), new byte[2_000_001]);
        assertThat(compare("--strategies", "headroom", "--payloads", folder.toString()))
                .as(() -> err.toString())
                .isZero();
        assertThat(out.toString()).contains("large messages from " + folder + ", 1 files left out");
    }

    @Test
    void refusesOptionsThatMakeNoSense() {
        refuses("no strategy \"best\"", "--strategies", "best");
        refuses("--peers 0", "--peers", "0");
        refuses("--rounds -1", "--rounds", "-1");
        refuses("--paced 0.0", "--paced", "0");
        refuses("--rate 0.0", "--rate", "0");
        refuses("--heap lots", "--heap", "lots");
        refuses("no such folder", "--payloads", folder.resolve("absent").toString());
        refuses("no file of 1 to 2000000 bytes", "--payloads", folder.toString());
        refuses("--json", "--json", folder.resolve("absent/file.json").toString());
        refuses("Unknown option", "--fast");
    }

    private void refuses(String reason, String... options) {
        assertThat(compare(options)).as(reason).isEqualTo(2);
        assertThat(err.toString()).contains(reason);
    }

    private int compare(String... options) {
        List<String> arguments = new ArrayList<>(SMALL);
        Collections.addAll(arguments, options);
        return Compare.commandLine()
                .setOverwrittenOptionsAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }
}
