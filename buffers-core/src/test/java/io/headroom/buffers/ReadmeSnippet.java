package io.headroom.buffers;

import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ScheduledExecutorService;

/** What the README shows, compiled; {@link ReadmeTest} holds the two together. */
final class ReadmeSnippet {
    private final Queue<SelectionKey> again = new ArrayDeque<>();
    long seen;

    // README: begin
    /** One for the node: its memory limit is a quarter of the largest heap unless set. */
    private final MessageBuffers buffers = MessageBuffers.builder().build();

    /** Once: closes peers that are late with a frame, by default after two minutes, and gives back memory that is not needed. */
    void start(ScheduledExecutorService scheduler) {
        buffers.sweepEvery(Duration.ofSeconds(10), scheduler, report -> {});
    }

    /** One for each connection; holds no memory yet. */
    ReadBuffer open(SocketChannel channel) throws IOException {
        return buffers.connection(channel.getRemoteAddress())
                .framing(LengthField.ofBytes(4).strip(4)) // length(4) payload, big-endian
                .limits(ReadLimits.maxFrame(2 << 20)) // checked at the header, before memory is committed
                .open();
    }

    /** Made once: a handler that is made for each call allocates for each call. */
    private final FrameHandler<IOException> onFrame = frame -> {
        seen += frame.payload().length(); // a view: valid until the handler returns
        return Next.CONTINUE;
    };

    /** On OP_READ. A fault of the peer is a FrameException, which is an IOException: close the connection. */
    void onReadable(SelectionKey key, SocketChannel channel, ReadBuffer in) throws IOException {
        switch (in.drain(channel, onFrame)) {
            case DRAINED: // wait for the selector
                break;
            case MORE: // the others first, then this one again, without waiting
                again.add(key);
                break;
            case PAUSED: // memory is short
            case HELD: // the handler asked for a pause, until in.resume()
                key.interestOpsAnd(~SelectionKey.OP_READ);
                in.whenReadable(() -> {
                    if (key.isValid()) {
                        key.interestOpsOr(SelectionKey.OP_READ);
                        key.selector().wakeup();
                    }
                });
                break;
            case END: // the peer is done, between two frames
            case CLOSED:
                in.close();
                channel.close();
                break;
        }
    }
    // README: end
}
