package io.headroom.buffers.tools.doctor.report.page;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes markup that is HTML and well-formed XML: whatever is opened is closed, and all text is escaped. */
final class Markup {
    private static final String REPLACEMENT = "\uFFFD";

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> opened = new ArrayDeque<>();

    /** Writes a line as it is: a document type or a style sheet, nothing that comes from elsewhere. */
    Markup line(String markup) {
        out.append(markup).append('\n');
        return this;
    }

    /** Opens an element that others go into; attributes are names and values in turn. */
    Markup open(String tag, String... attributes) {
        indent();
        begin(tag, attributes);
        out.append(">\n");
        opened.push(tag);
        return this;
    }

    /** Closes the element that was opened last. */
    Markup close() {
        String tag = opened.pop();
        indent();
        out.append("</").append(tag).append(">\n");
        return this;
    }

    /** Writes an element with text in it. */
    Markup element(String tag, String text, String... attributes) {
        indent();
        begin(tag, attributes);
        out.append('>');
        escape(text);
        out.append("</").append(tag).append(">\n");
        return this;
    }

    /** Writes an element with nothing in it; HTML has only some that may be written so. */
    Markup empty(String tag, String... attributes) {
        indent();
        begin(tag, attributes);
        out.append(" />\n");
        return this;
    }

    /** Writes text into the element that is open. */
    Markup text(String text) {
        indent();
        escape(text);
        out.append('\n');
        return this;
    }

    /**
     * Returns all that was written.
     *
     * @throws IllegalStateException if an element is still open
     */
    String text() {
        if (!opened.isEmpty()) {
            throw new IllegalStateException("still open: " + opened);
        }
        return out.toString();
    }

    private void indent() {
        out.append(" ".repeat(opened.size()));
    }

    private void begin(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
    }

    private void escape(String text) {
        text.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> {
                    if (isAllowed(character)) {
                        out.appendCodePoint(character);
                    } else {
                        out.append(REPLACEMENT);
                    }
                }
            }
        });
    }

    /** Returns whether XML 1.0 allows a character at all, even escaped. */
    private static boolean isAllowed(int character) {
        if (character < 0x20) {
            return character == '\t' || character == '\n';
        }
        boolean isSurrogate = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
        return !isSurrogate && character != 0xFFFE && character != 0xFFFF;
    }
}
