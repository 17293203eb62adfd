package io.headroom.buffers.tools.doctor.reading;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Which events a recording was to have. An event that was switched on and did not happen is none; one that was off, or that the JVM does
 * not have, is not in the recording and says nothing.
 */
final class Switches {
    private static final String SETTING = "jdk.ActiveSetting";

    private final Map<Long, Boolean> enabled = new HashMap<>();
    private final Set<Long> withoutStack = new HashSet<>();
    private final Map<String, Long> seen = new HashMap<>();
    private final Map<String, Long> types = new HashMap<>();
    private boolean hasSettings;

    void see(RecordedEvent event, String name) {
        seen.merge(name, 1L, Long::sum);
        if (!name.equals(SETTING)) {
            return;
        }
        hasSettings = true;
        long type = event.getLong("id");
        if ("enabled".equals(event.getString("name"))) {
            enabled.merge(type, Boolean.parseBoolean(event.getString("value")), Boolean::logicalOr);
        } else if ("stackTrace".equals(event.getString("name")) && "false".equals(event.getString("value"))) {
            withoutStack.add(type);
        }
    }

    void types(List<EventType> all) {
        all.forEach(type -> types.put(type.getName(), type.getId()));
    }

    /** Returns a figure if the recording was to have the event, else why it is not known. */
    <T> Answer<T> ifRecorded(String event, Supplier<T> figure) {
        String missing = missing(event);
        return missing.isEmpty() ? Answer.of(figure.get()) : Answer.unknown(missing);
    }

    boolean has(String event) {
        return missing(event).isEmpty();
    }

    /** Returns whether stacks were switched off for an event. */
    boolean lacksStacks(String event) {
        Long type = types.get(event);
        return type != null && withoutStack.contains(type);
    }

    /** Returns why an event is not in the recording, empty if it was to be. */
    String missing(String event) {
        if (seen.containsKey(event)) {
            return "";
        }
        Long type = types.get(event);
        if (type == null) {
            return "event not in this recording: the JVM that made it has no " + event;
        }
        if (!hasSettings) {
            return "no " + event + " in this recording, which does not tell whether it was switched on";
        }
        return enabled.getOrDefault(type, false) ? "" : "event not in this recording: " + event + " was off";
    }
}
