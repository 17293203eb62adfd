package io.headroom.buffers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A way to get bytes into a read buffer. Whatever is tested for one is tested for all. */
enum Form {
    /** From a non-blocking channel that can scatter. */
    SCATTERING,
    /** From a channel of which nothing is known: one read for each drain, into one buffer. */
    PLAIN,
    /** From a heap buffer of the caller's. */
    FED,
    /** From a little-endian, read-only, direct buffer of the caller's. */
    FED_ODDLY,
    /** From a stream. */
    STREAMED,
    /** Written by the caller into room that is lent for as little as there is. */
    LENT,
    /** Written by the caller into room that is lent for a whole TLS record or the slab. */
    LENT_LARGE,
    /** From a channel, and the frames are pulled, so that a handler can decide nothing. */
    PULLED;

    /** The smallest slab in these tests. */
    private static final int SLAB = 4096;

    /** The forms whose handler decides. */
    static Form[] pushing() {
        return Arrays.copyOf(values(), values().length - 1);
    }

    /** Bytes on their way into a read buffer. */
    interface Source {
        /** Drains or feeds once. */
        <X extends Exception> ReadStatus step(ReadBuffer in, FrameHandler<X> handler) throws IOException, X;

        /** Returns how many bytes have not been taken yet. */
        int remaining();
    }

    /** Offers the bytes as one chunk. */
    Source of(byte[] bytes, int from, int to) {
        return of(ByteBuffer.wrap(bytes, from, to - from));
    }

    /** Offers the bytes that remain as one chunk. */
    Source of(ByteBuffer bytes) {
        switch (this) {
            case FED:
                return fed(bytes);
            case FED_ODDLY:
                ByteBuffer source =
                        ByteBuffer.allocateDirect(bytes.remaining() + 3).position(3);
                source.put(bytes).position(3);
                return fed(source.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN));
            case LENT:
                return lent(bytes, 1);
            case LENT_LARGE:
                return lent(bytes, 17_408);
            default:
                return over(new ChunkChannel().has(bytes));
        }
    }

    /** Offers what a channel has, for the forms in which the library reads it. */
    Source over(ChunkChannel channel) {
        switch (this) {
            case SCATTERING:
                return drained(channel, channel);
            case PLAIN:
                return drained(plain(channel), channel);
            case STREAMED:
                return streamed(channel);
            case PULLED:
                return pulled(channel);
            default:
                throw new IllegalArgumentException(this + " reads no channel");
        }
    }

    /** Offers the bytes in chunks that end at the cuts. */
    List<Source> of(byte[] bytes, List<Integer> cuts) {
        List<Source> chunks = new ArrayList<>();
        int from = 0;
        for (int to : cuts) {
            chunks.add(of(bytes, from, to));
            from = to;
        }
        chunks.add(of(bytes, from, bytes.length));
        return chunks;
    }

    /** Offers the bytes as one chunk until they are taken or something else than reading on is asked for; returns what. */
    <X extends Exception> ReadStatus push(ReadBuffer in, byte[] bytes, int from, int to, FrameHandler<X> handler)
            throws IOException, X {
        Source source = of(bytes, from, to);
        ReadStatus status;
        do {
            status = source.step(in, handler);
        } while (status == ReadStatus.MORE || (status == ReadStatus.DRAINED && source.remaining() > 0));
        return status;
    }

    /** Offers all the bytes as one chunk. */
    <X extends Exception> ReadStatus push(ReadBuffer in, byte[] bytes, FrameHandler<X> handler) throws IOException, X {
        return push(in, bytes, 0, bytes.length, handler);
    }

    /** Ends the stream. */
    <X extends Exception> ReadStatus end(ReadBuffer in, FrameHandler<X> handler) throws IOException, X {
        switch (this) {
            case SCATTERING:
                return in.drain(new ChunkChannel().ends(), handler);
            case PLAIN:
                return in.drain(plain(new ChunkChannel().ends()), handler);
            case STREAMED:
                return in.drain(InputStream.nullInputStream(), handler);
            case PULLED:
                return in.read(new ChunkChannel().ends());
            default:
                return in.endOfStream(handler);
        }
    }

    private static Source drained(ReadableByteChannel channel, ChunkChannel chunk) {
        return new Source() {
            @Override
            public <X extends Exception> ReadStatus step(ReadBuffer in, FrameHandler<X> handler) throws IOException, X {
                return in.drain(channel, handler);
            }

            @Override
            public int remaining() {
                return chunk.remaining();
            }
        };
    }

    private static Source fed(ByteBuffer buffer) {
        return new Source() {
            @Override
            public <X extends Exception> ReadStatus step(ReadBuffer in, FrameHandler<X> handler) throws IOException, X {
                return in.feed(buffer, handler);
            }

            @Override
            public int remaining() {
                return buffer.remaining();
            }
        };
    }

    private static Source streamed(ChunkChannel channel) {
        InputStream stream = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("a read of one byte");
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return channel.read(ByteBuffer.wrap(target, offset, length));
            }
        };
        return new Source() {
            @Override
            public <X extends Exception> ReadStatus step(ReadBuffer in, FrameHandler<X> handler) throws IOException, X {
                return channel.remaining() > 0 ? in.drain(stream, handler) : in.feed(ByteBuffer.allocate(0), handler);
            }

            @Override
            public int remaining() {
                return channel.remaining();
            }
        };
    }

    private static Source lent(ByteBuffer bytes, int least) {
        return new Source() {
            @Override
            public <X extends Exception> ReadStatus step(ReadBuffer in, FrameHandler<X> handler) throws IOException, X {
                ReadStatus status = in.feed(ByteBuffer.allocate(0), handler);
                int room = Math.min(least, SLAB);
                ByteBuffer lent = status != ReadStatus.DRAINED || !bytes.hasRemaining() ? null : in.writable(room);
                if (lent == null) {
                    return status == ReadStatus.DRAINED && bytes.hasRemaining() ? ReadStatus.PAUSED : status;
                }
                if (lent.remaining() < room) {
                    throw new AssertionError("room of " + lent.remaining() + " where " + room + " were asked for");
                }
                int count = Math.min(lent.remaining(), bytes.remaining());
                int limit = bytes.limit();
                lent.put(bytes.limit(bytes.position() + count));
                bytes.limit(limit);
                return in.received(count, handler);
            }

            @Override
            public int remaining() {
                return bytes.remaining();
            }
        };
    }

    private static Source pulled(ChunkChannel channel) {
        return new Source() {
            @Override
            public <X extends Exception> ReadStatus step(ReadBuffer in, FrameHandler<X> handler) throws IOException, X {
                ReadStatus status = in.read(channel);
                for (Frame frame = in.poll(); frame != null; frame = in.poll()) {
                    handler.onFrame(frame);
                }
                return status;
            }

            @Override
            public int remaining() {
                return channel.remaining();
            }
        };
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
