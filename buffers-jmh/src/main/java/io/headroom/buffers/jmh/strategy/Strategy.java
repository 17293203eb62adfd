package io.headroom.buffers.jmh.strategy;

import io.headroom.buffers.Delivery;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Tally;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;

/** The strategies, in the order in which they run: those that are compared most often follow the floor that they are compared with. */
public enum Strategy {
    /** No strategy but the least work: see {@link FloorReader}. */
    FLOOR(FloorReader::new),
    /** Headroom with frames in direct memory, long ones in chains of slabs. */
    HEADROOM_DIRECT((stream, readBytes, tally) ->
            new HeadroomReader(MessageBuffers.builder().direct(), Delivery.WHOLE, stream, tally)),
    /** Headroom with frames that take more than one read on the heap, long ones in chains of slabs. */
    HEADROOM_HEAP((stream, readBytes, tally) ->
            new HeadroomReader(MessageBuffers.builder().heap(), Delivery.WHOLE, stream, tally)),
    /** Headroom with every frame in one piece: a long one gathers in slabs until half of it is here. */
    HEADROOM_CONTIGUOUS((stream, readBytes, tally) ->
            new HeadroomReader(MessageBuffers.builder().direct(), Delivery.CONTIGUOUS, stream, tally)),
    /** Headroom with every frame in one piece that is committed at its header, as for a peer that is trusted. */
    HEADROOM_TRUSTED((stream, readBytes, tally) ->
            new HeadroomReader(MessageBuffers.builder().direct(), Delivery.CONTIGUOUS, stream, tally).trusted()),
    /** Headroom with frames in parts, as they arrive. */
    HEADROOM_STREAMED((stream, readBytes, tally) ->
            new HeadroomReader(MessageBuffers.builder().direct(), Delivery.PARTS, stream, tally)),
    /** The floor under strategies that keep no frame: see {@link SlabFloorReader}. */
    FLOOR_ONE_SLAB(SlabFloorReader::new),
    /** A heap array of exactly the frame's length, allocated at its header: see {@link ExactReader}. */
    EXACT((stream, readBytes, tally) -> new ExactReader(tally)),
    /** One buffer of the longest frame for each connection, done well: see {@link MaximalReader}. */
    MAXIMAL(MaximalReader::new),
    /** One buffer of the longest frame for each connection, compacted after each message: see {@link CompactingReader}. */
    MAXIMAL_COMPACTING((stream, readBytes, tally) -> new CompactingReader(true, stream, tally)),
    /** A buffer of the longest frame whenever there is none, dropped when it is empty: see {@link CompactingReader}. */
    NAIVE((stream, readBytes, tally) -> new CompactingReader(false, stream, tally)),
    /** Netty's length-field decoder with its merging cumulator, pooled allocator. */
    NETTY_MERGE_POOLED((stream, readBytes, tally) ->
            NettyReader.merging(PooledByteBufAllocator.DEFAULT, stream, readBytes, tally)),
    /** Netty's length-field decoder with its merging cumulator, adaptive allocator: both are Netty's defaults. */
    NETTY_MERGE_ADAPTIVE((stream, readBytes, tally) ->
            NettyReader.merging(new AdaptiveByteBufAllocator(), stream, readBytes, tally)),
    /** Netty's length-field decoder with {@link ByteToMessageDecoder#COMPOSITE_CUMULATOR}, pooled allocator. */
    NETTY_COMPOSITE_POOLED((stream, readBytes, tally) ->
            NettyReader.composing(PooledByteBufAllocator.DEFAULT, stream, readBytes, tally)),
    /** Netty's length-field decoder with {@link ByteToMessageDecoder#COMPOSITE_CUMULATOR}, adaptive allocator. */
    NETTY_COMPOSITE_ADAPTIVE((stream, readBytes, tally) ->
            NettyReader.composing(new AdaptiveByteBufAllocator(), stream, readBytes, tally));

    /** What nodes that size a buffer by the longest frame allow at least: a header and 2 MiB, whatever they are sent. */
    static final int LONGEST_ALLOWED = 4 + (2 << 20);

    @SuppressWarnings("ImmutableEnumChecker") // the factories above have no state
    private final Factory factory;

    Strategy(Factory factory) {
        this.factory = factory;
    }

    private interface Factory {
        FrameReader open(FrameStream stream, int readBytes, Tally tally);
    }

    /**
     * Opens a connection.
     *
     * @param stream what it will read; a strategy knows of it the longest frame alone, as a node knows its protocol's
     * @param readBytes how much a read brings at most
     * @param tally what takes the frames
     */
    public FrameReader open(FrameStream stream, int readBytes, Tally tally) {
        return factory.open(stream, readBytes, tally);
    }
}
