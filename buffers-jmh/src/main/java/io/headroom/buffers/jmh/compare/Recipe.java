package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.receive.Strategy;
import io.headroom.buffers.jmh.compare.result.Experiment;
import io.headroom.buffers.jmh.compare.wire.PayloadFolder;
import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** What is written down before a comparison begins, so that somebody else can do the same. */
final class Recipe {
    private Recipe() {}

    /**
     * Returns what is to be done.
     *
     * @param command that does it
     * @throws IllegalArgumentException if the folder of payloads has none
     */
    static Experiment of(Plan plan, String command) throws IOException {
        Path payloads = plan.messages().payloads();
        int leftOut = 0;
        if (payloads != null) {
            if (!Files.isDirectory(payloads)) {
                throw new IllegalArgumentException("--payloads " + payloads + ": no such folder");
            }
            PayloadFolder folder = PayloadFolder.list(payloads);
            if (folder.count() == 0) {
                throw new IllegalArgumentException(
                        "--payloads " + payloads + ": no file of 1 to " + WireForm.MAX_DATA + " bytes in it");
            }
            leftOut = folder.leftOut();
        }
        Plan.Times times = plan.times();
        return new Experiment(
                ZonedDateTime.now(ZoneId.systemDefault())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
                command,
                Surroundings.machine(),
                new Experiment.Settings(
                        plan.peers(),
                        plan.rounds(),
                        plan.messages().seed(),
                        new Experiment.Seconds(
                                times.warmUp().toMillis() / 1e3,
                                times.paced().toMillis() / 1e3,
                                times.closedLoop().toMillis() / 1e3),
                        plan.messages().megabytesPerSecond(),
                        payloads == null ? null : payloads.toString(),
                        leftOut),
                participants(plan));
    }

    private static List<Experiment.Participant> participants(Plan plan) {
        List<Experiment.Participant> participants = new ArrayList<>();
        for (Strategy strategy : plan.strategies()) {
            List<String> flags = new ArrayList<>(plan.receiverFlags());
            flags.addAll(strategy.jvmFlags());
            participants.add(new Experiment.Participant(strategy.name(), strategy.title(), flags));
        }
        return participants;
    }
}
