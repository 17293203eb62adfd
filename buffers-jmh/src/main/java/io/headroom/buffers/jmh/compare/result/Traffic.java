package io.headroom.buffers.jmh.compare.result;

/**
 * What a receiver took while it was measured.
 *
 * @param seconds how long it was measured
 * @param messages whole messages
 * @param bytes their frames' bytes
 * @param mismatches messages whose checksum was wrong; looked for under the paced load only
 */
public record Traffic(double seconds, long messages, long bytes, long mismatches) {
    /** Returns millions of bytes per second. */
    public double megabytesPerSecond() {
        return bytes / 1e6 / seconds;
    }
}
