package io.headroom.buffers.examples.node;

import java.nio.ByteBuffer;

/** Writes messages in the wire form that {@link MessageFraming} measures. */
final class MessageEncoder {
    private static final int LONGEST_HEADER = MessageFraming.HEADER_BYTES + Checksum.LENGTH;

    private MessageEncoder() {}

    /**
     * Returns the whole frame of a message, from position 0 to the limit.
     *
     * @throws IllegalArgumentException if its data is longer than the protocol allows
     */
    static ByteBuffer encode(Message message) {
        MessageType.Codec codec = message.type().codec();
        int length = codec.dataLength(message);
        if (length > MessageFraming.MAX_DATA_BYTES) {
            throw new IllegalArgumentException(
                    message + ": " + length + " bytes of data, limit " + MessageFraming.MAX_DATA_BYTES);
        }
        ByteBuffer frame = ByteBuffer.allocate(LONGEST_HEADER + length)
                .putInt(MessageFraming.MAGIC)
                .putInt(message.type().value())
                .put((byte) (message.hasId() ? 1 : 0));
        if (message.hasId()) {
            frame.putInt(message.id());
        }
        frame.putInt(length);
        if (length > 0) {
            int checksumAt = frame.position();
            frame.putInt(0);
            int dataAt = frame.position();
            codec.encode(message, frame);
            Checksum checksum = new Checksum();
            checksum.update(frame.duplicate().flip().position(dataAt));
            frame.putInt(checksumAt, checksum.finish());
        }
        return frame.flip();
    }
}
