package io.headroom.buffers.tools.doctor.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of the JDK.
 *
 * @param text as the JVM writes it, such as {@code 17.0.15+6} or {@code 1.8.0_40-b25}
 * @param feature the first number: 8, 11, 17
 * @param update the update of a JDK 8, 0 for others
 */
public record Version(String text, int feature, int update) {
    private static final Pattern OLD = Pattern.compile("1\\.(\\d{1,3})\\.\\d+(?:_(\\d{1,6}))?.*");
    private static final Pattern NEW = Pattern.compile("(\\d{1,3})(?:[.+\\-].*)?");

    /** Returns the version that a text tells. */
    public static Optional<Version> parse(String text) {
        Matcher old = OLD.matcher(text);
        if (old.matches()) {
            String update = old.group(2);
            return Optional.of(
                    new Version(text, Integer.parseInt(old.group(1)), update == null ? 0 : Integer.parseInt(update)));
        }
        Matcher current = NEW.matcher(text);
        return current.matches()
                ? Optional.of(new Version(text, Integer.parseInt(current.group(1)), 0))
                : Optional.empty();
    }
}
