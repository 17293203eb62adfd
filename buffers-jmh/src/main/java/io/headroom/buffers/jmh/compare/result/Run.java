package io.headroom.buffers.jmh.compare.result;

/**
 * One strategy in one round: one receiver process.
 *
 * @param round counted from 1
 * @param strategy the strategy's name
 * @param regionBytes size of a heap region, by the recording
 * @param paced under the paced load
 * @param closedLoop under the closed loop
 * @param idle with all peers connected and silent, after both loads
 * @param nineBytes with all peers nine bytes into a large message
 */
public record Run(
        int round, String strategy, long regionBytes, Load paced, Load closedLoop, Memory idle, Memory nineBytes) {}
