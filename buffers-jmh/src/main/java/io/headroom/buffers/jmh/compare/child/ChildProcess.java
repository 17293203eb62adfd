package io.headroom.buffers.jmh.compare.child;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A Java process with this one's class path, seen from its parent: orders go to its input, answers come from its output.
 *
 * <p>No wait is endless. A child that dies, reports a failure or misses a deadline becomes a {@link ChildFailure} with what it printed last,
 * and {@link #close} leaves nothing running; a child whose parent has died sees the end of its input and ends too.
 *
 * <p><b>Threads</b>: one parent thread; a daemon thread reads the output.
 */
public final class ChildProcess implements AutoCloseable {
    private static final int KEPT_LINES = 12;
    private static final String ENDED = "";

    private final String name;
    private final Process process;
    private final Writer orders;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Deque<String> lastLines = new ArrayDeque<>();

    private ChildProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        orders = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts a child.
     *
     * @param name what errors call it
     * @param jvmFlags flags of its JVM
     * @param main the class whose {@code main} it runs, with {@code arguments}
     */
    public static ChildProcess start(String name, List<String> jvmFlags, Class<?> main, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        ChildProcess child = new ChildProcess(name, process);
        Thread reader = new Thread(child::readOutput, name + " output");
        reader.setDaemon(true);
        reader.start();
        return child;
    }

    /** Sends one order. */
    public void send(String order) throws ChildFailure, InterruptedException {
        try {
            orders.write(order + "\n");
            orders.flush();
        } catch (IOException e) {
            throw ended();
        }
    }

    /**
     * Waits for the next answer, which must begin with the given word.
     *
     * @return the text behind that word
     * @throws ChildFailure if the child says anything else, ends, or is silent for longer than {@code patience}
     */
    public String await(String word, Duration patience) throws ChildFailure, InterruptedException {
        String answer = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (answer == null) {
            throw failure("gave no answer within " + patience.toSeconds() + " s, expected \"" + word + "\"");
        }
        if (answer.equals(ENDED)) {
            throw ended();
        }
        if (answer.startsWith(ParentLine.FAILED)) {
            throw failure(answer.substring(ParentLine.FAILED.length()).strip());
        }
        if (!answer.equals(word) && !answer.startsWith(word + " ")) {
            throw failure("answered \"" + answer + "\", expected \"" + word + "\"");
        }
        return answer.substring(word.length()).strip();
    }

    /** Waits for the child to end by itself, which must be with exit code 0. */
    public void awaitEnd(Duration patience) throws ChildFailure, InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw failure("did not end within " + patience.toSeconds() + " s");
        }
        if (process.exitValue() != 0) {
            throw failure("ended with exit code " + process.exitValue());
        }
    }

    /** Ends the child if it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ChildFailure ended() throws InterruptedException {
        boolean exited = process.waitFor(5, TimeUnit.SECONDS);
        return failure(exited ? "ended with exit code " + process.exitValue() : "closed its input or output");
    }

    private ChildFailure failure(String what) {
        StringBuilder text = new StringBuilder(name).append(": ").append(what);
        synchronized (lastLines) {
            for (String line : lastLines) {
                text.append("\n  | ").append(line);
            }
        }
        return new ChildFailure(text.toString());
    }

    private void readOutput() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ParentLine.MARK)) {
                    answers.add(line.substring(ParentLine.MARK.length()));
                } else {
                    keep(line);
                }
            }
        } catch (IOException e) {
            keep("(" + e.getMessage() + ")");
        }
        answers.add(ENDED);
    }

    private void keep(String line) {
        synchronized (lastLines) {
            if (lastLines.size() == KEPT_LINES) {
                lastLines.removeFirst();
            }
            lastLines.addLast(line);
        }
    }
}
