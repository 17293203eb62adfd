package io.headroom.buffers.jmh.compare.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void obeysAndEndsWhenAsked() throws IOException, InterruptedException {
        try (ChildProcess child = start("obeys")) {
            child.await("ready", PATIENCE);
            child.send("echo hello");
            assertThat(child.await("said", PATIENCE)).isEqualTo("hello");
            child.send("quit");
            child.awaitEnd(PATIENCE);
        }
    }

    @Test
    void tellsExitCodeAndLastWordsOfADeadChild() throws IOException {
        try (ChildProcess child = start("dies")) {
            assertThatThrownBy(() -> child.await("ready", PATIENCE))
                    .isInstanceOf(ChildFailure.class)
                    .hasMessageStartingWith("child dies: ended with exit code 3")
                    .hasMessageContaining("| last words");
        }
    }

    @Test
    void tellsThatADeadChildTakesNoOrders() throws IOException, InterruptedException {
        try (ChildProcess child = start("dies")) {
            assertThatThrownBy(() -> child.awaitEnd(PATIENCE)).hasMessageContaining("ended with exit code 3");
            assertThatThrownBy(() -> child.send("echo hello"))
                    .isInstanceOf(ChildFailure.class)
                    .hasMessageContaining("ended with exit code 3");
        }
    }

    @Test
    void tellsWhatAChildSaysOfItsFailure() throws IOException, InterruptedException {
        try (ChildProcess child = start("obeys")) {
            child.await("ready", PATIENCE);
            child.send("fly");
            assertThatThrownBy(() -> child.await("flown", PATIENCE))
                    .isInstanceOf(ChildFailure.class)
                    .hasMessageStartingWith("child obeys: java.lang.IllegalStateException: cannot fly");
        }
    }

    @Test
    void waitsNoLongerThanItsPatience() throws IOException, InterruptedException {
        try (ChildProcess child = start("hangs")) {
            child.await("ready", PATIENCE);
            assertThatThrownBy(() -> child.await("more", Duration.ofMillis(10)))
                    .isInstanceOf(ChildFailure.class)
                    .hasMessageContaining("gave no answer")
                    .hasMessageContaining("\"more\"");
        }
    }

    @Test
    void refusesAnAnswerToAnotherQuestion() throws IOException {
        try (ChildProcess child = start("hangs")) {
            assertThatThrownBy(() -> child.await("done", PATIENCE))
                    .isInstanceOf(ChildFailure.class)
                    .hasMessageContaining("answered \"ready\", expected \"done\"");
        }
    }

    private static ChildProcess start(String behaviour) throws IOException {
        return ChildProcess.start("child " + behaviour, List.of("-Xmx32m"), Misbehaving.class, List.of(behaviour));
    }
}
