package io.headroom.buffers.jmh.compare.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

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
}
