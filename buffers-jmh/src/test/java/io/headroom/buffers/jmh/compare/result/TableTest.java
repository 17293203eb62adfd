package io.headroom.buffers.jmh.compare.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {
    @Test
    void alignsNumbersToTheRight() {
        Table table = new Table();
        table.add(List.of("load", "naive", "b"));
        table.add(List.of("  MB/s", "1", "12,345"));
        table.add(List.of("a heading that no column is widened for"));
        table.add(List.of("  longer", "100 (99-101)", "-"));
        assertThat(table.text()).isEqualTo("""
                load              naive        b
                  MB/s                1   12,345
                a heading that no column is widened for
                  longer   100 (99-101)        -
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "1|1.00",
                "7.5|7.50",
                "1234.6|1,235",
                "99999|99,999",
                "123456|123k",
                "1980847|1.98M",
                "1234567890|1,234.57M",
                "99.94|99.9",
                "0.25|0.25",
                "0.00123|0.0012",
                "0.0000071|7e-06",
                "-3.14159|-3.14"
            })
    void printsAsManyDigitsAsOneReads(double value, String printed) {
        assertThat(Table.number(value)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0", "7|7", "23807|23,807", "134218|134k"})
    void printsWholeNumbersWhole(double value, String printed) {
        assertThat(Table.whole(value)).isEqualTo(printed);
    }
}
