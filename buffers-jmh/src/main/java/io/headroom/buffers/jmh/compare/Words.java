package io.headroom.buffers.jmh.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The words of a command, as they were typed. */
final class Words {
    static final String JSON = "--json";
    static final String HTML = "--html";
    static final String FROM = "--from";

    private static final String PROGRAM = "java -cp benchmarks.jar " + Compare.class.getName();
    private static final Set<String> FILES = Set.of(JSON, HTML, FROM);

    private Words() {}

    /** Returns the command, without where its results go: that changes nothing about them. */
    static String of(ParseResult parsed) {
        List<String> words = new ArrayList<>(List.of(PROGRAM));
        words.addAll(beyondFiles(parsed));
        return String.join(" ", words);
    }

    /** Returns the options that decide what runs, with their values. */
    static List<String> beyondFiles(ParseResult parsed) {
        List<String> words = new ArrayList<>();
        for (OptionSpec option : parsed.matchedOptions()) {
            if (FILES.contains(option.longestName())) {
                continue;
            }
            words.add(option.longestName());
            if (option.arity().max() > 0) {
                option.originalStringValues().forEach(value -> words.add(quoted(value)));
            }
        }
        return words;
    }

    private static String quoted(String value) {
        return value.matches("[\\w.,:/=+-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
