package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.receive.Strategy;
import io.headroom.buffers.jmh.compare.result.AttackSettings;
import io.headroom.buffers.jmh.compare.result.Experiment;
import io.headroom.buffers.jmh.compare.result.LoadSettings;
import io.headroom.buffers.jmh.compare.result.Numbers;
import io.headroom.buffers.jmh.compare.result.Settings;
import io.headroom.buffers.jmh.compare.result.Surroundings;
import io.headroom.buffers.jmh.compare.wire.PayloadFolder;
import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
        return new Experiment(
                ZonedDateTime.now(ZoneId.systemDefault())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
                command,
                Surroundings.machine(),
                settings(plan, leftOut),
                participants(plan));
    }

    private static Settings settings(Plan plan, int leftOut) {
        Plan.Siege siege = plan.siege();
        Path payloads = plan.messages().payloads();
        return siege != null
                ? settings(plan, siege)
                : new LoadSettings(
                        plan.peers(),
                        plan.rounds(),
                        plan.messages().seed(),
                        new LoadSettings.Seconds(
                                seconds(plan.times().warmUp()),
                                seconds(plan.times().paced()),
                                seconds(plan.times().closedLoop())),
                        plan.messages().megabytesPerSecond(),
                        payloads == null ? null : payloads.toString(),
                        leftOut);
    }

    private static Settings settings(Plan plan, Plan.Siege siege) {
        return new AttackSettings(
                siege.attack().title(),
                siege.attack().what(Numbers.setting(seconds(siege.interval()))),
                siege.attackers(),
                plan.peers(),
                plan.messages().megabytesPerSecond(),
                plan.rounds(),
                plan.messages().seed(),
                new AttackSettings.Seconds(
                        seconds(plan.times().warmUp()), seconds(plan.times().paced()), seconds(siege.length())),
                new AttackSettings.Defence(
                        siege.defence().memoryLimitBytes(),
                        seconds(siege.defence().deadline())));
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }

    private static List<Experiment.Participant> participants(Plan plan) {
        List<Experiment.Participant> participants = new ArrayList<>();
        for (Strategy strategy : plan.strategies()) {
            participants.add(
                    new Experiment.Participant(strategy.name(), strategy.title(), plan.receiverFlags(strategy)));
        }
        return participants;
    }
}
