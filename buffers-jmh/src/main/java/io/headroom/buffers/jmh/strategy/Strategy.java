package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.Delivery;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Wire;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.codec.AdaptiveCumulator;
import io.netty.handler.codec.ByteToMessageDecoder;

/** The strategies, in the order in which they run: those that are compared most often follow the floor that they are compared with. */
public enum Strategy {
    /** No strategy but the least work: see {@link FloorReader}. */
    FLOOR((stream, readBytes) -> tally -> new FloorReader(stream, readBytes, tally)),
    /** Headroom with frames in direct memory, long ones in chains of slabs. */
    HEADROOM_DIRECT((stream, readBytes) ->
            HeadroomReader.node(MessageBuffers.builder().direct(), Delivery.WHOLE, false, stream)),
    /** Headroom with frames that take more than one read on the heap, long ones in chains of slabs. */
    HEADROOM_HEAP(
            (stream, readBytes) -> HeadroomReader.node(MessageBuffers.builder().heap(), Delivery.WHOLE, false, stream)),
    /** Headroom with every frame in one piece: a long one gathers in slabs until half of it is here. */
    HEADROOM_CONTIGUOUS((stream, readBytes) ->
            HeadroomReader.node(MessageBuffers.builder().direct(), Delivery.CONTIGUOUS, false, stream)),
    /** Headroom with every frame in one piece that is committed at its header, as for a peer that is trusted. */
    HEADROOM_TRUSTED((stream, readBytes) ->
            HeadroomReader.node(MessageBuffers.builder().direct(), Delivery.CONTIGUOUS, true, stream)),
    /** Headroom with frames in parts, as they arrive. */
    HEADROOM_STREAMED((stream, readBytes) ->
            HeadroomReader.node(MessageBuffers.builder().direct(), Delivery.PARTS, false, stream)),
    /** The floor under strategies that keep no frame: see {@link SlabFloorReader}. */
    FLOOR_ONE_SLAB((stream, readBytes) -> tally -> new SlabFloorReader(stream, readBytes, tally)),
    /** A heap array of exactly the frame's length, allocated at its header: see {@link ExactReader}. */
    EXACT((stream, readBytes) -> ExactReader::new),
    /** One buffer of the longest frame for each connection, done well: see {@link MaximalReader}. */
    MAXIMAL((stream, readBytes) -> tally -> new MaximalReader(stream, readBytes, tally)),
    /** One buffer of the longest frame for each connection, compacted after each message: see {@link CompactingReader}. */
    MAXIMAL_COMPACTING((stream, readBytes) -> tally -> new CompactingReader(true, stream, tally)),
    /** A buffer of the longest frame whenever there is none, dropped when it is empty: see {@link CompactingReader}. */
    NAIVE((stream, readBytes) -> tally -> new CompactingReader(false, stream, tally)),
    /** Netty's length-field decoder with its merging cumulator, pooled allocator. */
    NETTY_MERGE_POOLED((stream, readBytes) ->
            NettyReader.node(PooledByteBufAllocator.DEFAULT, ByteToMessageDecoder.MERGE_CUMULATOR, true, stream)),
    /** Netty's length-field decoder with its merging cumulator, adaptive allocator: both are Netty's defaults. */
    NETTY_MERGE_ADAPTIVE((stream, readBytes) ->
            NettyReader.node(new AdaptiveByteBufAllocator(), ByteToMessageDecoder.MERGE_CUMULATOR, true, stream)),
    /** Netty's length-field decoder with {@link ByteToMessageDecoder#COMPOSITE_CUMULATOR}, pooled allocator. */
    NETTY_COMPOSITE_POOLED((stream, readBytes) ->
            NettyReader.node(PooledByteBufAllocator.DEFAULT, ByteToMessageDecoder.COMPOSITE_CUMULATOR, false, stream)),
    /** Netty's length-field decoder with {@link ByteToMessageDecoder#COMPOSITE_CUMULATOR}, adaptive allocator. */
    NETTY_COMPOSITE_ADAPTIVE((stream, readBytes) ->
            NettyReader.node(new AdaptiveByteBufAllocator(), ByteToMessageDecoder.COMPOSITE_CUMULATOR, false, stream)),
    /** Netty's length-field decoder with its {@link AdaptiveCumulator}, pooled allocator. */
    NETTY_ADAPTIVE_POOLED((stream, readBytes) ->
            NettyReader.node(PooledByteBufAllocator.DEFAULT, Strategy.adaptive(), false, stream)),
    /** Netty's length-field decoder with its {@link AdaptiveCumulator}, adaptive allocator. */
    NETTY_ADAPTIVE_ADAPTIVE((stream, readBytes) ->
            NettyReader.node(new AdaptiveByteBufAllocator(), Strategy.adaptive(), false, stream)),
    /** Kafka's receive with its memory pool: see {@link KafkaReader}. */
    KAFKA((stream, readBytes) -> KafkaReader.node(stream, Strategy.MEMORY_LIMIT)),
    /** Vert.x's record parser: see {@link VertxReader}. */
    VERTX((stream, readBytes) -> VertxReader.node(readBytes)),
    /** MINA's cumulative decoder: see {@link MinaReader}. */
    MINA((stream, readBytes) -> tally -> new MinaReader(readBytes, stream.longest(), tally)),
    /** Okio's buffer: see {@link OkioReader}. */
    OKIO((stream, readBytes) -> OkioReader::new),
    /** The floor under those that read Bitcoin frames: see {@link BitcoinFloorReader}. */
    FLOOR_BITCOIN(Wire.BITCOIN, (stream, readBytes) -> tally -> new BitcoinFloorReader(stream, readBytes, tally)),
    /** Headroom with Bitcoin frames: see {@link BitcoinHeadroomReader}. */
    HEADROOM_BITCOIN(Wire.BITCOIN, (stream, readBytes) -> BitcoinHeadroomReader.node(stream)),
    /** bitcoinj's socket handler: see {@link BitcoinjReader}. */
    BITCOINJ(Wire.BITCOIN, (stream, readBytes) -> BitcoinjReader.node());

    /** What nodes that size a buffer by the longest frame allow at least: a header and 2 MiB, whatever they are sent. */
    static final int LONGEST_ALLOWED = 4 + (2 << 20);

    /** What a node that has a limit lets all its connections hold. */
    static final long MEMORY_LIMIT = 128 << 20;

    /** From how long a tail on gRPC, which the {@link AdaptiveCumulator} comes from, composes unless it is told otherwise. */
    private static final int COMPOSE_FROM_BYTES = 1_024;

    private final Wire wire;

    @SuppressWarnings("ImmutableEnumChecker") // the factories above have no state
    private final Factory factory;

    Strategy(Factory factory) {
        this(Wire.LENGTH, factory);
    }

    Strategy(Wire wire, Factory factory) {
        this.wire = wire;
        this.factory = factory;
    }

    private interface Factory {
        Node open(FrameStream stream, int readBytes);
    }

    private static ByteToMessageDecoder.Cumulator adaptive() {
        return new AdaptiveCumulator(COMPOSE_FROM_BYTES);
    }

    /** Returns the form of the frames that it reads. */
    public Wire wire() {
        return wire;
    }

    /** Returns whether it is no strategy but the least work for what is asked of strategies. */
    public boolean isFloor() {
        return name().startsWith(FLOOR.name());
    }

    /** Returns whether it hands out frames that can be kept: floors have none, and a frame in parts is never there as one. */
    public boolean handsOutFrames() {
        return !isFloor() && this != HEADROOM_STREAMED;
    }

    /**
     * Returns whether frames of 32 MiB in small reads are more than anybody has time for: MINA's decoder moves all it has of a frame at each
     * read, which is minutes for each frame.
     */
    public boolean isLostOnLongFrames() {
        return this == MINA;
    }

    /** Returns the floor that it is compared with: the one for its form of frames. */
    public Strategy floor() {
        return wire == Wire.BITCOIN ? FLOOR_BITCOIN : FLOOR;
    }

    /**
     * Makes what all connections of a node share.
     *
     * @param stream what they will read, in frames of this strategy's form; it knows of it the longest frame alone, as a node knows its
     *     protocol's
     * @param readBytes how much a read brings at most
     */
    public Node open(FrameStream stream, int readBytes) {
        if (stream.wire() != wire) {
            throw new IllegalArgumentException("frames of the form " + stream.wire() + ": " + this + " reads " + wire);
        }
        return factory.open(stream, readBytes);
    }
}
