package io.headroom.buffers.tools.doctor.reading;

import java.nio.file.Path;

/**
 * Lines of a file that one JVM wrote.
 *
 * @param file where they are
 * @param fromLine the first of them, counted from 1
 * @param toLine the last of them
 * @param isBeginning whether a JVM introduces itself in them
 * @param start time of the first line that has one, NaN if none has
 * @param end time of the last line that has one, NaN if none has
 * @param firstCollection number of the first collection, -1 if there is none
 * @param lastCollection number of the last collection, -1 if there is none
 */
record LogPart(
        Path file,
        long fromLine,
        long toLine,
        boolean isBeginning,
        double start,
        double end,
        int firstCollection,
        int lastCollection) {

    /** Returns how reports and errors call it. */
    String name() {
        return Sources.name(file) + (fromLine > 1 ? " from line " + fromLine : "");
    }
}
