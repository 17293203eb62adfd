package io.headroom.buffers.jmh.held;

import io.headroom.buffers.jmh.strategy.Node;

/**
 * Memory held by the connections of one strategy, all together.
 *
 * @param strategy whose
 * @param situation what they have received
 * @param connections how many there are
 * @param heapBytes live on the heap, over what was live before they were opened
 * @param directBytes direct memory that is committed, pools included
 * @param leasedBytes how much of that is in use; {@link Node#UNKNOWN} if nobody can tell
 * @param hiddenBytes the direct buffer that the JDK keeps for a thread that has read to the heap so, of which nobody is told
 */
public record Held(
        String strategy,
        String situation,
        int connections,
        long heapBytes,
        long directBytes,
        long leasedBytes,
        long hiddenBytes) {
    private static final int FIELDS = 7;

    /** Returns it as one line without spaces in its fields. */
    String line() {
        return String.join(
                " ",
                strategy,
                situation,
                String.valueOf(connections),
                String.valueOf(heapBytes),
                String.valueOf(directBytes),
                String.valueOf(leasedBytes),
                String.valueOf(hiddenBytes));
    }

    /** Returns what {@link #line} has written. */
    static Held of(String line) {
        String[] fields = line.split(" ", FIELDS);
        return new Held(
                fields[0],
                fields[1],
                Integer.parseInt(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                Long.parseLong(fields[5]),
                Long.parseLong(fields[6]));
    }
}
