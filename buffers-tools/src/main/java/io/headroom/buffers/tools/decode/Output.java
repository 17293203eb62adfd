package io.headroom.buffers.tools.decode;

import java.io.IOException;
import java.io.PrintWriter;

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
