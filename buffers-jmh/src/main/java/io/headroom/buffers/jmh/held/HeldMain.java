package io.headroom.buffers.jmh.held;

import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.jmh.compare.child.ParentLine;
import io.headroom.buffers.jmh.strategy.FrameReader;
import io.headroom.buffers.jmh.strategy.Node;
import io.headroom.buffers.jmh.strategy.Strategy;
import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * The process in which one strategy's memory is counted, in one situation. All is played once before, on one connection that is closed again,
 * so that what a class holds is not taken for a connection's; direct memory that a pool keeps of that counts, since it is held.
 */
public final class HeldMain {
    /** The situation in which only heap is counted, with this many connections of the library itself. */
    static final String IDLE_CONNECTIONS = "IDLE_CONNECTIONS";

    static final int MANY = 10_000;

    /** A framing has no state, so one does for all connections. */
    private static final LengthField FRAMING =
            LengthField.ofBytes(Frames.HEADER).strip(Frames.HEADER);

    private static final int READ_BYTES = 65_536;
    private static final long SEED = 5;
    private static final int STREAM_BYTES = 2 * (Frames.HEADER + (2 << 20));

    private HeldMain() {}

    /** Counts, and tells the parent. */
    public static void main(String[] arguments) {
        ParentLine parent = new ParentLine();
        // An event loop's thread: Netty's allocators have their caches for those.
        new FastThreadLocalThread(() -> {
                    try {
                        parent.say("held " + count(arguments[0], arguments[1]).line());
                    } catch (Exception e) {
                        parent.failed(e);
                    }
                })
                .start();
    }

    private static Held count(String strategy, String situation) throws IOException {
        return situation.equals(IDLE_CONNECTIONS)
                ? idleConnections()
                : count(Strategy.valueOf(strategy), Situation.valueOf(situation));
    }

    /** Returns what is held by one strategy's connections. */
    static Held count(Strategy strategy, Situation situation) throws IOException {
        FrameStream plain = FrameStream.of(situation.frames(), SEED, STREAM_BYTES);
        try {
            FrameStream stream = plain.as(strategy.wire());
            Scene scene = new Scene(strategy, situation, stream.source(READ_BYTES), situation.bytes(stream));
            MemoryInUse memory = new MemoryInUse();
            try (Node node = strategy.open(stream, READ_BYTES)) {
                return scene.count(node, memory);
            }
        } finally {
            // Not freed meanwhile, which would be taken off what is held.
            Reference.reachabilityFence(plain);
        }
    }

    /** Who receives how much of what. */
    private record Scene(Strategy strategy, Situation situation, StreamSource source, long bytes) {
        Held count(Node node, MemoryInUse memory) throws IOException {
            List<Object> kept = new ArrayList<>(Situation.KEPT_FRAMES);
            Tally tally = situation.keeps() ? new Tally(kept) : new Tally();
            rehearse(node, tally);
            giveBack(kept);
            List<FrameReader> readers = new ArrayList<>(situation.connections());
            long heapBefore = memory.heapBytes();
            for (int i = 0; i < situation.connections(); i++) {
                FrameReader reader = node.connection(tally);
                readers.add(reader);
                receive(reader);
            }
            if (situation.keeps() && kept.size() != Situation.KEPT_FRAMES) {
                throw new IllegalStateException(strategy + " handed out " + kept.size() + " frames");
            }
            Held held = new Held(
                    strategy.name(),
                    situation.name(),
                    situation.connections(),
                    memory.heapBytes() - heapBefore,
                    memory.directBytes(),
                    node.leasedBytes(),
                    source.hiddenBytes());
            giveBack(kept);
            readers.forEach(FrameReader::close);
            return held;
        }

        /** Plays it once; in a method of its own, so that no local variable keeps the connection from being collected. */
        private void rehearse(Node node, Tally tally) throws IOException {
            try (FrameReader rehearsed = node.connection(tally)) {
                receive(rehearsed);
            }
        }

        private void receive(FrameReader reader) throws IOException {
            source.startBytes(bytes);
            while (source.hasRemaining()) {
                reader.read(source);
            }
        }
    }

    private static void giveBack(List<Object> kept) {
        kept.forEach(ReferenceCountUtil::release);
        kept.clear();
    }

    /** Returns what idle connections take on the heap, with nothing around them. */
    static Held idleConnections() {
        MemoryInUse memory = new MemoryInUse();
        try (MessageBuffers buffers = MessageBuffers.builder().direct().build()) {
            ReadBuffer[] connections = new ReadBuffer[MANY];
            open(buffers).close();
            long before = memory.heapBytes();
            for (int i = 0; i < MANY; i++) {
                connections[i] = open(buffers);
            }
            long heap = memory.heapBytes() - before;
            long direct = memory.directBytes();
            for (ReadBuffer connection : connections) {
                connection.close();
            }
            return new Held("HEADROOM_DIRECT", IDLE_CONNECTIONS, MANY, heap, direct, Node.UNKNOWN, 0);
        }
    }

    private static ReadBuffer open(MessageBuffers buffers) {
        return buffers.connection("peer").framing(FRAMING).open();
    }
}
