package io.headroom.buffers.jmh.compare.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.jmh.compare.result.Row;
import io.headroom.buffers.jmh.compare.result.Spread;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|[0, 1]",
                "1|[0, 0.25, 0.50, 0.75, 1.00]",
                "3.1|[0, 1, 2, 3, 4]",
                "214|[0, 100, 200, 300]",
                "5167|[0, 2,000, 4,000, 6,000]",
                "134218|[0, 50,000, 100,000, 150,000]",
                "0.0003|[0, 0.0001, 0.0002, 0.0003]"
            })
    void endsAtARoundNumberAboveTheLargestValue(double most, String ticks) {
        assertThat(Scale.of(row(most)).ticks()).hasToString(ticks);
    }

    @Test
    void beginsAtZeroAndHoldsEveryValue() {
        for (double most = 1e-9; most < 1e12; most *= 1.37) {
            Scale scale = Scale.of(row(most));
            assertThat(scale.at(0)).isZero();
            assertThat(scale.at(most)).isBetween(0.5, 1.0);
            assertThat(scale.steps()).isBetween(2, 4);
        }
    }

    private static Row row(double most) {
        return new Row(Row.Part.PACED, "figure", Map.of("a", new Spread(most / 2, 0, most)));
    }
}
