package io.headroom.buffers.jmh.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headroom.buffers.jmh.compare.child.ParentLine;
import io.headroom.buffers.jmh.faults.Outcome.Phase;
import io.headroom.buffers.jmh.faults.Outcome.Stalls;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The process of one scenario: plays it on little memory until its code is compiled, then prepares the real one, and plays that when told to.
 *
 * <p>Its one thread is the I/O thread; warm-ups run on one of theirs.
 */
final class ScenarioMain {
    private static final long REHEARSED_BYTES = 8 << 20;
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Scenario scenario;
    private final int rehearsals;
    private final long bytes;
    private final @Nullable String file;
    private final @Nullable String rehearsed;

    /** Its counts lie in an array that is touched before anything is measured. */
    private final Histogram steps = new Histogram(MOST_NANOS, 3);

    private ScenarioMain(String[] arguments) {
        scenario = Scenario.of(arguments[0]);
        rehearsals = Integer.parseInt(arguments[1]);
        bytes = Long.parseLong(arguments[2]);
        file = scenario.usesFile ? arguments[3] : null;
        rehearsed = scenario.usesFile ? arguments[4] : null;
    }

    public static void main(String[] arguments) {
        ParentLine parent = new ParentLine();
        try {
            new ScenarioMain(arguments).play(parent);
        } catch (Exception | OutOfMemoryError e) {
            parent.failed(e);
        }
    }

    private void play(ParentLine parent) throws Exception {
        for (int i = 0; i < rehearsals; i++) {
            try (Stage stage = Stage.of(scenario, REHEARSED_BYTES, rehearsed)) {
                prepare(stage);
                run(stage);
            }
        }
        try (Stage stage = Stage.of(scenario, bytes, file)) {
            long begun = System.nanoTime();
            FaultCounts before = counts();
            prepare(stage);
            Phase prepared = new Phase(System.nanoTime() - begun, counts().minus(before), new FaultCounts(0, 0));
            parent.say(ScenarioRun.PREPARED + " " + new ObjectMapper().writeValueAsString(prepared));
            parent.obeyAll(order -> order[0].equals(ScenarioRun.RUN) ? ScenarioRun.STALLS + " " + stalls(stage) : null);
        }
    }

    private void prepare(Stage stage) throws Exception {
        if (scenario.isWarm) {
            stage.warm();
        }
    }

    private String stalls(Stage stage) throws Exception {
        long begun = System.nanoTime();
        FaultCounts process = counts();
        FaultCounts thread = FaultCounts.ofThread();
        run(stage);
        FaultCounts ofThread = FaultCounts.ofThread().minus(thread);
        Phase phase = new Phase(System.nanoTime() - begun, counts().minus(process), ofThread);
        Stalls stalls = new Stalls(
                steps.getTotalCount(),
                steps.getValueAtPercentile(50),
                steps.getValueAtPercentile(99),
                steps.getMaxValue(),
                steps.getCountBetweenValues(Stalls.LONG_NANOS, MOST_NANOS));
        return new ObjectMapper().writeValueAsString(new Outcome.Played(phase, stalls));
    }

    private void run(Stage stage) throws Exception {
        steps.reset();
        boolean isMore = true;
        while (isMore) {
            long begun = System.nanoTime();
            isMore = stage.step();
            if (isMore) {
                steps.recordValue(Math.min(MOST_NANOS, System.nanoTime() - begun));
            }
        }
    }

    private static FaultCounts counts() throws Exception {
        return FaultCounts.ofProcess(ProcessHandle.current().pid());
    }
}
