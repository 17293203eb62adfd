package io.headroom.buffers;

import java.nio.ByteBuffer;
import java.nio.channels.ScatteringByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;

/** A non-blocking channel that has what it is given, one chunk at a time: a read never goes across the end of a chunk. */
class ChunkChannel extends SelectableChannel implements ScatteringByteChannel {
    private ByteBuffer chunk = ByteBuffer.allocate(0);
    private boolean ended;
    private int reads;

    /** Replaces the chunk; the one before has been read, or is lost. */
    ChunkChannel has(ByteBuffer bytes) {
        chunk = bytes;
        return this;
    }

    ChunkChannel has(byte[] bytes, int from, int to) {
        return has(ByteBuffer.wrap(bytes, from, to - from));
    }

    ChunkChannel has(byte[] bytes) {
        return has(bytes, 0, bytes.length);
    }

    ChunkChannel ends() {
        ended = true;
        return this;
    }

    int reads() {
        return reads;
    }

    int remaining() {
        return chunk.remaining();
    }

    @Override
    public int read(ByteBuffer target) {
        if (!target.hasRemaining()) {
            throw new AssertionError("a read without room");
        }
        reads++;
        return transfer(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        reads++;
        long count = 0;
        for (int i = offset; i < offset + length; i++) {
            if (!targets[i].hasRemaining()) {
                throw new AssertionError("a read without room");
            }
            count += Math.max(0, transfer(targets[i]));
        }
        return count == 0 && ended ? -1 : count;
    }

    @Override
    public long read(ByteBuffer[] targets) {
        return read(targets, 0, targets.length);
    }

    private int transfer(ByteBuffer target) {
        int count = Math.min(target.remaining(), chunk.remaining());
        if (count == 0) {
            return ended ? -1 : 0;
        }
        int limit = chunk.limit();
        target.put(chunk.limit(chunk.position() + count));
        chunk.limit(limit);
        return count;
    }

    @Override
    public SelectorProvider provider() {
        return SelectorProvider.provider();
    }

    @Override
    public int validOps() {
        return SelectionKey.OP_READ;
    }

    @Override
    public boolean isRegistered() {
        return false;
    }

    @Override
    public SelectionKey keyFor(Selector selector) {
        return null;
    }

    @Override
    public SelectionKey register(Selector selector, int ops, Object attachment) {
        throw new IllegalStateException("no selector knows this channel");
    }

    @Override
    public SelectableChannel configureBlocking(boolean block) {
        return this;
    }

    @Override
    public boolean isBlocking() {
        return false;
    }

    @Override
    public Object blockingLock() {
        return this;
    }

    @Override
    protected void implCloseChannel() {}
}
