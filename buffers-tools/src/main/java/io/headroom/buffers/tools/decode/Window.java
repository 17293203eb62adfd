package io.headroom.buffers.tools.decode;

import io.headroom.buffers.framing.Bytes;

/** The last bytes of a stream, as many as a report may want to show. */
final class Window {
    /** What is shown: so many bytes before a fault, and so many from it on. */
    static final int BEFORE = 16;

    static final int AFTER = 48;

    private final byte[] last;
    private long seen;

    /** Bytes of a stream from {@code offset} on. */
    record Excerpt(long offset, Bytes bytes) {}

    /** Makes one that can show what lies {@code behind} bytes before the end of the stream so far. */
    Window(int behind) {
        last = new byte[behind + BEFORE + AFTER];
    }

    void add(byte[] bytes, int count) {
        int from = Math.max(0, count - last.length);
        int at = (int) ((seen + from) % last.length);
        int toTheEnd = Math.min(count - from, last.length - at);
        System.arraycopy(bytes, from, last, at, toTheEnd);
        System.arraycopy(bytes, from + toTheEnd, last, 0, count - from - toTheEnd);
        seen += count;
    }

    /** Returns how many bytes there were. */
    long seen() {
        return seen;
    }

    /** Returns what is known of the bytes around {@code offset}. */
    Excerpt around(long offset) {
        long from = Math.max(Math.max(0, offset - BEFORE), seen - last.length);
        long to = Math.min(seen, offset + AFTER);
        byte[] bytes = new byte[(int) Math.max(0, to - from)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = last[(int) ((from + i) % last.length)];
        }
        return new Excerpt(from, Bytes.of(bytes));
    }
}
