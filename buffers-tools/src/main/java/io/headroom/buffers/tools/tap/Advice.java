package io.headroom.buffers.tools.tap;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which limits to give a node that receives this traffic. A line for each, with the reason. */
final class Advice {
    private static final long LEAST_LIMIT = 4096;
    private static final int SLAB = 64 << 10;

    /** Longer ones are better taken in parts than held whole. */
    private static final long MOST_WHOLE = 16 << 20;

    private static final double USUAL_PERCENT = 99.9;

    private static final int FEW_FRAMES = 1000;

    private Advice() {}

    /** One setting: its name, its value in bytes, and why. */
    record Setting(String name, long value, String reason) {}

    /** Returns settings for whoever receives this direction, none if there were no frames; {@code connections} were open at once. */
    static List<Setting> of(Traffic traffic, int connections) {
        List<Setting> settings = new ArrayList<>();
        long longest = traffic.greatest();
        if (longest == 0) {
            return settings;
        }
        long usual = traffic.percentile(USUAL_PERCENT);
        long limit = powerOfTwo(Math.max(LEAST_LIMIT, 2 * longest));
        settings.add(new Setting(
                "ReadLimits.maxFrame",
                limit,
                String.format(
                                Locale.ROOT,
                                "the longest of %,d frames has %,d bytes; twice that, in a power of two",
                                traffic.frames(),
                                longest)
                        + (traffic.frames() < FEW_FRAMES ? "; few frames: watch for longer" : "")));
        long warn = Math.max(1024, powerOfTwo(usual));
        if (warn < limit) {
            settings.add(new Setting(
                    "ReadLimits.warnAbove",
                    warn,
                    String.format(Locale.ROOT, "99.9 %% of the frames have at most %,d bytes", usual)));
        }
        if (longest > MOST_WHOLE) {
            settings.add(
                    new Setting(
                            "ReadLimits.maxStreamed",
                            limit,
                            "and a smaller maxFrame, if the handler can take frames of this length in parts: then a slab is held, not the frame"));
        }
        long memory =
                4 * Math.max(limit, SLAB) + (long) connections * Math.min(SLAB, powerOfTwo(4 * traffic.percentile(50)));
        settings.add(new Setting(
                "MessageBuffers.memoryLimit",
                Math.max(64 * SLAB, (memory + SLAB - 1) / SLAB * SLAB),
                String.format(
                        Locale.ROOT,
                        "at least: four frames of that limit in progress, and the beginning of a usual one for each of %,d connections",
                        connections)));
        return settings;
    }

    private static long powerOfTwo(long bytes) {
        long highest = Long.highestOneBit(Math.min(bytes, 1L << 61));
        return highest == bytes ? bytes : highest << 1;
    }
}
