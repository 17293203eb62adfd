package io.headroom.buffers.jmh.compare.result;

import org.jspecify.annotations.Nullable;

/**
 * What became of the attackers, seen from their side.
 *
 * @param count how many there were
 * @param connections how many connections they made; those who are refused may come back
 * @param disconnected how many of them the receiver closed
 * @param connectedAtEnd how many were connected at the end
 * @param medianSeconds how long the connections lasted that the receiver closed; null if it closed none
 * @param longestSeconds how long the longest of them lasted; null if it closed none
 */
public record Attackers(
        int count,
        long connections,
        long disconnected,
        int connectedAtEnd,
        @Nullable Double medianSeconds,
        @Nullable Double longestSeconds) {}
