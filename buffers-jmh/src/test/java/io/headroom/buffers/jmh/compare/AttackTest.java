package io.headroom.buffers.jmh.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.jmh.compare.result.AttackRun;
import io.headroom.buffers.jmh.compare.result.Comparison;
import io.headroom.buffers.jmh.compare.result.Json;
import io.headroom.buffers.jmh.compare.result.Memory;
import io.headroom.buffers.jmh.compare.result.Strain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small attacks on real receivers. What is asserted are counts, and never how fast anything is. */
@Timeout(120)
class AttackTest {
    private static final int ATTACKERS = 20;
    private static final long MAXIMAL_BUFFER = 2_097_161;

    /** Most that one honest peer's message may hold: the peers are two. */
    private static final long HONEST = 2 * MAXIMAL_BUFFER;

    private static final List<String> SMALL = List.of(
            "--peers", "2", "--attackers", "20", "--heap", "256m", "--rate", "4", "--warm-up", "0.3", "--paced", "0.5");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"lying-header", "trickle"})
    void costsHeadroomNextToNothingAndTheNaiveLoopItsBufferForEachPeer(String attack) throws IOException {
        Comparison comparison = attack(attack, "--strategies", "naive,headroom", "--deadline", "1", "--attacked", "3");
        AttackRun naive = run(comparison, "naive");
        assertThat(height(naive).heldBytes())
                .isBetween(ATTACKERS * MAXIMAL_BUFFER, ATTACKERS * MAXIMAL_BUFFER + HONEST);
        assertThat(naive.attackers().connectedAtEnd()).isEqualTo(ATTACKERS);
        assertThat(naive.attackers().disconnected()).isZero();

        AttackRun headroom = run(comparison, "headroom");
        assertThat(strain(headroom).peakHeldBytes()).isBetween(1L, ATTACKERS * 512 + HONEST);
        areEvicted(headroom);
        areServed(headroom);
    }

    @Test
    void halfFramesAreEvictedAtTheDeadline() throws IOException {
        Comparison comparison =
                attack("half-frames", "--strategies", "naive,headroom", "--deadline", "1", "--attacked", "3");
        assertThat(strain(run(comparison, "naive")).finalHeldBytes())
                .isGreaterThanOrEqualTo(ATTACKERS * MAXIMAL_BUFFER);

        AttackRun headroom = run(comparison, "headroom");
        assertThat(strain(headroom).peakHeldBytes()).isBetween(ATTACKERS * 1_000_000L, ATTACKERS * 1_100_000L + HONEST);
        assertThat(strain(headroom).finalHeldBytes()).isLessThanOrEqualTo(HONEST);
        areEvicted(headroom);
        areServed(headroom);
    }

    @Test
    void foreignPeersAreRefusedByAllAndComeBack() throws IOException {
        Comparison comparison = attack("foreign", "--interval", "0.3", "--attacked", "1.5");
        assertThat(comparison.runs()).hasSize(4);
        for (String strategy : List.of("naive", "exact", "netty", "headroom")) {
            AttackRun run = run(comparison, strategy);
            assertThat(run.attackers().connections()).as(strategy).isGreaterThan(ATTACKERS);
            assertThat(run.attackers().disconnected()).as(strategy).isGreaterThanOrEqualTo(ATTACKERS);
            areServed(run);
        }
        // Long before any deadline would have come, so it was not a deadline.
        assertThat(run(comparison, "headroom").attackers().longestSeconds()).isLessThan(3.0);
    }

    @Test
    void anOutOfMemoryErrorIsAResultAndNotTheComparisonsFailure() throws IOException {
        Path html = folder.resolve("page.html");
        Comparison comparison = attack(
                "lying-header",
                "--strategies",
                "naive",
                "--attackers",
                "200",
                "--attacked",
                "2",
                "--html",
                html.toString());
        AttackRun naive = run(comparison, "naive");
        // Either its I/O thread ends, or its whole process, which closes the connections.
        assertThat(naive.trouble()).contains("OutOfMemoryError");
        assertThat(naive.attacked().waiting() + naive.attacked().lost()).isPositive();
        assertThat(out.toString()).containsPattern("what went wrong\n {2}naive, round 1: .*OutOfMemoryError");
        assertThat(html).content().contains("OutOfMemoryError");
        assertThat(command("--from", folder.resolve("attack.json").toString())).isZero();
    }

    private static void areEvicted(AttackRun run) {
        assertThat(run.attackers().disconnected()).isEqualTo(ATTACKERS);
        assertThat(run.attackers().connectedAtEnd()).isZero();
        assertThat(run.attackers().medianSeconds()).isGreaterThanOrEqualTo(1.0);
        assertThat(strain(run).failure()).isNull();
    }

    private static void areServed(AttackRun run) {
        assertThat(run.attacked().messages()).as(run.strategy()).isPositive();
        assertThat(run.attacked().lost()).as(run.strategy()).isZero();
        assertThat(run.attacked().waiting()).as(run.strategy()).isZero();
        assertThat(run.trouble()).as(run.strategy()).isNull();
    }

    private Comparison attack(String attack, String... options) throws IOException {
        Path json = folder.resolve("attack.json");
        List<String> arguments = new ArrayList<>(SMALL);
        Collections.addAll(arguments, "--attack", attack, "--json", json.toString());
        Collections.addAll(arguments, options);
        assertThat(command(arguments.toArray(String[]::new)))
                .as(() -> err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("attack " + attack, "held by buffers at most, KB", "honest peers", "How it is counted");
        return Json.read(json);
    }

    private static AttackRun run(Comparison comparison, String strategy) {
        return comparison.runs().stream()
                .filter(run -> run.strategy().equals(strategy))
                .map(AttackRun.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static Strain strain(AttackRun run) {
        return Objects.requireNonNull(run.strain(), () -> String.valueOf(run.trouble()));
    }

    private static Memory height(AttackRun run) {
        return Objects.requireNonNull(run.height(), () -> String.valueOf(run.trouble()));
    }

    private int command(String... arguments) {
        return Compare.commandLine()
                .setOverwrittenOptionsAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
