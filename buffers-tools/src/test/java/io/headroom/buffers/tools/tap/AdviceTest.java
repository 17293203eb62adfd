package io.headroom.buffers.tools.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AdviceTest {
    private static Traffic traffic(int small, long smallLength, long longest) {
        Traffic traffic = new Traffic("a > b");
        for (int i = 0; i < small; i++) {
            traffic.frame(smallLength);
        }
        traffic.frame(longest);
        return traffic;
    }

    private static List<String> settings(Traffic traffic, int connections) {
        return Advice.of(traffic, connections).stream()
                .map(setting -> setting.name() + " " + setting.value())
                .toList();
    }

    @Test
    void hasNoneWithoutFrames() {
        assertThat(Advice.of(new Traffic("a > b"), 3)).isEmpty();
    }

    @Test
    void leavesRoomAboveTheLongestFrame() {
        assertThat(settings(traffic(9_999, 400, 2_000_000), 100))
                .containsExactly(
                        "ReadLimits.maxFrame 4194304",
                        "ReadLimits.warnAbove 1024",
                        "MessageBuffers.memoryLimit 17039360");
    }

    @Test
    void warnsOfFewFrames() {
        assertThat(Advice.of(traffic(1, 10, 20), 1).get(0).reason())
                .isEqualTo(
                        "the longest of 2 frames has 20 bytes; twice that, in a power of two; few frames: watch for longer");
        assertThat(settings(traffic(1, 10, 20), 1))
                .containsExactly(
                        "ReadLimits.maxFrame 4096", "ReadLimits.warnAbove 1024", "MessageBuffers.memoryLimit 4194304");
    }

    @Test
    void hasLongFramesTakenInParts() {
        assertThat(settings(traffic(5_000, 400, 100L << 20), 1))
                .contains("ReadLimits.maxFrame 268435456", "ReadLimits.maxStreamed 268435456");
    }
}
