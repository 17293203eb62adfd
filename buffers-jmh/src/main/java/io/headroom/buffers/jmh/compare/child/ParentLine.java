package io.headroom.buffers.jmh.compare.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The line to the parent, seen from a child: orders come from standard input, answers go to standard output with a mark in front, so that
 * whatever else the JVM prints is not taken for one.
 *
 * <p><b>Threads</b>: one.
 */
public final class ParentLine {
    static final String MARK = "@@ ";
    static final String FAILED = "failed";

    private final BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** What a child does with one order: the words of its line. */
    public interface Orders {
        /**
         * Obeys, and returns the answer.
         *
         * @return the answer, or null when this was the last order
         */
        @Nullable String obey(String[] order) throws Exception;
    }

    /** Sends an answer that no order asked for: that the child is ready, for example. */
    public void say(String answer) {
        answers.println(MARK + answer);
    }

    /** Obeys orders until the last one, the end of the input (the parent has died) or a failure, which is told to the parent. */
    public void obeyAll(Orders child) {
        try {
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                String answer = child.obey(line.strip().split(" ", -1));
                if (answer == null) {
                    return;
                }
                say(answer);
            }
        } catch (Exception e) {
            failed(e);
        }
    }

    /** Tells the parent that this child cannot go on, and prints the trace for its log. */
    public void failed(Throwable cause) {
        cause.printStackTrace(answers);
        String message = cause instanceof IOException ? String.valueOf(cause.getMessage()) : cause.toString();
        say(FAILED + " " + message.lines().findFirst().orElse(""));
    }
}
