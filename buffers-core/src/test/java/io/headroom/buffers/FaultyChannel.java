package io.headroom.buffers;

import java.nio.ByteBuffer;

/** A channel that throws once, after it has moved a number of bytes. */
final class FaultyChannel extends ChunkChannel {
    private final Throwable fault;
    private final int moves;
    private boolean thrown;

    FaultyChannel(Throwable fault, int moves) {
        this.fault = fault;
        this.moves = moves;
    }

    @Override
    public int read(ByteBuffer target) {
        return (int) read(new ByteBuffer[] {target}, 0, 1);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        if (thrown) {
            return super.read(targets, offset, length);
        }
        thrown = true;
        int left = moves;
        for (int i = offset; i < offset + length && left > 0; i++) {
            ByteBuffer target = targets[i];
            int limit = target.limit();
            target.limit(target.position() + Math.min(left, target.remaining()));
            left -= super.read(target);
            target.limit(limit);
        }
        throw FaultyChannel.<RuntimeException>unchecked(fault);
    }

    /** A channel may throw an IOException, but {@link ChunkChannel} does not say so, for the tests that never see one. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T unchecked(Throwable fault) throws T {
        throw (T) fault;
    }
}
