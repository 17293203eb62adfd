package io.headroom.buffers.jmh.compare.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of files that are sent as large messages: blocks of a chain, for example. Files that are empty or longer than
 * {@link WireForm#MAX_DATA} are left out and counted.
 */
public final class PayloadFolder {
    private final List<Path> files;
    private final int leftOut;

    private PayloadFolder(List<Path> files, int leftOut) {
        this.files = List.copyOf(files);
        this.leftOut = leftOut;
    }

    /** Lists the files of a folder in the order of their names; folders in it and hidden files are no payloads. */
    public static PayloadFolder list(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        int leftOut = 0;
        List<Path> entries;
        try (Stream<Path> listed = Files.list(folder)) {
            entries = listed.sorted().toList();
        }
        for (Path entry : entries) {
            if (!Files.isRegularFile(entry) || Files.isHidden(entry)) {
                continue;
            }
            long size = Files.size(entry);
            if (size > 0 && size <= WireForm.MAX_DATA) {
                files.add(entry);
            } else {
                leftOut++;
            }
        }
        return new PayloadFolder(files, leftOut);
    }

    /** Returns how many files are sent. */
    public int count() {
        return files.size();
    }

    /** Returns how many files are not, because of their length. */
    public int leftOut() {
        return leftOut;
    }

    /** Reads the files that are sent. */
    public List<byte[]> read() throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        for (Path file : files) {
            payloads.add(Files.readAllBytes(file));
        }
        return payloads;
    }
}
