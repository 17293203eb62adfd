package io.headroom.buffers.jmh.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headroom.buffers.jmh.compare.child.ChildProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One scenario's process, seen from its parent. */
final class ScenarioRun {
    static final String PREPARED = "prepared";
    static final String RUN = "run";
    static final String STALLS = "stalls";

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private ScenarioRun() {}

    /**
     * Runs a scenario.
     *
     * @param rehearsals how often it is played on little memory before
     * @param files the file to be served and a small one to rehearse with; none for a scenario without
     */
    static Outcome run(Scenario scenario, int round, int rehearsals, long bytes, List<ColdFile> files)
            throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of(scenario.word(), Integer.toString(rehearsals), Long.toString(bytes)));
        files.forEach(file -> arguments.add(file.toString()));
        try (ChildProcess child =
                ChildProcess.start(scenario.title, flags(scenario, bytes), ScenarioMain.class, arguments)) {
            ObjectMapper json = new ObjectMapper();
            Outcome.Phase prepared = json.readValue(child.await(PREPARED, PATIENCE), Outcome.Phase.class);
            child.send(RUN);
            Outcome.Played played = json.readValue(child.await(STALLS, PATIENCE), Outcome.Played.class);
            child.send("end");
            child.awaitEnd(PATIENCE);
            return new Outcome(scenario, round, bytes, prepared, played);
        }
    }

    /** A heap that is touched already and needs no collection: what faults is what is looked at. */
    private static List<String> flags(Scenario scenario, long bytes) {
        long direct = (scenario.usesFile ? 0 : bytes) + (64 << 20);
        return List.of(
                "-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=" + direct);
    }
}
