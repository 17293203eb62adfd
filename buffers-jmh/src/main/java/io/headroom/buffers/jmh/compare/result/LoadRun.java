package io.headroom.buffers.jmh.compare.result;

import java.util.Locale;

/**
 * One strategy in one round under both loads: one receiver process.
 *
 * @param round counted from 1
 * @param strategy the strategy's name
 * @param regionBytes size of a heap region, by the recording
 * @param paced under the paced load
 * @param closedLoop under the closed loop
 * @param idle with all peers connected and silent, after both loads
 * @param nineBytes with all peers nine bytes into a large message
 */
public record LoadRun(
        int round, String strategy, long regionBytes, Load paced, Load closedLoop, Memory idle, Memory nineBytes)
        implements Run {
    @Override
    public String summary() {
        return String.format(
                Locale.ROOT,
                "paced %.1f MB/s with %d collections, closed loop %.1f MB/s with %d",
                paced.traffic().megabytesPerSecond(),
                paced.garbage().collections(),
                closedLoop.traffic().megabytesPerSecond(),
                closedLoop.garbage().collections());
    }
}
