package io.headroom.buffers.tools.decode;

import io.headroom.buffers.framing.FrameException;
import java.io.PrintWriter;
import java.util.HexFormat;

/** A line for each frame, for people. */
final class TextReport implements Report {
    private static final int IN_LINE = 16;

    private final PrintWriter out;

    TextReport(PrintWriter out) {
        this.out = out;
        out.println("   frame          offset        length  sha-256");
    }

    @Override
    public void frame(long number, long offset, long length, byte[] sha256) {
        out.printf(
                "%8d  %14d  %12d  %s%n", number, offset, length, HexFormat.of().formatHex(sha256));
    }

    @Override
    public void fault(FrameException fault, long offset, Window.Excerpt around) {
        out.printf("%nAt offset %d: %s%n", offset, fault.getMessage());
        byte[] bytes = around.bytes().toByteArray();
        for (int at = 0; at < bytes.length; at += IN_LINE) {
            int end = Math.min(bytes.length, at + IN_LINE);
            StringBuilder text = new StringBuilder();
            for (int i = at; i < end; i++) {
                text.append(bytes[i] >= ' ' && bytes[i] <= '~' ? (char) bytes[i] : '.');
            }
            String hex = HexFormat.ofDelimiter(" ").formatHex(bytes, at, end);
            out.printf("  %12d  %-47s  %s%n", around.offset() + at, hex, text);
        }
    }

    @Override
    public void end(long frames, long bytes) {
        out.printf("%nAll whole: %d frames, %d bytes%n", frames, bytes);
    }
}
