package io.headroom.buffers.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.BufferStats;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {
    private static List<Method> accessors() {
        List<Method> accessors = new ArrayList<>();
        for (Method method : BufferStats.class.getMethods()) {
            boolean isFigure = method.getReturnType() == long.class || method.getReturnType() == int.class;
            if (isFigure
                    && method.getDeclaringClass() == BufferStats.class
                    && method.getParameterCount() == 0
                    && !Modifier.isStatic(method.getModifiers())) {
                accessors.add(method);
            }
        }
        accessors.sort(Comparator.comparing(Method::getName));
        return accessors;
    }

    private static String accessor(Figure figure) {
        String name = figure.attribute();
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    @Test
    void everySingleFigureIsThere() {
        assertThat(Arrays.stream(Figure.values()).map(FigureTest::accessor))
                .containsExactlyInAnyOrderElementsOf(
                        accessors().stream().map(Method::getName).toList());
    }

    @Test
    void eachIsTheFigureOfItsName() throws Exception {
        try (MessageBuffers buffers = MessageBuffers.builder().build();
                ReadBuffer in = buffers.connection("peer").open()) {
            in.feed(ByteBuffer.allocate(40).putInt(0, 16).limit(30), frame -> Next.CONTINUE);
            BufferStats stats = buffers.stats(new BufferStats());
            for (Figure figure : Figure.values()) {
                Number value =
                        (Number) BufferStats.class.getMethod(accessor(figure)).invoke(stats);
                assertThat(figure.of(stats)).as(figure.name()).isEqualTo(value.longValue());
            }
        }
    }

    @Test
    void thePageOfStatisticsNamesEach() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "statistics.md"));
        for (Figure figure : Figure.values()) {
            assertThat(page).contains("| `" + accessor(figure) + "` |");
        }
    }
}
