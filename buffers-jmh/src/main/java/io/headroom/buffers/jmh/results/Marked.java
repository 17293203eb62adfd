package io.headroom.buffers.jmh.results;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document with parts that are made of results: each between {@code <!-- results:NAME -->} and {@code <!-- /results -->}, both on lines of
 * their own. Everything else is somebody's own words and stays.
 */
final class Marked {
    private static final Pattern PART = Pattern.compile("(?s)(<!-- results:([a-z]+) -->\\n)(.*?)(<!-- /results -->)");

    private Marked() {}

    /**
     * Returns the document with its parts made anew.
     *
     * @throws IllegalArgumentException if it names a part that there is not, or has a beginning without an end
     */
    static String renewed(String document, Map<String, String> blocks) {
        Matcher parts = PART.matcher(document);
        StringBuilder renewed = new StringBuilder();
        while (parts.find()) {
            String block = blocks.get(parts.group(2));
            if (block == null) {
                throw new IllegalArgumentException(
                        "results:" + parts.group(2) + ": expected one of " + blocks.keySet());
            }
            if (parts.group(3).contains("<!-- results:")) {
                throw new IllegalArgumentException("results:" + parts.group(2) + " has no end");
            }
            parts.appendReplacement(
                    renewed, Matcher.quoteReplacement(parts.group(1) + "\n" + block + "\n" + parts.group(4)));
        }
        parts.appendTail(renewed);
        if (renewed.toString().split("<!-- results:", -1).length
                != renewed.toString().split("<!-- /results", -1).length) {
            throw new IllegalArgumentException("beginnings and ends of parts do not match");
        }
        return renewed.toString();
    }
}
