package io.headroom.buffers.jmh.compare.result;

import org.jspecify.annotations.Nullable;

/**
 * What an attack took from the receiver, as far as its process lived to tell.
 *
 * @param seconds how long it was attacked
 * @param peakHeldBytes the most that the buffers of all connections held, sampled
 * @param finalHeldBytes what they held when it was looked at last
 * @param processCpuNanos processor time of the whole process
 * @param ioCpuNanos processor time of its I/O thread, until it was looked at last
 * @param failedAfterSeconds when the I/O thread failed for the first time; null if it did not
 * @param failure how it failed; null if it did not
 */
public record Strain(
        double seconds,
        long peakHeldBytes,
        long finalHeldBytes,
        long processCpuNanos,
        long ioCpuNanos,
        @Nullable Double failedAfterSeconds,
        @Nullable String failure) {}
