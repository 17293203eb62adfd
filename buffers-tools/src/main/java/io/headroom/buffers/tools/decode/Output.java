package io.headroom.buffers.tools.decode;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;

/** Where a command prints, many lines at a time. */
final class Output {
    /** So many characters are gathered at most. */
    private static final int GATHERED = 1 << 16;

    private final PrintWriter out;
    private final StringBuilder lines = new StringBuilder();

    Output(PrintWriter out) {
        this.out = out;
    }

    /** Prints a line. */
    void line(String text) {
        lines.append(text).append(System.lineSeparator());
        if (lines.length() >= GATHERED) {
            print();
        }
    }

    /** Prints a line in a form that is the same in every country. */
    void format(String format, Object... values) {
        line(String.format(Locale.ROOT, format, values));
    }

    /**
     * Prints what is gathered.
     *
     * @throws IOException if nobody takes it any more
     */
    void flush() throws IOException {
        print();
        // the standard output keeps its failures to itself
        if (out.checkError() || System.out.checkError()) {
            throw new IOException("nobody takes the output any more");
        }
    }

    private void print() {
        out.print(lines);
        lines.setLength(0);
    }
}
