package io.headroom.buffers.framing;

import java.util.Arrays;
import java.util.HexFormat;

/** What a framing says about the first bytes of a frame, as a text: "more 3", "frame 17", "discard 2", or the kind of the error. */
final class Answer {
    private Answer() {}

    static String of(Framing framing, byte... head) {
        try {
            long answer = framing.measure(Bytes.of(head));
            if (Framing.moreOf(answer) > 0) {
                return "more " + Framing.moreOf(answer);
            }
            return Framing.discardOf(answer) > 0 ? "discard " + Framing.discardOf(answer) : "frame " + answer;
        } catch (FrameException e) {
            return e.kind().name();
        }
    }

    static String of(Framing framing, String hex) {
        return of(framing, bytes(hex));
    }

    /** Returns the error that these bytes are refused with. */
    static FrameException refusal(Framing framing, String hex) {
        try {
            throw new AssertionError(hex + " was measured: " + framing.measure(Bytes.of(bytes(hex))));
        } catch (FrameException e) {
            return e;
        }
    }

    static boolean isMore(String answer) {
        return answer.startsWith("more ");
    }

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    /**
     * Returns what is wrong with the answers to the beginnings of these bytes, empty if nothing: more is asked for until there is one answer,
     * which then stays, and never more than {@code maxHeader()}.
     */
    static String faultOverAllCuts(Framing framing, byte[] bytes) {
        String settled = "";
        for (int length = 1; length <= Math.min(bytes.length, framing.maxHeader()); length++) {
            String answer = of(framing, Arrays.copyOf(bytes, length));
            boolean tooMuch = isMore(answer) && length + Integer.parseInt(answer.substring(5)) > framing.maxHeader();
            if (tooMuch || (!settled.isEmpty() && !answer.equals(settled))) {
                return "after " + length + " bytes " + answer + ", before " + settled;
            }
            settled = isMore(answer) ? "" : answer;
        }
        return settled.isEmpty() && bytes.length >= framing.maxHeader() ? "more after the whole header" : "";
    }
}
