package io.headroom.buffers.jmh.faults;

import java.util.Locale;

/** What the thread that plays the I/O thread meets. */
enum Scenario {
    /** Peers send long frames, and the pool has committed nothing. */
    POOL_COLD("pool, cold", false, false),

    /** The same, after {@code SlabPool.warm}. */
    POOL_WARM("pool, warmed", false, true),

    /** Blocks are served from a mapped file of which the system has no page in memory. */
    FILE_COLD("mapped file, cold", true, false),

    /** The same, after {@code Preloader.forReading}. */
    FILE_WARM("mapped file, preloaded", true, true);

    final String title;
    final boolean usesFile;
    final boolean isWarm;

    Scenario(String title, boolean usesFile, boolean isWarm) {
        this.title = title;
        this.usesFile = usesFile;
        this.isWarm = isWarm;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Scenario of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
