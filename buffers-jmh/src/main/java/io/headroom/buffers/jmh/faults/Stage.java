package io.headroom.buffers.jmh.faults;

import org.jspecify.annotations.Nullable;

/** What a scenario is played on. */
interface Stage extends AutoCloseable {
    /** Warms it up, all of it, and returns when that is done. */
    void warm() throws Exception;

    /** Does the I/O thread's next work, as much as it does between two looks at its selector; returns false if there was no more. */
    boolean step() throws Exception;

    @Override
    void close();

    /** Returns the stage of a scenario: memory or a file of so many bytes. */
    static Stage of(Scenario scenario, long bytes, @Nullable String file) throws Exception {
        if (!scenario.usesFile) {
            return new PoolStage(bytes);
        }
        if (file == null) {
            throw new IllegalArgumentException(scenario + ": expected a file");
        }
        return new FileStage(file);
    }
}
