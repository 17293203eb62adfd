package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.memory.SimpleMemoryPool;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.NetworkReceive;

/**
 * Kafka's receive with its memory pool, as its selector uses them: a receive for each request, asked to read until it is complete, closed when
 * its payload has been handled. The length is read alone, then the payload into an array on the heap that is allocated for it; the pool counts
 * what is out and pools nothing.
 */
final class KafkaReader implements FrameReader {
    private static final String SOURCE = "stream";

    private final int longest;
    private final MemoryPool pool;
    private final Tally tally;
    private NetworkReceive receive;

    private KafkaReader(int longest, MemoryPool pool, Tally tally) {
        this.longest = longest;
        this.pool = pool;
        this.tally = tally;
        receive = new NetworkReceive(longest, SOURCE, pool);
    }

    /** Returns what the connections of a broker share: its pool, as {@code queued.max.request.bytes} makes it. */
    static Node node(FrameStream stream, long memoryLimit) {
        int longest = stream.longest();
        Metrics metrics = new Metrics();
        MemoryPool pool = new SimpleMemoryPool(memoryLimit, longest, false, metrics.sensor("memory-pool"));
        return new Node() {
            @Override
            public FrameReader connection(Tally tally) {
                return new KafkaReader(longest, pool, tally);
            }

            @Override
            public void close() {
                metrics.close();
            }
        };
    }

    @Override
    public void read(StreamSource source) throws IOException {
        receive.readFrom(source);
        if (receive.complete()) {
            ByteBuffer payload = receive.payload();
            int length = payload.limit();
            tally.frame(length, payload.get(0), payload.get(length - 1));
            if (tally.isKeeping()) {
                tally.keep(payload);
            } else {
                receive.close();
            }
            receive = new NetworkReceive(longest, SOURCE, pool);
        }
    }

    @Override
    public long copiedBytes() {
        return 0;
    }
}
