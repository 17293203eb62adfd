package io.headroom.buffers.tools.doctor.reading;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as a log writes them: {@code 3640M}. */
final class Sizes {
    private Sizes() {}

    /** Returns the size that a pattern finds in its first two groups, 0 if it does not match. */
    static long match(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.matches() ? bytes(matcher.group(1), matcher.group(2)) : 0;
    }

    /** Returns a number and its unit in bytes. */
    static long bytes(String number, String unit) {
        int shift = switch (unit) {
            case "G" -> 30;
            case "M" -> 20;
            case "K" -> 10;
            default -> 0;
        };
        return number.length() > 9 ? Long.MAX_VALUE : Long.parseLong(number) << shift;
    }
}
