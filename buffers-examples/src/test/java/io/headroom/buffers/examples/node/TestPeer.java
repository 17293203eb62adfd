package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.MessageBuffers;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A peer on a {@link ScriptedChannel}, and the host that it belongs to: no thread but the test's own. */
final class TestPeer implements PeerHost, AutoCloseable {
    final ScriptedChannel channel = new ScriptedChannel();
    final Peer peer;
    private final NodeSettings settings;
    private final MessageBuffers buffers;
    private final MessageCounters counters = new MessageCounters();
    private boolean wantsToReadSoon;
    private int disconnectedCount;
    private Consumer<Peer> onPending = p -> {};

    private TestPeer(ReadLoop loop, NodeSettings settings) throws IOException {
        this.settings = settings;
        buffers = MessageBuffers.builder().memoryLimit(settings.memoryLimit()).build();
        peer = loop.open(channel, this);
    }

    static TestPeer of(ReadLoop loop) throws IOException {
        return of(loop, settings -> settings);
    }

    static TestPeer of(ReadLoop loop, UnaryOperator<NodeSettings.Builder> settings) throws IOException {
        return new TestPeer(loop, settings.apply(NodeSettings.builder()).build());
    }

    static TestPeer of(ReadLoop loop, MessageType type) throws IOException {
        return of(loop, settings -> settings.types(MessageTypes.standard().with(type)));
    }

    PeerAfter after() {
        return (PeerAfter) peer;
    }

    PeerBefore before() {
        return (PeerBefore) peer;
    }

    void onPending(Consumer<Peer> action) {
        onPending = action;
    }

    /** These bytes arrive, and the peer gets its turns as a selector would give them. */
    void receive(byte[]... pieces) throws IOException {
        channel.arrive(pieces);
        do {
            readOnce();
        } while (wantsToReadSoon || (channel.isReadable() && peer.interestOps() == SelectionKey.OP_READ));
    }

    /** One turn of the peer. */
    void readOnce() throws IOException {
        wantsToReadSoon = false;
        peer.onReadable();
    }

    boolean wantsToReadSoon() {
        return wantsToReadSoon;
    }

    int disconnectedCount() {
        return disconnectedCount;
    }

    /** Takes and handles all messages that are pending. */
    List<Message> takeAll() {
        List<Message> messages = new ArrayList<>();
        for (Message message = peer.poll(); message != null; message = peer.poll()) {
            messages.add(message);
            peer.handled();
        }
        return messages;
    }

    @Override
    public NodeSettings settings() {
        return settings;
    }

    @Override
    public MessageBuffers buffers() {
        return buffers;
    }

    @Override
    public MessageCounters counters() {
        return counters;
    }

    @Override
    public void readSoon(Peer peer) {
        wantsToReadSoon = true;
    }

    @Override
    public void interestChanged(Peer peer) {}

    @Override
    public void onPending(Peer peer) {
        onPending.accept(peer);
    }

    @Override
    public void onDisconnected(Peer peer) {
        disconnectedCount++;
    }

    /** Disconnects, if that is not done, and expects that all memory is back. */
    @Override
    public void close() {
        peer.disconnect("the test is over");
        assertThat(buffers.pool().leasedBytes()).isZero();
        assertThat(buffers.landingPool().leasedBytes()).isZero();
        buffers.close();
    }
}
