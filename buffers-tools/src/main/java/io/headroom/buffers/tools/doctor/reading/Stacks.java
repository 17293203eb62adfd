package io.headroom.buffers.tools.doctor.reading;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** Finds the line of code that a stack blames: the first one that is not in the JDK. */
final class Stacks {
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final int DEEPEST = 64;

    /** Callers that are shown behind the line that is blamed. */
    private static final int CALLERS = 4;

    private static final String HIDDEN = "$$Lambda";
    private static final String NO_STACK = "(no stack recorded)";

    private final Map<Place, Place> places = new HashMap<>();

    /** Where objects of one class are allocated: sites are told apart by the line, the stack is that of the first one seen. */
    static final class Place {
        private final String line;
        private final String objectClass;
        private final List<String> stack;

        Place(String line, String objectClass, List<String> stack) {
            this.line = line;
            this.objectClass = objectClass;
            this.stack = stack;
        }

        String line() {
            return line;
        }

        String objectClass() {
            return objectClass;
        }

        List<String> stack() {
            return stack;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place place && line.equals(place.line) && objectClass.equals(place.objectClass);
        }

        @Override
        public int hashCode() {
            return 31 * line.hashCode() + objectClass.hashCode();
        }
    }

    Place place(@Nullable RecordedStackTrace stack, String objectClass) {
        List<String> lines = new ArrayList<>();
        String blamed = null;
        int callers = 0;
        if (stack != null) {
            for (RecordedFrame frame : stack.getFrames()) {
                if (!frame.isJavaFrame() || frame.getMethod() == null) {
                    continue;
                }
                String line = line(frame);
                if (line.contains(HIDDEN)) {
                    continue;
                }
                if (blamed == null && JDK.stream().noneMatch(line::startsWith)) {
                    blamed = line;
                }
                lines.add(line);
                callers += blamed == null ? 0 : 1;
                if (callers > CALLERS || lines.size() >= DEEPEST) {
                    break;
                }
            }
        }
        if (blamed == null) {
            blamed = lines.isEmpty() ? NO_STACK : lines.get(0);
        }
        Place place = new Place(blamed, objectClass, lines);
        return places.computeIfAbsent(place, first -> first);
    }

    private static String line(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        String type = method.getType().getName();
        String simple = type.substring(type.lastIndexOf('.') + 1);
        int dollar = simple.indexOf('$');
        String file = dollar > 0 ? simple.substring(0, dollar) : simple;
        int number = frame.getLineNumber();
        return type + "." + method.getName() + "(" + file + ".java" + (number > 0 ? ":" + number : "") + ")";
    }

    /** Returns the name of a class as one writes it: {@code byte[]} for {@code [B}. */
    static String readable(String name) {
        int depth = 0;
        while (depth < name.length() && name.charAt(depth) == '[') {
            depth++;
        }
        if (depth == 0) {
            return name;
        }
        String element = name.substring(depth);
        String type = switch (element) {
            case "B" -> "byte";
            case "C" -> "char";
            case "D" -> "double";
            case "F" -> "float";
            case "I" -> "int";
            case "J" -> "long";
            case "S" -> "short";
            case "Z" -> "boolean";
            default ->
                element.startsWith("L") && element.endsWith(";")
                        ? element.substring(1, element.length() - 1).replace('/', '.')
                        : element;
        };
        return type + "[]".repeat(depth);
    }
}
