package io.headroom.buffers.jmh.results;

import io.headroom.buffers.jmh.compare.page.Drawing;
import io.headroom.buffers.jmh.compare.result.Row;
import io.headroom.buffers.jmh.compare.result.Spread;
import io.headroom.buffers.jmh.strategy.Strategy;
import io.headroom.buffers.jmh.stream.Frames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The charts of a run, by the names of their files. */
final class Charts {
    private static final List<String> ORDER =
            Stream.of(Strategy.values()).map(Strategy::name).toList();

    private Charts() {}

    static String title(Frames frames, int readBytes) {
        return frames + ", reads of " + String.format(Locale.ROOT, "%,d", readBytes) + " bytes";
    }

    static String file(Frames frames, int readBytes) {
        return "read-" + frames.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + readBytes + ".svg";
    }

    /** Returns an image for each kind of frames and reads. */
    static Map<String, String> of(Recorded recorded) {
        Map<String, String> charts = new LinkedHashMap<>();
        for (Frames frames : Frames.values()) {
            for (int readBytes : new int[] {Streams.PACKETS, Streams.LONG_READS}) {
                Streams streams = Streams.of(recorded, frames, readBytes);
                if (!streams.isEmpty()) {
                    Row row = new Row(Row.Part.STREAM, title(frames, readBytes), speeds(streams));
                    charts.put(file(frames, readBytes), Drawing.of(row, "MiB/s", true, ORDER));
                }
            }
        }
        return charts;
    }

    private static Map<String, Spread> speeds(Streams streams) {
        Map<String, Spread> speeds = new LinkedHashMap<>();
        for (Strategy strategy : streams.strategies()) {
            streams.secondary(strategy, "mib").ifPresent(spread -> speeds.put(strategy.name(), spread));
        }
        return speeds;
    }
}
