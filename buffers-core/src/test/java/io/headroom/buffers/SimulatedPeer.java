package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Bytes;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One connection of a {@link SimulatedNode}: the stream that its peer sends, how far it has got, and a handler that looks at every byte and does
 * anything that a handler may do.
 */
final class SimulatedPeer implements FrameHandler<SimulatedPeer.Trouble> {
    private static final int SLAB = SimulatedNode.SLAB;

    /** What a handler throws now and then. */
    static final class Trouble extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** Bytes that the application keeps: what they must be, until it releases them. */
    record Kept(ByteBuf bytes, byte[] expected) {
        void release() {
            byte[] now = new byte[bytes.readableBytes()];
            bytes.getBytes(bytes.readerIndex(), now);
            assertThat(now).as("kept bytes").isEqualTo(expected);
            bytes.release();
        }
    }

    private final SimulatedNode node;
    private final SplittableRandom random;
    private final byte[] stream;
    private final int id;
    private final ChunkChannel channel = new ChunkChannel();
    final ReadBuffer in;

    private int sent;
    private int delivered;

    /** Whether it may only be drained once it has been woken, or has its turn again. */
    private boolean waiting;

    private ReadStatus status = ReadStatus.DRAINED;

    SimulatedPeer(SimulatedNode node, int id, ReadBufferBuilder settings, SplittableRandom random) {
        this.node = node;
        this.id = id;
        this.random = random;
        stream = stream(random);
        in = settings.framing(CountedNode.FRAMING)
                .limits(ReadLimits.maxFrame(SimulatedNode.LONGEST))
                .open();
    }

    /** Small frames, frames of about a slab, and frames of several. */
    private static byte[] stream(SplittableRandom random) {
        ByteBuffer stream = ByteBuffer.allocate(20 * SLAB);
        while (stream.remaining() > SimulatedNode.LONGEST) {
            int kind = random.nextInt(10);
            int length = kind < 6
                    ? random.nextInt(4, 400)
                    : kind < 8 ? SLAB - 200 + random.nextInt(400) : random.nextInt(SLAB, SimulatedNode.LONGEST + 1);
            stream.putInt(length - 4);
            for (int i = 4; i < length; i++) {
                stream.put((byte) random.nextInt());
            }
        }
        return Arrays.copyOf(stream.array(), stream.position());
    }

    boolean isOpen() {
        return in.isOpen();
    }

    boolean isPaused() {
        return isOpen() && waiting && status == ReadStatus.PAUSED;
    }

    boolean isSent() {
        return sent == stream.length || !isOpen();
    }

    boolean isDone() {
        return delivered == stream.length;
    }

    /** The peer sends so many bytes more; they are read unless the connection waits. */
    void sends(int bytes) throws IOException {
        int from = sent - channel.remaining();
        sent = Math.min(stream.length, sent + bytes);
        channel.has(stream, from, sent);
        if (!waiting) {
            goOn();
        }
    }

    /** The connection was woken, or has its turn again. */
    void goOn() throws IOException {
        waiting = false;
        try {
            status = in.drain(channel, this);
        } catch (Trouble e) {
            status = ReadStatus.MORE;
        }
        switch (status) {
            case MORE:
                waiting = true;
                node.wakes(this);
                break;
            case PAUSED:
            case HELD:
                waiting = true;
                in.whenReadable(() -> node.wakes(this));
                break;
            case DRAINED:
                assertThat(channel.remaining()).as("unread after a drain").isZero();
                assertThat(in.receivedBytes()).isEqualTo(sent);
                break;
            default:
                assertThat(isOpen()).as("open though %s", status).isFalse();
        }
        assertThat(in.receivedBytes() - in.pendingBytes()).as("consumed").isLessThanOrEqualTo(stream.length);
    }

    @Override
    public Delivery onHeader(Bytes header, long frameLength) {
        int kind = random.nextInt(20);
        return kind == 0 ? Delivery.PARTS : kind == 1 ? Delivery.SKIP : Delivery.WHOLE;
    }

    @Override
    public void onPart(Bytes part, long offset, long frameLength) {
        assertThatIs(part, delivered + (int) offset);
        delivered += offset + part.length() == frameLength ? (int) frameLength : 0;
    }

    @Override
    public void onSkipped(long declared, long limit) {
        delivered += (int) declared;
    }

    @Override
    public Next onFrame(Frame frame) throws Trouble {
        assertThatIs(frame.bytes(), delivered);
        int mood = node.isCalm() ? 0 : random.nextInt(100);
        if (mood == 99) {
            return Next.KEEP;
        }
        if (mood >= 80 && mood < 95) {
            byte[] expected = frame.payload().toByteArray();
            node.keeps(new Kept(mood < 91 ? frame.share() : frame.detach(), expected));
        }
        delivered += frame.length();
        if (mood == 98) {
            throw new Trouble();
        }
        return mood >= 95 ? Next.PAUSE : Next.CONTINUE;
    }

    private void assertThatIs(Bytes bytes, int from) {
        assertThat(bytes.toByteArray())
                .as("bytes from %s on of peer %s", from, id)
                .isEqualTo(Arrays.copyOfRange(stream, from, from + bytes.length()));
    }

    @Override
    public String toString() {
        return "peer " + id + ": " + status + (waiting ? ", waiting" : "") + ", sent " + sent + ", delivered "
                + delivered + " of " + stream.length + ", held " + in.heldBytes() + (isOpen() ? "" : ", closed");
    }
}
