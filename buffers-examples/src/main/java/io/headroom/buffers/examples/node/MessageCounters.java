package io.headroom.buffers.examples.node;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many messages of each type a node has received, and how many bytes they had on the wire.
 *
 * <p>Unknown types are counted as well; since a peer can make up as many as it likes, only the first {@value #MOST_TYPES} numbers get
 * counts of their own and the rest share one.
 *
 * <p><b>Threads</b>: any.
 */
final class MessageCounters {
    static final int MOST_TYPES = 1024;

    /** The count of one type. */
    static final class Count {
        private final LongAdder messages = new LongAdder();
        private final LongAdder bytes = new LongAdder();

        long messages() {
            return messages.sum();
        }

        /** Returns the length of all these frames, header and checksum included. */
        long bytes() {
            return bytes.sum();
        }

        @Override
        public String toString() {
            return messages() + " messages, " + bytes() + " bytes";
        }
    }

    private final Map<Integer, Count> counts = new ConcurrentHashMap<>();
    private final Count others = new Count();

    /** Counts one frame of {@code frameBytes} bytes. */
    void add(int type, int frameBytes) {
        Count count = counts.get(type);
        if (count == null) {
            count = counts.size() < MOST_TYPES ? counts.computeIfAbsent(type, t -> new Count()) : others;
        }
        count.messages.increment();
        count.bytes.add(frameBytes);
    }

    /** Returns the count of a type. */
    Count of(int type) {
        return counts.getOrDefault(type, others);
    }
}
