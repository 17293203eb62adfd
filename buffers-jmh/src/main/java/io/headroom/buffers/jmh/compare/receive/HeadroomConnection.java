package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.Frame;
import io.headroom.buffers.FrameHandler;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.ReadBufferBuilder;
import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.LongSupplier;

/** Headroom as its manual sets it up: one {@link MessageBuffers} for the node, one {@link ReadBuffer} for each connection, drained. */
final class HeadroomConnection extends NioConnection implements FrameHandler<RuntimeException> {
    private static final Framing FRAMING = LengthField.ofBytes(Integer.BYTES)
            .at(WireForm.SIZE_AT)
            .signed()
            .adjustment(WireForm.DATA_AT - WireForm.CHECKSUM_AT)
            .header(WireForm.DATA_AT)
            .strip(WireForm.DATA_AT);

    private final ReadBuffer in;
    private final ReadableByteChannel source;
    private final LongSupplier copiedByJdk;
    private final BytesData data = new BytesData();

    private HeadroomConnection(ReadBuffer in, SocketChannel channel, Inbox inbox, boolean intoHeap) {
        super(channel, inbox);
        this.in = in;
        if (intoHeap) {
            HeapReads reads = new HeapReads(channel);
            source = reads;
            copiedByJdk = reads::bytes;
        } else {
            source = channel;
            copiedByJdk = () -> 0;
        }
    }

    /**
     * Returns what all connections of one receiver share.
     *
     * @param contiguous whether every message is to lie in one piece
     * @param sweepMillis the time between two sweeps; 0: nobody sweeps
     */
    static NioReceiver.Connections connections(MessageBuffers buffers, boolean contiguous, long sweepMillis) {
        boolean intoHeap = !buffers.pool().isDirect();
        return new NioReceiver.Connections() {
            @Override
            public NioConnection open(SocketChannel channel, Inbox inbox) {
                ReadBufferBuilder settings = buffers.connection(channel).framing(FRAMING);
                ReadBuffer in = (contiguous ? settings.contiguous() : settings).open();
                return new HeadroomConnection(in, channel, inbox, intoHeap);
            }

            @Override
            public long directBytes() {
                return buffers.landingPool().committedBytes();
            }

            @Override
            public long sweepMillis() {
                return sweepMillis;
            }

            @Override
            public List<SocketChannel> sweep() {
                return buffers.sweep(System.nanoTime()).evicted().stream()
                        .map(late -> (SocketChannel) late.peer())
                        .toList();
            }
        };
    }

    @Override
    boolean read(SelectionKey key) throws IOException {
        try {
            return switch (in.drain(source, this)) {
                // After MORE the socket may have more, and then the selector says so after the other connections had
                // their turn.
                case DRAINED, MORE -> true;
                case PAUSED, HELD -> {
                    key.interestOpsAnd(~SelectionKey.OP_READ);
                    in.whenReadable(() -> {
                        if (key.isValid()) {
                            key.interestOpsOr(SelectionKey.OP_READ);
                            key.selector().wakeup();
                        }
                    });
                    yield true;
                }
                case END, CLOSED -> false;
            };
        } catch (FrameException e) {
            if (e.kind() == FrameException.Kind.TRUNCATED) {
                return false;
            }
            throw new BadBytesException(e);
        }
    }

    @Override
    public Next onFrame(Frame frame) {
        Bytes bytes = frame.bytes();
        inbox().header(
                        bytes.getInt(0),
                        bytes.getInt(WireForm.TYPE_AT),
                        bytes.getByte(WireForm.HAS_ID_AT),
                        bytes.getInt(WireForm.SIZE_AT));
        deliver(bytes.getInt(WireForm.CHECKSUM_AT), data.over(frame.payload()));
        return Next.CONTINUE;
    }

    @Override
    long readBytes() {
        return in.receivedBytes();
    }

    @Override
    long copiedBytes() {
        return in.copiedBytes() + copiedByJdk.getAsLong();
    }

    @Override
    long heldBytes() {
        return in.heldBytes();
    }

    @Override
    void close() {
        in.close();
    }
}
