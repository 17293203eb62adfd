package io.headroom.buffers.jmh.results;

import io.headroom.buffers.jmh.stream.Frames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The parts of documents that are made of a run, by name. */
final class Blocks {
    /** What is in the place of figures as long as there are none. */
    static final String NONE = "No run is recorded yet.\n";

    private static final int[] READS = {Streams.PACKETS, Streams.LONG_READS};

    private Blocks() {}

    /**
     * Returns all parts.
     *
     * @param folder where a run is recorded, or will be
     */
    static Map<String, String> of(Path folder) throws IOException {
        Map<String, String> blocks = new LinkedHashMap<>();
        Optional<Recorded> run = Recorded.read(folder);
        blocks.put("run", run.map(recorded -> recorded.run().paragraph() + "\n").orElse(NONE));
        blocks.put("streams", run.map(recorded -> new Bars(recorded).streams()).orElse(NONE));
        blocks.put("bars", run.map(recorded -> new Bars(recorded).others()).orElse(NONE));
        blocks.put("read", run.map(Blocks::read).orElse(NONE));
        blocks.put(
                "memory",
                run.map(recorded -> new HeldTable(recorded.held()).table()).orElse(NONE));
        blocks.put("lease", run.map(recorded -> new Bars(recorded).leases()).orElse(NONE));
        blocks.put("cursor", run.map(recorded -> new Bars(recorded).cursors()).orElse(NONE));
        blocks.put(
                "connections",
                run.map(recorded -> new Bars(recorded).connections()).orElse(NONE));
        blocks.put("stats", run.map(recorded -> new Bars(recorded).statistics()).orElse(NONE));
        return blocks;
    }

    private static String read(Recorded recorded) {
        StringBuilder text = new StringBuilder();
        for (Frames frames : Frames.values()) {
            for (int readBytes : READS) {
                Streams streams = Streams.of(recorded, frames, readBytes);
                if (!streams.isEmpty()) {
                    String title = Charts.title(frames, readBytes);
                    text.append(text.isEmpty() ? "" : "\n")
                            .append("### ")
                            .append(title)
                            .append("\n\n");
                    text.append("![MiB/s of each strategy](../results/bench/")
                            .append(Charts.file(frames, readBytes))
                            .append(")\n\n");
                    text.append(streams.table());
                }
            }
        }
        return text.toString();
    }
}
