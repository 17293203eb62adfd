package io.headroom.buffers.jmh.compare.result;

import java.util.List;

/** How the figures are counted. */
public final class Legend {
    /** The units of all figures. */
    public static final String UNITS =
            "MB = 10^6 bytes, GB = 10^9 bytes, KB = 10^3 bytes; received bytes are those of whole frames";

    private static final int TERM_WIDTH = 14;
    private static final int MEANING_WIDTH = 126;

    private Legend() {}

    /**
     * One thing that is counted.
     *
     * @param term its name
     * @param meaning how
     */
    public record Entry(String term, String meaning) {}

    /** Returns what is counted, in the order of the table. */
    public static List<Entry> entries() {
        return List.of(
                new Entry("paced load", "every checksum verified, no acknowledgements"),
                new Entry("closed loop", "one unacknowledged message per peer, no checksums"),
                new Entry(
                        "collections",
                        "stop-the-world collections in the flight recording, each once: concurrent cycles (G1Old) are left out; a load that "
                                + "allocates less than the young generation holds shows none"),
                new Entry("pauses", "the recording's pause events, Remark and Cleanup included"),
                new Entry("humongous", "regions that became the start of a humongous object"),
                new Entry(
                        "allocated",
                        "heap: by the I/O thread; direct: growth over the load, and for Netty all chunks its allocator took"),
                new Entry(
                        "copied",
                        "between socket and application: compaction, cumulation, and the JDK's own copy into heap buffers"),
                new Entry("CPU", "of the whole receiver process: I/O thread, collector, compiler"),
                new Entry("heap region", "as the recording says; an object longer than half of it is humongous"),
                new Entry(
                        "memory",
                        "after full collections; held: capacity of the connections' buffers; direct: the larger of the JVM's pool "
                                + "and the strategy's allocator, with what that keeps free for the next message (from JDK 25 on the "
                                + "pool leaves out the buffers that the JDK copies through); resident: of the process, whose heap is "
                                + "committed from the start and resident where it has been touched"),
                new Entry(
                        "9 bytes in",
                        "of a large message: its length, at bytes 10 to 13, has not arrived, so nobody can size by it yet"));
    }

    static String text() {
        StringBuilder text = new StringBuilder("How it is counted (" + UNITS + ")\n");
        for (Entry entry : entries()) {
            StringBuilder line = new StringBuilder("  " + entry.term);
            line.append(" ".repeat(TERM_WIDTH - entry.term.length()));
            int start = line.length();
            for (String word : entry.meaning.split(" ", -1)) {
                if (line.length() + word.length() > start + MEANING_WIDTH) {
                    text.append(line.toString().stripTrailing()).append('\n');
                    line.setLength(0);
                    line.append(" ".repeat(start));
                }
                line.append(word).append(' ');
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
