package io.headroom.buffers.jmh.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.jmh.compare.receive.Strategy;
import io.headroom.buffers.jmh.compare.result.Comparison;
import io.headroom.buffers.jmh.compare.result.Json;
import io.headroom.buffers.jmh.compare.result.LoadRun;
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
        for (LoadRun run : loads(comparison)) {
            assertThat(run.paced().traffic().messages()).as(run.strategy()).isPositive();
            assertThat(run.paced().traffic().mismatches()).as(run.strategy()).isZero();
            assertThat(run.paced().work().cpuNanos()).as(run.strategy()).isPositive();
            assertThat(run.closedLoop().traffic().messages()).as(run.strategy()).isPositive();
            assertThat(run.nineBytes().heldBytes()).as(run.strategy()).isPositive();
        }
        LoadRun naive = loads(comparison).get(0);
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
        refuses("--html", "--html", folder.resolve("absent/file.html").toString());
        refuses("--all and --strategies", "--all", "--strategies", "naive");
        refuses("Unknown option", "--fast");
        refuses("expected --attack with them", "--attackers", "7");
        refuses("no use for --closed", "--attack", "foreign");
    }

    @Test
    void runsTheRegionSizesThatAreAskedForAndSaysSo() throws IOException {
        Path json = folder.resolve("comparison.json");
        Path html = folder.resolve("page.html");
        String[] options = {"--strategies", "naive-4m,naive-8m", "--json", json.toString(), "--html", html.toString()};
        assertThat(compare(options)).as(() -> err.toString()).isZero();

        assertThat(err.toString()).startsWith("2 strategies in 1 round: about 0:");
        Comparison comparison = Json.read(json);
        assertThat(loads(comparison)).extracting(LoadRun::regionBytes).containsExactly(4L << 20, 8L << 20);
        assertThat(comparison.experiment().strategies().get(1).jvmFlags()).contains("-XX:G1HeapRegionSize=8m");
        // A buffer of 2,097,161 bytes and its header is 32 bytes more than half of 4 MiB.
        // not.
        assertThat(loads(comparison).get(0).paced().garbage().humongousAllocations())
                .isPositive();
        assertThat(loads(comparison).get(1).paced().garbage().humongousAllocations())
                .isZero();
        assertThat(comparison.experiment().command())
                .startsWith("java -cp benchmarks.jar io.headroom.buffers.jmh.compare.Compare --peers 4 ")
                .contains(" --strategies naive-4m,naive-8m")
                .doesNotContain("--json", "--html", folder.toString());

        String printed = out.toString();
        out.getBuffer().setLength(0);
        Path again = folder.resolve("again.html");
        assertThat(command("--from", json.toString(), "--html", again.toString()))
                .as(() -> err.toString())
                .isZero();
        assertThat(out.toString()).isEqualTo(printed);
        assertThat(again).hasSameTextualContentAs(html);
    }

    @Test
    void refusesAnEarlierRunThatIsNone() throws IOException {
        Path file = Files.writeString(folder.resolve("none.json"), "{}");
        assertThat(command("--from", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(file + " holds no comparison");
        assertThat(command("--from", file.toString(), "--seed", "7")).isEqualTo(2);
        assertThat(err.toString()).contains("no use for --seed 7");
        assertThat(command("--from", file.toString(), "--html", file.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("expected a file of its own");
        assertThat(command("--from", folder.resolve("absent").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("no such file");
        assertThat(file).hasContent("{}");
    }

    @Test
    void saysWhatAllStrategiesAreAndHowLongTheyTake() {
        assertThat(command("--help")).isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("more than five minutes, about six, with --quick two")
                .contains(
                        "naive, naive-4m, naive-8m, maximal, exact, netty, headroom, headroom-heap, headroom-contiguous");
    }

    private static List<LoadRun> loads(Comparison comparison) {
        return comparison.runs().stream().map(LoadRun.class::cast).toList();
    }

    private void refuses(String reason, String... options) {
        assertThat(compare(options)).as(reason).isEqualTo(2);
        assertThat(err.toString()).contains(reason);
    }

    private int compare(String... options) {
        List<String> arguments = new ArrayList<>(SMALL);
        Collections.addAll(arguments, options);
        return command(arguments.toArray(String[]::new));
    }

    private int command(String... arguments) {
        return Compare.commandLine()
                .setOverwrittenOptionsAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
