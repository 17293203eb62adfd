package io.headroom.buffers.jmh.compare.attack;

import io.headroom.buffers.jmh.compare.child.ParentLine;
import io.headroom.buffers.jmh.compare.result.Attackers;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The attackers' process. Its arguments: the attack, the number of attackers, and the interval in milliseconds. Says "ready", then obeys
 *
 * <pre>
 * attack PORT                begins, answers "ok"
 * outcome                    answers "outcome …", see {@link #outcome(String)}
 * quit
 * </pre>
 */
public final class AttackerMain implements ParentLine.Orders {
    private static final String UNKNOWN = "-";

    private final Attack attack;
    private final int count;
    private final AttackerThread attackers;

    private AttackerMain(Attack attack, int count, AttackerThread attackers) {
        this.attack = attack;
        this.count = count;
        this.attackers = attackers;
    }

    /** Runs the process. */
    public static void main(String[] arguments) {
        ParentLine parent = new ParentLine();
        try {
            AttackerThread attackers = AttackerThread.start(Duration.ofMillis(Long.parseLong(arguments[2])));
            parent.say("ready");
            parent.obeyAll(new AttackerMain(Attack.titled(arguments[0]), Integer.parseInt(arguments[1]), attackers));
            System.exit(0);
        } catch (Exception e) {
            parent.failed(e);
            System.exit(1);
        }
    }

    @Override
    public @Nullable String obey(String[] order) throws IOException, InterruptedException {
        switch (order[0]) {
            case "attack" -> attackers.attack(Integer.parseInt(order[1]), attack, count);
            case "outcome" -> {
                return "outcome " + words(attackers.outcome());
            }
            case "quit" -> {
                return null;
            }
            default -> throw new IllegalArgumentException("no such order: " + order[0]);
        }
        return "ok";
    }

    private static String words(Attackers outcome) {
        return outcome.count() + " " + outcome.connections() + " " + outcome.disconnected() + " "
                + outcome.connectedAtEnd() + " " + word(outcome.medianSeconds()) + " "
                + word(outcome.longestSeconds());
    }

    private static String word(@Nullable Double value) {
        return value == null ? UNKNOWN : value.toString();
    }

    /** Returns what became of the attackers, by the answer to "outcome". */
    public static Attackers outcome(String answer) {
        String[] words = answer.split(" ", -1);
        return new Attackers(
                Integer.parseInt(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Integer.parseInt(words[3]),
                known(words[4]),
                known(words[5]));
    }

    private static @Nullable Double known(String word) {
        return word.equals(UNKNOWN) ? null : Double.valueOf(word);
    }
}
