package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.jmh.stream.Tally;
import java.util.function.BiFunction;

/** A node on Headroom: one pool for all its connections. */
final class HeadroomNode implements Node {
    private final MessageBuffers buffers;
    private final BiFunction<MessageBuffers, Tally, FrameReader> connections;

    HeadroomNode(MessageBuffers.Builder settings, BiFunction<MessageBuffers, Tally, FrameReader> connections) {
        this.connections = connections;
        buffers = settings.memoryLimit(Strategy.MEMORY_LIMIT).build();
    }

    @Override
    public FrameReader connection(Tally tally) {
        return connections.apply(buffers, tally);
    }

    @Override
    public long leasedBytes() {
        return buffers.leasedBytes();
    }

    @Override
    public void close() {
        buffers.close();
    }
}
