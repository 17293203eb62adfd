package io.headroom.buffers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;

/** A way to get bytes into a read buffer. Whatever is tested for one is tested for all. */
enum Form {
    /** From a non-blocking channel that can scatter. */
    SCATTERING {
        @Override
        <X extends Exception> ReadStatus push(ReadBuffer in, byte[] bytes, int from, int to, FrameHandler<X> handler)
                throws IOException, X {
            ChunkChannel channel = new ChunkChannel().has(bytes, from, to);
            ReadStatus status;
            do {
                status = in.drain(channel, handler);
            } while (status == ReadStatus.MORE);
            return status;
        }
    },
    /** From a channel of which nothing is known: one read for each drain, into one buffer. */
    PLAIN {
        @Override
        <X extends Exception> ReadStatus push(ReadBuffer in, byte[] bytes, int from, int to, FrameHandler<X> handler)
                throws IOException, X {
            ChunkChannel chunk = new ChunkChannel().has(bytes, from, to);
            ReadableByteChannel channel = plain(chunk);
            ReadStatus status;
            do {
                status = in.drain(channel, handler);
            } while (status == ReadStatus.MORE || (status == ReadStatus.DRAINED && chunk.remaining() > 0));
            return status;
        }
    },
    /** From a heap buffer of the caller's. */
    FED {
        @Override
        <X extends Exception> ReadStatus push(ReadBuffer in, byte[] bytes, int from, int to, FrameHandler<X> handler)
                throws IOException, X {
            return in.feed(ByteBuffer.wrap(bytes, from, to - from), handler);
        }
    },
    /** From a little-endian, read-only, direct buffer of the caller's. */
    FED_ODDLY {
        @Override
        <X extends Exception> ReadStatus push(ReadBuffer in, byte[] bytes, int from, int to, FrameHandler<X> handler)
                throws IOException, X {
            ByteBuffer source = ByteBuffer.allocateDirect(to - from + 3).position(3);
            source.put(bytes, from, to - from).position(3);
            return in.feed(source.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN), handler);
        }
    };

    /** Offers the bytes as one chunk; what is not taken, because of a pause, is lost. */
    abstract <X extends Exception> ReadStatus push(
            ReadBuffer in, byte[] bytes, int from, int to, FrameHandler<X> handler) throws IOException, X;

    /** Ends the stream. */
    <X extends Exception> ReadStatus end(ReadBuffer in, FrameHandler<X> handler) throws IOException, X {
        if (this == FED || this == FED_ODDLY) {
            return in.endOfStream(handler);
        }
        ChunkChannel ended = new ChunkChannel().ends();
        return in.drain(this == PLAIN ? plain(ended) : ended, handler);
    }

    private static ReadableByteChannel plain(ChunkChannel channel) {
        return new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer target) {
                return channel.read(target);
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
    }
}
