package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.jmh.compare.result.Memory;
import io.headroom.buffers.jmh.compare.result.Strain;
import io.headroom.buffers.jmh.compare.result.Traffic;
import io.headroom.buffers.jmh.compare.result.Work;
import org.jspecify.annotations.Nullable;

/** The answers of a receiver process, as words of a line and back: no JSON library lives on the heap that is measured. */
public final class Answers {
    private static final String UNKNOWN = "-";

    private Answers() {}

    static String of(Traffic traffic, Work work) {
        return words(traffic.seconds(), traffic.messages(), traffic.bytes(), traffic.mismatches())
                + " "
                + words(
                        work.cpuNanos(),
                        work.heapAllocatedBytes(),
                        work.directGrowthBytes(),
                        work.copiedBytes(),
                        work.peakDirectBytes());
    }

    static String of(Memory memory) {
        return words(memory.heldBytes(), memory.heapBytes(), memory.directBytes(), memory.residentBytes());
    }

    /** The failure comes last: its text may have spaces. */
    static String of(Strain strain) {
        String numbers = words(
                strain.seconds(),
                strain.peakHeldBytes(),
                strain.finalHeldBytes(),
                strain.processCpuNanos(),
                strain.ioCpuNanos(),
                strain.failedAfterSeconds());
        return numbers + " " + (strain.failure() == null ? "" : strain.failure());
    }

    /** Returns the strain in the answer to "attack-end". */
    public static Strain strain(String answer) {
        String[] words = answer.split(" ", 7);
        boolean hasFailed = !words[5].equals(UNKNOWN);
        return new Strain(
                Double.parseDouble(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                hasFailed ? Double.valueOf(words[5]) : null,
                hasFailed ? words[6] : null);
    }

    /** Returns the traffic in the answer to "end". */
    public static Traffic traffic(String answer) {
        String[] words = answer.split(" ", -1);
        return new Traffic(
                Double.parseDouble(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]));
    }

    /** Returns the work in the answer to "end". */
    public static Work work(String answer) {
        String[] words = answer.split(" ", -1);
        return new Work(
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Long.parseLong(words[6]),
                known(words[7]),
                Long.parseLong(words[8]));
    }

    /** Returns the memory in the answer to "memory". */
    public static Memory memory(String answer) {
        String[] words = answer.split(" ", -1);
        return new Memory(
                Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]), known(words[3]));
    }

    private static @Nullable Long known(String word) {
        return word.equals(UNKNOWN) ? null : Long.valueOf(word);
    }

    private static String words(@Nullable Number... values) {
        StringBuilder words = new StringBuilder();
        for (Number value : values) {
            words.append(words.isEmpty() ? "" : " ").append(value == null ? UNKNOWN : value.toString());
        }
        return words.toString();
    }
}
