package io.headroom.buffers.examples.node;

import java.nio.ByteBuffer;

/** The forms that a message's data has on the wire. */
enum DataForm implements MessageType.Codec {
    /** Nothing. */
    EMPTY {
        @Override
        public Message decode(MessageType type, int id, ByteBuffer data) {
            return Message.of(type).withId(id);
        }

        @Override
        public int dataLength(Message message) {
            return 0;
        }

        @Override
        public void encode(Message message, ByteBuffer target) {}
    },

    /** {@code number(8)}, not negative. */
    NUMBER {
        @Override
        public Message decode(MessageType type, int id, ByteBuffer data) throws MessageException {
            return Message.of(type).withId(id).withNumber(number(type, data));
        }

        @Override
        public int dataLength(Message message) {
            return Long.BYTES;
        }

        @Override
        public void encode(Message message, ByteBuffer target) {
            target.putLong(message.number());
        }
    },

    /** {@code number(8) length(4) body}. */
    NUMBER_AND_BODY {
        @Override
        public Message decode(MessageType type, int id, ByteBuffer data) throws MessageException {
            Message message = Message.of(type).withId(id).withNumber(number(type, data));
            int length = data.getInt();
            if (length < 0 || length > data.remaining()) {
                throw new MessageException(type + " of " + length + " bytes, got " + data.remaining());
            }
            byte[] body = new byte[length];
            data.get(body);
            return message.withBody(body);
        }

        @Override
        public int dataLength(Message message) {
            return Long.BYTES + Integer.BYTES + message.body().length;
        }

        @Override
        public void encode(Message message, ByteBuffer target) {
            target.putLong(message.number()).putInt(message.body().length).put(message.body());
        }
    };

    private static long number(MessageType type, ByteBuffer data) throws MessageException {
        long number = data.getLong();
        if (number < 0) {
            throw new MessageException(type + " with the negative number " + number);
        }
        return number;
    }
}
