package io.headroom.buffers.examples.node;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A codec that hands the data to a test and makes an empty message of it. */
final class ScriptedCodec implements MessageType.Codec {
    static final int TYPE = 100;

    private final Consumer<ByteBuffer> decoder;

    private ScriptedCodec(Consumer<ByteBuffer> decoder) {
        this.decoder = decoder;
    }

    /** Returns a type of the number {@value #TYPE} whose data goes to the given decoder. */
    static MessageType type(Consumer<ByteBuffer> decoder) {
        return new MessageType(TYPE, "SCRIPTED", new ScriptedCodec(decoder));
    }

    @Override
    public Message decode(MessageType type, int id, ByteBuffer data) {
        decoder.accept(data);
        return Message.of(type).withId(id);
    }

    @Override
    public int dataLength(Message message) {
        return 0;
    }

    @Override
    public void encode(Message message, ByteBuffer target) {}
}
