package io.headroom.buffers.tools.decode;

import io.headroom.buffers.framing.FrameException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/** A line for each frame, for people. */
final class TextReport implements Report {
    private static final int IN_LINE = 16;

    private final Output out;

    TextReport(Output out) {
        this.out = out;
        out.line("   frame          offset        length  sha-256");
    }

    @Override
    public void frame(long number, long offset, long length, byte[] sha256) {
        out.line(String.format(
                Locale.ROOT,
                "%8d  %14d  %12d  %s",
                number,
                offset,
                length,
                HexFormat.of().formatHex(sha256)));
    }

    @Override
    public void fault(FrameException fault, long offset, Window.Excerpt around) {
        out.line(String.format(Locale.ROOT, "%nAt offset %d: %s", offset, String.valueOf(fault.getMessage())));
        byte[] bytes = around.bytes().toByteArray();
        int faultAt = (int) Math.max(-1, offset - around.offset());
        for (int at = 0; at < bytes.length; ) {
            int end = Math.min(at < faultAt ? faultAt : bytes.length, at + IN_LINE); // the fault begins a line
            line(at == faultAt ? '>' : ' ', around.offset() + at, Arrays.copyOfRange(bytes, at, end));
            at = end;
        }
        if (fault.kind() == FrameException.Kind.FRAME_TOO_LARGE) {
            out.line("Here, --max-frame is what sets that limit.");
        }
    }

    private void line(char mark, long offset, byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            text.append(b >= ' ' && b <= '~' ? (char) b : '.');
        }
        out.line(String.format(
                Locale.ROOT,
                "%c %12d  %-47s  %s",
                mark,
                offset,
                HexFormat.ofDelimiter(" ").formatHex(bytes),
                text));
    }

    @Override
    public void end(long frames, long bytes) {
        out.line(String.format(Locale.ROOT, "%nAll whole: %d frames, %d bytes", frames, bytes));
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
