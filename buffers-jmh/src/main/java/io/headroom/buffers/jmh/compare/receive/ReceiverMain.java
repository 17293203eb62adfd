package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.child.ParentLine;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The receiver process: one receiver of the strategy that the first argument names. If it is to be attacked, its memory limit in bytes and its
 * deadline in milliseconds follow. Says "ready PORT", then obeys
 *
 * <pre>
 * check                      answers "ok"
 * acknowledge true|false     answers "ok"
 * begin PHASE                answers "begun"
 * end                        answers "phase …", see {@link Answers}
 * await MESSAGES             answers "total MESSAGES BYTES MISMATCHES" once so many have been taken since the start
 * memory BYTES               answers "memory …" once so many bytes have been read since the start, in whole messages or not
 * attack-begin               begins to measure an attack, answers "begun"
 * attack-memory              answers "memory …" in the attack
 * attack-end                 answers "strain …"
 * quit
 * </pre>
 *
 * <p>What an attack does to the I/O thread is no failure of this process, so it still answers the last two orders.
 */
public final class ReceiverMain implements ParentLine.Orders {
    private static final int AWAIT_SECONDS = 20;
    private static final int AWAIT_STEP_MILLIS = 5;

    private final Receiver receiver;
    private final Inbox inbox;
    private final MemoryMeter memory;
    private final PhaseMeter phase;

    private @Nullable AttackMeter attack;

    private ReceiverMain(Strategy strategy, Defence defence) throws IOException, InterruptedException {
        inbox = new Inbox();
        receiver = strategy.factory().open(inbox, defence);
        memory = new MemoryMeter(receiver);
        phase = new PhaseMeter(receiver, inbox, memory);
    }

    /** Runs the process. */
    public static void main(String[] arguments) {
        ParentLine parent = new ParentLine();
        try {
            ReceiverMain main = new ReceiverMain(Strategy.named(arguments[0]), defence(arguments));
            if (arguments.length > 1) {
                main.inbox.expectStrangers();
            }
            parent.say("ready " + main.receiver.port());
            parent.obeyAll(main);
            System.exit(0);
        } catch (Exception e) {
            parent.failed(e);
            System.exit(1);
        }
    }

    @Override
    public @Nullable String obey(String[] order) throws IOException, InterruptedException {
        AttackMeter measured = attack;
        if (measured == null) {
            check();
        }
        return switch (order[0]) {
            case "check" -> "ok";
            case "acknowledge" -> acknowledge(Boolean.parseBoolean(order[1]));
            case "begin" -> begin(order[1]);
            case "end" -> "phase " + phase.end();
            case "await" -> awaitMessages(Long.parseLong(order[1]));
            case "memory" -> memory(Long.parseLong(order[1]));
            case "attack-begin" -> {
                attack = new AttackMeter(receiver, memory);
                yield "begun";
            }
            case "attack-memory" -> "memory " + Answers.of(begun(measured).memory());
            case "attack-end" -> "strain " + Answers.of(begun(measured).end());
            case "quit" -> null;
            default -> throw new IllegalArgumentException("no such order: " + order[0]);
        };
    }

    private static Defence defence(String[] arguments) {
        return arguments.length == 1
                ? Defence.NONE
                : new Defence(Long.parseLong(arguments[1]), Duration.ofMillis(Long.parseLong(arguments[2])));
    }

    private static AttackMeter begun(@Nullable AttackMeter meter) {
        if (meter == null) {
            throw new IllegalStateException("no attack has begun");
        }
        return meter;
    }

    private void check() throws IOException {
        Throwable failure = receiver.failure();
        if (failure != null) {
            throw new IOException("the I/O thread has failed: " + failure, failure);
        }
    }

    private String acknowledge(boolean acknowledge) throws IOException, InterruptedException {
        receiver.call(() -> {
            inbox.acknowledge(acknowledge);
            return inbox;
        });
        return "ok";
    }

    private String begin(String name) throws IOException, InterruptedException {
        phase.begin(name);
        return "begun";
    }

    private String awaitMessages(long messages) throws IOException, InterruptedException {
        await("messages", messages, inbox::messages);
        return receiver.call(() -> "total " + inbox.messages() + " " + inbox.bytes() + " " + inbox.mismatches());
    }

    private String memory(long bytes) throws IOException, InterruptedException {
        await("bytes", bytes, receiver::readBytes);
        return "memory " + Answers.of(memory.measure());
    }

    private void await(String what, long expected, Callable<Long> count) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(AWAIT_SECONDS);
        long seen = receiver.call(count);
        while (seen < expected) {
            check();
            if (System.nanoTime() - deadline > 0) {
                throw new IOException(
                        "received " + seen + " of " + expected + " " + what + " within " + AWAIT_SECONDS + " s");
            }
            Thread.sleep(AWAIT_STEP_MILLIS);
            seen = receiver.call(count);
        }
    }
}
