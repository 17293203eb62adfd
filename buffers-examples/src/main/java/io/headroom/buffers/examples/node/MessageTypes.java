package io.headroom.buffers.examples.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types of message that a node knows.
 *
 * <p><b>Threads</b>: immutable.
 */
final class MessageTypes {
    private static final MessageTypes STANDARD = new MessageTypes(Map.of())
            .with(MessageType.PING)
            .with(MessageType.PONG)
            .with(MessageType.HEIGHT)
            .with(MessageType.GET_BLOCK)
            .with(MessageType.BLOCK);

    private final Map<Integer, MessageType> byValue;

    private MessageTypes(Map<Integer, MessageType> byValue) {
        this.byValue = byValue;
    }

    static MessageTypes standard() {
        return STANDARD;
    }

    /** Returns these types and one more. */
    MessageTypes with(MessageType type) {
        Map<Integer, MessageType> more = new HashMap<>(byValue);
        more.put(type.value(), type);
        return new MessageTypes(Map.copyOf(more));
    }

    /** Returns the type with that number on the wire, or null if it is unknown here. */
    @Nullable MessageType find(int value) {
        return byValue.get(value);
    }

    /** Returns all types, by their numbers. */
    List<MessageType> all() {
        List<MessageType> types = new ArrayList<>(byValue.values());
        types.sort(Comparator.comparingInt(MessageType::value));
        return types;
    }
}
