package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs where little is there: without the modules that are optional, and with hardly any memory. */
class SmallestJvmTest {
    @Test
    void runsWithTheBaseModulesAlone() throws Exception {
        String output = ChildJvm.run("--limit-modules java.base,java.logging", SmallProgram.class, List.of());
        assertThat(output).contains("received 100000", "counted 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx16m", "-XX:MaxDirectMemorySize=5m", "-XX:+UseSerialGC -Xint"})
    void runsWithLittleMemoryAndPrintsNoWarning(String flags) throws Exception {
        String output = ChildJvm.run(flags, SmallProgram.class, List.of());
        assertThat(output).isEqualToIgnoringNewLines("received 100000counted 1given back true");
    }

    @Test
    void loadsNoEventWhileNothingIsRecorded() throws Exception {
        String output = ChildJvm.run("-Xlog:class+load", SmallProgram.class, List.of());
        assertThat(output).contains("io.headroom.buffers.memory.PoolEvents ");
        assertThat(output).doesNotContain("PoolEvents$SlabCreated").doesNotContain("jdk.jfr.internal");
    }
}
