package io.headroom.buffers.tools.doctor.reading;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of a unified log: {@code [2.997s][info ][gc,heap     ] GC(0) Humongous regions: 816->512}. Which decorations there are is up to who
 * started the JVM: none are needed.
 *
 * @param seconds uptime, or seconds of the day's date where the line has no uptime; NaN where it has neither
 * @param collection number of the collection, -1 if the line is about none
 * @param message what is behind decorations and number
 * @param isDecorated whether there were decorations
 */
record LogLine(double seconds, int collection, String message, boolean isDecorated) {
    private static final Pattern DECORATION = Pattern.compile("\\[([^\\]\\[]{1,80})\\]");
    private static final Pattern UPTIME = Pattern.compile("(\\d{1,12})([.,]\\d{1,9})?(s|ms|ns)");
    private static final Pattern COLLECTION = Pattern.compile("GC\\((\\d{1,9})\\) ?(.*)");
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ");

    /** Returns the line, or null if it is not in the form of the log. */
    static @Nullable LogLine parse(String line) {
        double uptime = Double.NaN;
        double date = Double.NaN;
        Matcher decoration = DECORATION.matcher(line);
        int end = 0;
        while (decoration.find(end) && decoration.start() == end) {
            String text = decoration.group(1).strip();
            Matcher time = UPTIME.matcher(text);
            if (time.matches()) {
                uptime = Double.isNaN(uptime) ? seconds(time) : uptime;
            } else if (text.length() == 28 && text.charAt(10) == 'T') {
                date = date(text);
            }
            end = decoration.end();
        }
        String rest = line.substring(end).stripLeading();
        Matcher collection = COLLECTION.matcher(rest);
        boolean isCollection = collection.matches();
        if (end == 0 && !isCollection) {
            return null;
        }
        return new LogLine(
                Double.isNaN(uptime) ? date : uptime,
                isCollection ? Integer.parseInt(collection.group(1)) : -1,
                (isCollection ? collection.group(2) : rest).strip(),
                end > 0);
    }

    private static double seconds(Matcher time) {
        String fraction = time.group(2);
        double value = Double.parseDouble(time.group(1) + (fraction == null ? "" : fraction.replace(',', '.')));
        return switch (time.group(3)) {
            case "ms" -> value / 1e3;
            case "ns" -> value / 1e9;
            default -> value;
        };
    }

    private static double date(String text) {
        try {
            return RecordingReader.seconds(OffsetDateTime.parse(text, DATE).toInstant());
        } catch (DateTimeParseException e) {
            return Double.NaN;
        }
    }
}
