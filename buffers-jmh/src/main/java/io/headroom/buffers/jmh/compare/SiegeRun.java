package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.attack.AttackerMain;
import io.headroom.buffers.jmh.compare.child.ChildFailure;
import io.headroom.buffers.jmh.compare.child.ChildProcess;
import io.headroom.buffers.jmh.compare.receive.Answers;
import io.headroom.buffers.jmh.compare.receive.ReceiverMain;
import io.headroom.buffers.jmh.compare.receive.Strategy;
import io.headroom.buffers.jmh.compare.result.AttackRun;
import io.headroom.buffers.jmh.compare.result.Attackers;
import io.headroom.buffers.jmh.compare.result.Memory;
import io.headroom.buffers.jmh.compare.result.Service;
import io.headroom.buffers.jmh.compare.result.Strain;
import io.headroom.buffers.jmh.compare.send.Served;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One strategy in one round under attack: a receiver process, a sender process for the honest peers, and one for the attackers.
 *
 * <p>First the honest peers alone, discarded, then measured; then the attackers too, to the end. A receiver whose I/O thread ends, or that
 * gives no answer, is what the attack wanted and no failure of the comparison; before the attack, and elsewhere, it is one.
 */
final class SiegeRun {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern ERROR = Pattern.compile("(Error|Exception): ");

    private final Plan plan;
    private final Plan.Siege siege;
    private final Progress progress;
    private final String strategy;
    private @Nullable String wedged;

    private SiegeRun(Plan plan, Plan.Siege siege, Strategy strategy, Progress progress) {
        this.plan = plan;
        this.siege = siege;
        this.progress = progress;
        this.strategy = strategy.name();
    }

    /**
     * Runs it.
     *
     * @throws ChildFailure if a process fails that is not under attack
     */
    static AttackRun run(Plan plan, Plan.Siege siege, Strategy strategy, int round, Progress progress)
            throws IOException, InterruptedException {
        String name = strategy.name() + " of round " + round;
        List<String> toReceive = List.of(
                strategy.name(),
                Long.toString(siege.defence().memoryLimitBytes()),
                Long.toString(siege.defence().deadline().toMillis()));
        List<String> toAttack = List.of(
                siege.attack().title(),
                Integer.toString(siege.attackers()),
                Long.toString(siege.interval().toMillis()));
        try (ChildProcess receiver = ChildProcess.start(
                        "receiver " + name, plan.receiverFlags(strategy), ReceiverMain.class, toReceive);
                ChildProcess sender = Senders.start("sender to " + name, plan);
                ChildProcess attackers =
                        ChildProcess.start("attackers of " + name, Senders.FLAGS, AttackerMain.class, toAttack)) {
            return new SiegeRun(plan, siege, strategy, progress).lead(round, receiver, sender, attackers);
        }
    }

    private AttackRun lead(int round, ChildProcess receiver, ChildProcess sender, ChildProcess attackers)
            throws IOException, InterruptedException {
        String port = receiver.await("ready", PATIENCE);
        sender.await("ready", PATIENCE);
        attackers.await("ready", PATIENCE);
        ask(sender, "connect " + port, "connected");
        ask(receiver, "acknowledge true", "ok");

        Plan.Times times = plan.times();
        progress.step(strategy, "warm-up, discarded", times.warmUp());
        ask(sender, "serve " + plan.messages().megabytesPerSecond() * 1e6, "ok");
        Thread.sleep(times.warmUp().toMillis());
        progress.step(strategy, "honest peers alone", times.paced());
        ask(sender, "watch", "watched");
        Thread.sleep(times.paced().toMillis());
        ask(receiver, "attack-begin", "begun");
        Service alone = Served.of(ask(sender, "watch", "watched"));

        progress.step(strategy, "attack " + siege.attack().title(), siege.length());
        long begun = System.nanoTime();
        ask(attackers, "attack " + port, "ok");
        sleepUntil(begun, siege.height());
        String height = askAttacked(receiver, "attack-memory", "memory");
        sleepUntil(begun, siege.length());
        Service attacked = Served.of(ask(sender, "watch", "watched"));
        Attackers outcome = AttackerMain.outcome(ask(attackers, "outcome", "outcome"));
        String end = askAttacked(receiver, "attack-end", "strain");

        Memory memory = height == null ? null : Answers.memory(height);
        Strain strain = end == null ? null : Answers.strain(end);
        return new AttackRun(round, strategy, alone, attacked, outcome, memory, strain, wedged);
    }

    private static void sleepUntil(long begun, Duration after) throws InterruptedException {
        Thread.sleep(Math.max(0, after.toMillis() - (System.nanoTime() - begun) / 1_000_000));
    }

    private static String ask(ChildProcess child, String order, String answer)
            throws IOException, InterruptedException {
        child.send(order);
        return child.await(answer, PATIENCE);
    }

    /** Asks the receiver while it is attacked; returns null if it cannot answer any more. */
    private @Nullable String askAttacked(ChildProcess receiver, String order, String answer)
            throws IOException, InterruptedException {
        if (wedged != null) {
            return null;
        }
        try {
            return ask(receiver, order, answer);
        } catch (ChildFailure e) {
            wedged = reason(String.valueOf(e.getMessage()).lines().toList());
            return null;
        }
    }

    /** Returns what failed, and the error among the last words, if there is one. */
    private static String reason(List<String> lines) {
        return lines.get(0)
                + lines.stream()
                        .filter(line -> ERROR.matcher(line).find())
                        .findFirst()
                        .map(line -> ": " + line.replaceFirst("^[ |]+", ""))
                        .orElse("");
    }
}
