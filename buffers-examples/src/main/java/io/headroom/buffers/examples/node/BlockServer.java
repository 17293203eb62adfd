package io.headroom.buffers.examples.node;

/** Answers pings, and makes up a block of {@code n} KiB for whoever asks for block {@code n}. */
final class BlockServer implements Application {
    private static final int KIB = 1024;
    private static final int MOST_KIB = MessageFraming.MAX_DATA_BYTES / KIB - 1;

    @Override
    public void onMessage(Peer peer, Message message) {
        if (message.type() == MessageType.PING) {
            peer.send(Message.of(MessageType.PONG).withId(message.id()));
        } else if (message.type() == MessageType.GET_BLOCK) {
            byte[] body = new byte[(int) Math.min(message.number(), MOST_KIB) * KIB];
            peer.send(Message.of(MessageType.BLOCK)
                    .withId(message.id())
                    .withNumber(message.number())
                    .withBody(body));
        }
    }
}
