package io.headroom.buffers.jmh.compare.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "1|1.00",
                "7.5|7.50",
                "1234.6|1,235",
                "99999|99,999",
                "123456|123,456",
                "1980847|1,980,847",
                "1234567890|1,234,567,890",
                "99.94|99.9",
                "0.25|0.25",
                "0.00123|0.0012",
                "0.0000071|7e-06",
                "-3.14159|-3.14"
            })
    void printsAsManyDigitsAsOneReads(double value, String printed) {
        assertThat(Numbers.number(value)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0", "7|7", "23807|23,807", "134218|134,218"})
    void printsWholeNumbersWhole(double value, String printed) {
        assertThat(Numbers.whole(value)).isEqualTo(printed);
    }
}
