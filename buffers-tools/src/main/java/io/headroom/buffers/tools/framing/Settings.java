package io.headroom.buffers.tools.framing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What stands behind the colon: {@code key=value,flag,…}. Each key once, and none that nobody asks for. */
final class Settings {
    /** A setting of more digits is a slip of the finger. */
    private static final int MOST_DIGITS = 10;

    private final String name;
    private final String side;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> known = new TreeSet<>();

    Settings(String name, String side, String text) throws FramingException {
        this.name = name;
        this.side = side;
        if (text.isEmpty()) {
            return;
        }
        for (String setting : text.split(",", -1)) {
            int equals = setting.indexOf('=');
            String key = equals < 0 ? setting : setting.substring(0, equals);
            String value = equals < 0 ? "" : setting.substring(equals + 1);
            if (key.isEmpty()) {
                throw new FramingException(name + ": \"" + setting + "\" has no key: expected key=value or a flag");
            }
            if (values.put(key, value) != null) {
                throw new FramingException(name + ": " + key + " is set twice");
            }
        }
    }

    /** Returns a number, or {@code unless} if it is not set. */
    int number(String key, int least, int most, int unless) throws FramingException {
        String value = value(key);
        if (value == null) {
            return unless;
        }
        if (value.matches("-?\\d{1," + MOST_DIGITS + "}")) {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return (int) number;
            }
        }
        throw expected(key, value, "a number from " + least + " to " + most);
    }

    /** Returns one of these words, the first if it is not set. */
    String choice(String key, List<String> words) throws FramingException {
        String value = value(key);
        if (value == null) {
            return words.get(0);
        }
        if (!words.contains(value)) {
            throw expected(key, value, "one of " + String.join(", ", words));
        }
        return value;
    }

    /** Returns whether what the server sends is meant, where the two sides differ. */
    boolean isServer() throws FramingException {
        String set = choice("side", List.of(side, side.equals("server") ? "client" : "server"));
        return set.equals("server");
    }

    /** Returns whether a flag is set. */
    boolean flag(String key) throws FramingException {
        String value = value(key);
        if (value != null && !value.isEmpty()) {
            throw expected(key, value, "the flag alone");
        }
        return value != null;
    }

    /** Returns bytes written in hexadecimal digits, none if they are not set. */
    int[] bytes(String key) throws FramingException {
        String value = value(key);
        if (value == null) {
            return new int[0];
        }
        if (!value.matches("([0-9a-fA-F]{2})+")) {
            throw expected(key, value, "bytes in hexadecimal, such as f9beb4d9");
        }
        int[] bytes = new int[value.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Integer.parseInt(value.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    private @Nullable String value(String key) {
        known.add(key);
        return values.get(key);
    }

    private FramingException expected(String key, String value, String expectation) {
        return new FramingException(name + ": " + key + "=" + value + ": expected " + expectation);
    }

    /** Refuses keys that nobody has asked for. */
    void checkAllKnown() throws FramingException {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                throw new FramingException(name + " has no setting " + key
                        + (known.isEmpty() ? ": it has none at all" : ": expected " + String.join(", ", known)));
            }
        }
    }
}
