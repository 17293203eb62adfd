package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.child.ChildFailure;
import io.headroom.buffers.jmh.compare.child.ChildProcess;
import io.headroom.buffers.jmh.compare.flight.FlightReader;
import io.headroom.buffers.jmh.compare.flight.FlightSettings;
import io.headroom.buffers.jmh.compare.flight.Recorded;
import io.headroom.buffers.jmh.compare.receive.Answers;
import io.headroom.buffers.jmh.compare.receive.ReceiverMain;
import io.headroom.buffers.jmh.compare.receive.Strategy;
import io.headroom.buffers.jmh.compare.result.Garbage;
import io.headroom.buffers.jmh.compare.result.Load;
import io.headroom.buffers.jmh.compare.result.LoadRun;
import io.headroom.buffers.jmh.compare.result.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One strategy in one round: a receiver process and a sender process, led through both loads.
 *
 * <p>First both loads in turn, discarded; then the paced load, then the closed loop, each measured shortly after it has begun; then silence,
 * and all peers nine bytes into a large message. After each load every message sent must have arrived, with its checksum.
 */
final class StrategyRun {
    private static final String PACED = "paced";
    private static final String CLOSED_LOOP = "closed";
    private static final int START_BYTES = 9;
    private static final Duration SETTLE = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Plan plan;
    private final Strategy strategy;
    private final Progress progress;
    private final ChildProcess receiver;
    private final ChildProcess sender;

    private StrategyRun(Plan plan, Strategy strategy, Progress progress, ChildProcess receiver, ChildProcess sender) {
        this.plan = plan;
        this.strategy = strategy;
        this.progress = progress;
        this.receiver = receiver;
        this.sender = sender;
    }

    /**
     * Runs it.
     *
     * @throws ChildFailure if a process fails, or a message is lost or arrives with a wrong checksum
     */
    static LoadRun run(Plan plan, Strategy strategy, int round, TemporaryFolder folder, Progress progress)
            throws IOException, InterruptedException {
        String name = strategy.name() + " of round " + round;
        Path recording = folder.file(strategy.name() + "-" + round + ".jfr");
        Path scratch = Files.createDirectory(folder.file(strategy.name() + "-" + round + "-scratch"));
        Path settings = folder.file("events.jfc");
        FlightSettings.write(settings);
        List<String> flags = plan.receiverFlags(strategy);
        flags.addAll(FlightSettings.flags(settings, recording, scratch));
        List<String> toReceive = List.of(strategy.name());
        try (ChildProcess receiver = ChildProcess.start("receiver " + name, flags, ReceiverMain.class, toReceive);
                ChildProcess sender = Senders.start("sender to " + name, plan)) {
            return new StrategyRun(plan, strategy, progress, receiver, sender).lead(round, recording);
        } finally {
            Files.deleteIfExists(recording);
        }
    }

    private LoadRun lead(int round, Path recording) throws IOException, InterruptedException {
        String port = receiver.await("ready", PATIENCE);
        sender.await("ready", PATIENCE);
        ask(sender, "connect " + port, "connected");

        Plan.Times times = plan.times();
        progress.step(strategy.name(), "warm-up, discarded", times.warmUp());
        beginPaced();
        Thread.sleep(times.warmUp().toMillis() / 2);
        endLoad();
        beginClosedLoop();
        Thread.sleep(times.warmUp().toMillis() - times.warmUp().toMillis() / 2);
        endLoad();

        progress.step(strategy.name(), "paced load", times.paced());
        beginPaced();
        String paced = measure(PACED, times.paced());
        endLoad();
        progress.step(strategy.name(), "closed loop", times.closedLoop());
        beginClosedLoop();
        String closed = measure(CLOSED_LOOP, times.closedLoop());
        long bytes = endLoad();

        Memory idle = Answers.memory(ask(receiver, "memory " + bytes, "memory"));
        ask(sender, "start " + START_BYTES, "ok");
        long started = bytes + (long) START_BYTES * plan.peers();
        Memory nineBytes = Answers.memory(ask(receiver, "memory " + started, "memory"));

        receiver.send("quit");
        receiver.awaitEnd(PATIENCE);
        sender.send("quit");
        sender.awaitEnd(PATIENCE);
        Recorded recorded = FlightReader.read(recording);
        return new LoadRun(
                round,
                strategy.name(),
                recorded.regionBytes(),
                load(paced, recorded, PACED),
                load(closed, recorded, CLOSED_LOOP),
                idle,
                nineBytes);
    }

    private static Load load(String answer, Recorded recorded, String phase) throws IOException {
        Garbage garbage = recorded.phases().get(phase);
        if (garbage == null) {
            throw new IOException("the flight recording has no phase \"" + phase + "\"");
        }
        return new Load(Answers.traffic(answer), Answers.work(answer), garbage);
    }

    private void beginPaced() throws IOException, InterruptedException {
        ask(receiver, "acknowledge false", "ok");
        ask(sender, "paced " + plan.messages().megabytesPerSecond() * 1e6, "ok");
    }

    private void beginClosedLoop() throws IOException, InterruptedException {
        ask(receiver, "acknowledge true", "ok");
        ask(sender, "closed", "ok");
    }

    private String measure(String phase, Duration time) throws IOException, InterruptedException {
        Thread.sleep(SETTLE.toMillis());
        ask(receiver, "begin " + phase, "begun");
        Thread.sleep(time.toMillis());
        return ask(receiver, "end", "phase");
    }

    /** Ends the load, waits until all has arrived, and returns how many bytes were sent since the start. */
    private long endLoad() throws IOException, InterruptedException {
        String[] sent = ask(sender, "stop", "sent").split(" ", -1);
        String[] total = ask(receiver, "await " + sent[0], "total").split(" ", -1);
        if (!total[0].equals(sent[0]) || !total[1].equals(sent[1])) {
            throw new ChildFailure(strategy.name() + ": received " + total[0] + " messages of " + total[1]
                    + " bytes, but " + sent[0] + " of " + sent[1] + " were sent");
        }
        if (!total[2].equals("0")) {
            throw new ChildFailure(
                    strategy.name() + ": " + total[2] + " of " + total[0] + " messages arrived with a wrong checksum");
        }
        return Long.parseLong(sent[1]);
    }

    private String ask(ChildProcess child, String order, String answer) throws IOException, InterruptedException {
        child.send(order);
        try {
            return child.await(answer, PATIENCE);
        } catch (ChildFailure e) {
            if (child == sender) {
                // Senders fail when their receiver does: then its own words are worth more.
                receiver.send("check");
                receiver.await("ok", PATIENCE);
            }
            throw e;
        }
    }
}
