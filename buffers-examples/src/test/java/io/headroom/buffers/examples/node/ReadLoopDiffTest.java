package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The change from one read loop to the other stays as small as it is said to be. */
final class ReadLoopDiffTest {
    private static final Path FOLDER =
            Path.of("src/main/java", PeerAfter.class.getPackageName().replace('.', '/'));
    private static final int MOST_CHANGED_LINES = 30;

    @Test
    void changesAtMostThirtyLinesOfThePeer() throws IOException {
        List<String> before = linesOf(PeerBefore.class);
        List<String> after = linesOf(PeerAfter.class);
        assertThat(changedLines(before, after)).isBetween(1, MOST_CHANGED_LINES);
    }

    @Test
    void countsRemovedAndAddedLines() {
        assertThat(changedLines(List.of("a", "b", "c"), List.of("a", "b", "c"))).isZero();
        assertThat(changedLines(List.of("a", "b", "c"), List.of("a", "x", "c"))).isEqualTo(2);
        assertThat(changedLines(List.of("a", "b", "c"), List.of("b", "c", "d", "e")))
                .isEqualTo(3);
        assertThat(changedLines(List.of(), List.of("a", "b"))).isEqualTo(2);
    }

    /** All lines of the file, blank ones too, with the class's name made equal. */
    private static List<String> linesOf(Class<?> type) throws IOException {
        return Files.readAllLines(FOLDER.resolve(type.getSimpleName() + ".java")).stream()
                .map(line -> line.replace(type.getSimpleName(), "Peer"))
                .collect(Collectors.toList());
    }

    /** Lines that are not in the longest common subsequence: those removed plus those added. */
    private static int changedLines(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return before.size() + after.size() - 2 * common[0][0];
    }
}
