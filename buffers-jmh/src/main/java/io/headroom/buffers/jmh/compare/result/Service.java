package io.headroom.buffers.jmh.compare.result;

/**
 * How the honest peers were served: each sends one message at a time, paced, and waits for its acknowledgement.
 *
 * @param seconds how long they were watched
 * @param messages that were acknowledged
 * @param bytes their frames' bytes
 * @param worstWaitSeconds the longest that a message waited for its acknowledgement; to the end of this time if it still did
 * @param stalledSeconds in which messages waited and none was acknowledged, pauses of a quarter of a second or more added up
 * @param waiting peers whose message had waited for a second or more at the end
 * @param lost peers whose connection the receiver had closed
 */
public record Service(
        double seconds,
        long messages,
        long bytes,
        double worstWaitSeconds,
        double stalledSeconds,
        int waiting,
        int lost) {
    /** Returns millions of bytes per second. */
    public double megabytesPerSecond() {
        return bytes / 1e6 / seconds;
    }
}
