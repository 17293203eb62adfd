package io.headroom.buffers.jmh.compare.result;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a comparison was run: what kind of comparison it is. In JSON its fields tell which. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(LoadSettings.class), @JsonSubTypes.Type(AttackSettings.class)})
public sealed interface Settings permits LoadSettings, AttackSettings {
    /** Returns how often each strategy ran. */
    int rounds();

    /** Returns what is compared, in a few words. */
    String title();

    /** Returns what the receivers had to do, in one line. */
    String load();

    /** Returns where large messages came from, or null if they are random. */
    @Nullable String largeMessages();

    /** Returns how the figures are counted. */
    List<Legend.Entry> legend();

    /** Draws the figures of the strategies from their runs. */
    List<Row> rows(List<String> strategies, List<Run> runs);

    /** Returns the number of rounds in words. */
    static String inWords(int rounds) {
        return rounds + " round" + (rounds == 1 ? "" : "s (median, and from least to most)");
    }
}
