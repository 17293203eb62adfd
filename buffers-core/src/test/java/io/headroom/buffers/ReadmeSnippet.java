package io.headroom.buffers;

import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;

/** What the README shows, compiled; {@link ReadmeTest} holds the two together. */
final class ReadmeSnippet {
    final Queue<SelectionKey> again = new ConcurrentLinkedQueue<>();
    long seen;
    int disconnected;

    /** The node's own: closes the channel of each {@link Suspect#peer}; here it counts them. */
    private void disconnect(List<Suspect> late) {
        disconnected += late.size();
    }

    // README: begin
    /** One for the node: its memory limit is a quarter of the largest heap unless set. */
    private final MessageBuffers buffers = MessageBuffers.builder().build();

    /** Once: closes the buffers of peers that are late with a frame, by default after two minutes; their channels are yours to close. */
    void start(ScheduledExecutorService scheduler) {
        buffers.sweepEvery(Duration.ofSeconds(10), scheduler, report -> disconnect(report.evicted()));
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
                again.add(key); // a concurrent queue of keys to call this for, before the next select
                break;
            case PAUSED: // memory is short
            case HELD: // the handler asked for a pause, until in.resume()
                key.interestOpsAnd(~SelectionKey.OP_READ);
                in.whenReadable(() -> {
                    if (key.isValid()) {
                        key.interestOpsOr(SelectionKey.OP_READ);
                        again.add(key); // at once: no selector knows of the frames that are here already
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
