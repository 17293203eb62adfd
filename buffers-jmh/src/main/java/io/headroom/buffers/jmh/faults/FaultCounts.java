package io.headroom.buffers.jmh.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Page faults as the system counts them.
 *
 * @param minor those that were served from memory
 * @param major those that waited for the disk
 */
record FaultCounts(long minor, long major) {
    private static final int MINOR = 7;
    private static final int MAJOR = 9;

    /** Returns those of a process so far. */
    static FaultCounts ofProcess(long pid) throws IOException {
        return read(Path.of("/proc/" + pid + "/stat"));
    }

    /** Returns those of the calling thread so far. */
    static FaultCounts ofThread() throws IOException {
        return read(Path.of("/proc/thread-self/stat"));
    }

    private static FaultCounts read(Path stat) throws IOException {
        String line = Files.readString(stat);
        // The second field is the program's name, in brackets: it may have spaces.
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return new FaultCounts(Long.parseLong(fields[MINOR]), Long.parseLong(fields[MAJOR]));
    }

    FaultCounts minus(FaultCounts earlier) {
        return new FaultCounts(minor - earlier.minor, major - earlier.major);
    }
}
