package io.headroom.buffers.tools.doctor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Heap;
import io.headroom.buffers.tools.doctor.evidence.Host;
import io.headroom.buffers.tools.doctor.evidence.Humongous;
import io.headroom.buffers.tools.doctor.evidence.Jvm;
import io.headroom.buffers.tools.doctor.evidence.Pause;
import io.headroom.buffers.tools.doctor.evidence.Point;
import io.headroom.buffers.tools.doctor.evidence.Site;
import io.headroom.buffers.tools.doctor.evidence.Site.Certainty;
import io.headroom.buffers.tools.doctor.evidence.Source;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagnosisTest {
    private static final String NONE = "not asked";
    private static final double MIB = 1 << 20;

    private double seconds = 60;
    private SortedMap<String, Long> byCause = new TreeMap<>();
    private SortedMap<String, Long> full = new TreeMap<>();
    private List<Pause> pauses = List.of();
    private List<Point> old = List.of();
    private Answer<List<Point>> load = Answer.unknown(NONE);
    private Humongous humongous = new Humongous(Answer.of(0L), Answer.of(new TreeMap<>()), Answer.of(List.of()));

    @Test
    void findsInTheRecordedNodeWhatItsFiguresSay() {
        seconds = 384;
        byCause = new TreeMap<>(
                Map.of(Collected.HUMONGOUS, 474L, "G1 Preventive Collection", 9L, "G1 Evacuation Pause", 2L));
        pauses = new ArrayList<>(List.of(new Pause(200, 5_930)));
        for (int i = 0; i < 484; i++) {
            pauses.add(new Pause(i * 0.79, (30_514 - 5_930) / 484.0));
        }
        old = new ArrayList<>();
        for (int i = 0; i <= 18; i++) {
            old.add(new Point(i * 10, 897 * MIB + i * 17.9 * MIB));
        }
        Diagnosis diagnosis = diagnose();

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNHEALTHY);
        assertThat(diagnosis.findings()).extracting(Finding::severity).isSorted();
        String all = diagnosis.findings().toString();
        assertThat(all)
                .contains(
                        "474 of 485 collections (97.7 %)",
                        "stands still for 7.9 % of the time",
                        "485 pauses, 30,514 ms in all, 62.9 ms in the mean",
                        "A pause took 5,930 ms",
                        "The old generation grows",
                        "from 897 MiB to");
    }

    @ParameterizedTest
    @CsvSource({
        "474, 485, 384, SEVERE",
        "34,   34,  60, WARNING",
        "2,     2,  60, NOTE",
        "3,   500, 600, NOTE",
        "90, 1000,  60, WARNING",
        "100, 1000, 60, SEVERE"
    })
    void weighsTheShareOfHumongousCollectionsWithTheirRate(long count, long of, double within, Severity severity) {
        byCause.put(Collected.HUMONGOUS, count);
        byCause.put("G1 Evacuation Pause", of - count);
        seconds = within;
        assertThat(diagnose().findings()).extracting(Finding::severity).containsExactly(severity);
    }

    @Test
    void isHealthyWithoutFindings() {
        byCause.put("G1 Evacuation Pause", 3L);
        pauses = List.of(new Pause(1, 10), new Pause(2, 12), new Pause(3, 8));
        Diagnosis diagnosis = diagnose();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.HEALTHY);
        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.remedies()).isEmpty();
    }

    @Test
    void doesNotBlameTheHeapForCollectionsThatSomebodyAskedFor() {
        full.put("System.gc()", 4L);
        full.put("Heap Dump Initiated GC", 1L);
        byCause.putAll(full);
        assertThat(diagnose().findings()).extracting(Finding::severity).containsExactly(Severity.NOTE);
        full.put("G1 Compaction Pause", 1L);
        assertThat(diagnose().findings().get(0).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void warnsOfThreadsThatWaitedForMemoryThoughThereWasNoPause() {
        byCause.put("Allocation Rate", 6L);
        assertThat(diagnose().findings()).isEmpty();
        byCause.put("Allocation Stall", 3L);
        assertThat(diagnose().findings()).extracting(Finding::severity).containsExactly(Severity.WARNING);
        assertThat(diagnose().findings().toString()).contains("3 collections have the cause \"Allocation Stall\"");
    }

    @Test
    void doesNotTakeASawtoothForGrowth() {
        List<Point> saw = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            saw.add(new Point(i * 10, (200 + i % 5 * 100) * MIB));
        }
        old = saw;
        assertThat(diagnose().findings()).isEmpty();
    }

    @Test
    void notesThatTheMachineIsBusy() {
        load = Answer.of(List.of(new Point(1, 0.95), new Point(2, 0.97)));
        assertThat(diagnose().findings()).extracting(Finding::severity).containsExactly(Severity.NOTE);
        assertThat(diagnose().verdict()).isEqualTo(Verdict.HEALTHY);
    }

    @Test
    void advisesTheRegionForTheLargestObjectAndCallsAGuessOne() {
        byCause.put(Collected.HUMONGOUS, 100L);
        humongous = new Humongous(
                Answer.of(10L),
                Answer.unknown("event not in this recording"),
                Answer.of(List.of(new Site(
                        "a.Peer.read(Peer.java:29)",
                        List.of("a.Peer.read(Peer.java:29)"),
                        "byte[]",
                        Certainty.POSSIBLE,
                        90,
                        new TreeMap<>(),
                        2_097_184))));
        Diagnosis diagnosis = diagnose();
        assertThat(diagnosis.remedies().get(0).title()).contains("regions of 8m, if that is the size");
        assertThat(diagnosis.remedies().get(1).title()).contains("a.Peer.read(Peer.java:29)");
        assertThat(diagnosis.remedies().get(1).steps().toString()).contains("not a certain one");
        assertThat(diagnosis.recipe()).isNotEmpty();
    }

    @Test
    void doesNotTakeAStackThatWasNotRecordedForALine() {
        TreeMap<Long, Long> sizes = new TreeMap<>(Map.of(4_000_016L, 30L));
        humongous = new Humongous(
                Answer.of(30L),
                Answer.of(sizes),
                Answer.of(
                        List.of(new Site("(no stack recorded)", List.of(), "byte[]", Certainty.CERTAIN, 30, sizes, 0)),
                        "stacks were switched off"));
        Diagnosis diagnosis = diagnose();
        assertThat(diagnosis.remedies()).extracting(Remedy::title).noneMatch(title -> title.contains("no stack"));
        assertThat(diagnosis.gaps()).contains(new Gap("who allocates them", "stacks were switched off"));
        assertThat(diagnosis.recipe()).isNotEmpty();
    }

    @Test
    void doesNotOfferToReadWhatIsNoBytes() {
        TreeMap<Long, Long> sizes = new TreeMap<>(Map.of(4_000_016L, 30L));
        humongous = new Humongous(
                Answer.of(30L),
                Answer.of(sizes),
                Answer.of(List.of(
                        new Site("a.Index.grow(Index.java:7)", List.of(), "int[]", Certainty.CERTAIN, 30, sizes, 0))));
        assertThat(diagnose().remedies()).extracting(Remedy::title).noneMatch(title -> title.contains("Headroom"));
    }

    private Diagnosis diagnose() {
        Heap heap = new Heap(Answer.of(2L << 20), Answer.of(3640L << 20), Answer.of(16));
        Jvm jvm = new Jvm(Answer.of(new Version("17.0.15+6", 17, 0)), Answer.of(Jvm.G1), heap, Answer.unknown(NONE));
        return Diagnosis.of(new Evidence(
                new Source(Source.Kind.RECORDING, List.of("x.jfr"), Source.Lines.NONE),
                jvm,
                Answer.of(seconds),
                Answer.of(new Collected(byCause, full, 0)),
                Answer.of(pauses),
                humongous,
                Answer.of(old),
                new Host(load, load, Answer.unknown(NONE), Answer.unknown(NONE))));
    }
}
