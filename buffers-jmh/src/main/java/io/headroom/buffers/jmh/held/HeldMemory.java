package io.headroom.buffers.jmh.held;

import io.headroom.buffers.jmh.compare.child.ChildFailure;
import io.headroom.buffers.jmh.compare.child.ChildProcess;
import io.headroom.buffers.jmh.strategy.Strategy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Counts the memory that strategies hold, in one JVM for each strategy and situation. */
public final class HeldMemory {
    /** A collector whose full collections leave nothing dead, so that what is live is what is counted. */
    private static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-Xms1g", "-Xmx1g", "-XX:MaxDirectMemorySize=1g");

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private HeldMemory() {}

    /**
     * Counts all that the given strategies hold; floors hold nothing that could be handed to anybody, and are left out.
     *
     * @param progress is told what is counted next
     */
    public static List<Held> count(Collection<Strategy> strategies, Consumer<String> progress)
            throws ChildFailure, InterruptedException, IOException {
        List<Held> all = new ArrayList<>();
        for (Strategy strategy : strategies) {
            if (!strategy.isFloor()) {
                for (Situation situation : Situation.values()) {
                    if (situation.keeps() && !strategy.handsOutFrames()) {
                        continue;
                    }
                    progress.accept(strategy + ", " + situation.title());
                    all.add(inChild(strategy.name(), situation.name()));
                }
            }
        }
        progress.accept("idle connections");
        all.add(inChild(Strategy.HEADROOM_DIRECT.name(), HeldMain.IDLE_CONNECTIONS));
        return all;
    }

    /** Returns what {@value HeldMain#MANY} idle connections of the library hold, if it was counted. */
    public static Optional<Held> idleConnections(Collection<Held> all) {
        return all.stream()
                .filter(held -> held.situation().equals(HeldMain.IDLE_CONNECTIONS))
                .findFirst();
    }

    private static Held inChild(String strategy, String situation)
            throws ChildFailure, InterruptedException, IOException {
        List<String> arguments = List.of(strategy, situation);
        try (ChildProcess child = ChildProcess.start(strategy, FLAGS, HeldMain.class, arguments)) {
            Held held = Held.of(child.await("held", PATIENCE));
            child.awaitEnd(PATIENCE);
            return held;
        }
    }
}
