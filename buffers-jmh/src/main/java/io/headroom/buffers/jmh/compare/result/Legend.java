package io.headroom.buffers.jmh.compare.result;

import java.util.List;

/** How the figures are counted. */
public final class Legend {
    /** The units of all figures. */
    public static final String UNITS =
            "MB = 10^6 bytes, GB = 10^9 bytes, KB = 10^3 bytes; received bytes are those of whole frames";

    private static final int TERM_WIDTH = 14;
    private static final int MEANING_WIDTH = 126;

    private static final Entry MEMORY = new Entry(
            "memory",
            "after full collections; held: capacity of the connections' buffers; direct: the larger of the JVM's pool "
                    + "and the strategy's allocator, with what that keeps free for the next message (from JDK 25 on the "
                    + "pool leaves out the buffers that the JDK copies through); resident: of the process, whose heap is "
                    + "committed from the start and resident where it has been touched");

    /** What is counted under loads, in the order of the table. */
    static final List<Entry> OF_LOADS = List.of(
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
            MEMORY,
            new Entry(
                    "9 bytes in",
                    "of a large message: its length, at bytes 10 to 13, has not arrived, so nobody can size by it yet"));

    /** What is counted under attack, in the order of the table. */
    static final List<Entry> OF_ATTACKS = List.of(
            new Entry(
                    "honest peers",
                    "send at a steady rate, each one message at a time, and wait for its acknowledgement: delivered is what is "
                            + "acknowledged; alone: in the same run, before the attack"),
            new Entry(
                    "wait",
                    "from the first byte of a message on, by the sender's clock, with the full collections of the memory figures in it; "
                            + "messages that still wait, or whose connection was closed, count with the time until the end"),
            new Entry(
                    "stalled",
                    "messages of honest peers wait and for a quarter of a second or more none is acknowledged; kept waiting: "
                            + "peers whose message has waited for a second or more at the end"),
            new Entry(
                    "attackers",
                    "seen from their side; closed after: the median over the connections that the receiver closed, from connecting to "
                            + "the end of the stream; a process that ends closes them all; only foreign peers come back"),
            new Entry("CPU", "under attack; process: I/O thread, collector, compiler; 100 % is one core"),
            new Entry(
                    "failed",
                    "an error on the I/O thread, such as OutOfMemoryError; it ends a plain selector loop, while Netty closes the "
                            + "connection and goes on; figures of the thread are then those seen last"),
            MEMORY,
            new Entry(
                    "held at most",
                    "the same sum, sampled twenty times a second from the beginning of the attack to its end; the messages of "
                            + "honest peers are in it"),
            new Entry(
                    "its height",
                    "the middle between the beginning of the attack and the deadline, or the end if that comes first"),
            new Entry(
                    "Headroom",
                    "has a memory limit and a deadline, sweeps on its selector thread, and closes on FrameException; the others "
                            + "run as they are, without limit or deadline, and close when the bytes are no header"));

    private Legend() {}

    /**
     * One thing that is counted.
     *
     * @param term its name
     * @param meaning how
     */
    public record Entry(String term, String meaning) {}

    static String text(List<Entry> entries) {
        StringBuilder text = new StringBuilder("How it is counted (" + UNITS + ")\n");
        for (Entry entry : entries) {
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
