package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MessageCountersTest {
    @Test
    void givesTypesThatAPeerMakesUpABoundedNumberOfCounts() {
        MessageCounters counters = new MessageCounters();
        for (int type = 0; type < MessageCounters.MOST_TYPES + 5000; type++) {
            counters.add(type, 20);
        }
        assertThat(counters.of(0)).hasToString("1 messages, 20 bytes");
        assertThat(counters.of(MessageCounters.MOST_TYPES)).hasToString("5000 messages, 100000 bytes");
    }
}
