package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Page faults as the system counts them, of a whole process, in JVMs of their own. */
class WarmUpFaultsTest {
    /** What a process has in any case: a stack that grows, a page of the JVM's own that is touched late. */
    private static final int FEW = 50;

    /** One for 2 MiB: with the largest pages that the system gives unasked. */
    private static final long LEAST = FaultsProgram.BYTES >> 21;

    /** Interpreted, by one collector thread, on a heap that is touched: so that the process faults for nothing else. */
    private static final String QUIET = "-Xint -XX:+UseSerialGC -Xms64m -Xmx64m -XX:+AlwaysPreTouch";

    private static long faults(String what) throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "no /proc/self/stat to read page faults from");
        String output = ChildJvm.run(QUIET, FaultsProgram.class, List.of(what));
        assertThat(output).matches("\\d+\\R");
        return Long.parseLong(output.strip());
    }

    /** A pool all leased, a pool as frames fill it, and mapped files read and written: those may have faults for many pages at once. */
    @ParameterizedTest
    @ValueSource(strings = {"pool", "frames", "read", "write"})
    void firstUseFaultsWithoutAWarmUpAndNotAfterIt(String what) throws Exception {
        long cold = faults("cold-" + what);
        assertThat(cold).isGreaterThanOrEqualTo(LEAST);
        assertThat(faults("warm-" + what)).isLessThan(Math.min(FEW, cold));
    }

    /** Why nothing is done for them. */
    @Test
    void firstWritesToADirectBufferDoNotFault() throws Exception {
        assertThat(faults("allocated")).isLessThan(FEW);
    }
}
