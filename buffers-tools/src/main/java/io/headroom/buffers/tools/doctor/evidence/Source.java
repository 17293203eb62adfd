package io.headroom.buffers.tools.doctor.evidence;

import java.util.List;

/**
 * What was read.
 *
 * @param kind what kind of file
 * @param files names of the files, in the order of time
 * @param lines lines of a log; all 0 for a recording
 */
public record Source(Kind kind, List<String> files, Lines lines) {
    /** What kind of file. */
    public enum Kind {
        /** A recording of the JDK's flight recorder. */
        RECORDING,
        /** A log of the collector, in the unified form of JDK 9 and later. */
        LOG
    }

    /**
     * Lines of a log.
     *
     * @param used lines that said something
     * @param others lines of the log that say nothing about collections, or nothing that is needed
     * @param unknown lines that are not in the form of the log
     */
    public record Lines(long used, long others, long unknown) {
        /** Of a recording. */
        public static final Lines NONE = new Lines(0, 0, 0);
    }
}
