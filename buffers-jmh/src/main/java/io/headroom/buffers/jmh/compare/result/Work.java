package io.headroom.buffers.jmh.compare.result;

import org.jspecify.annotations.Nullable;

/**
 * What a receiver spent on its traffic.
 *
 * @param cpuNanos processor time of its whole process: I/O thread, collector and compiler
 * @param heapAllocatedBytes what its I/O thread allocated on the heap
 * @param directGrowthBytes by how much its direct memory grew
 * @param copiedBytes bytes copied between socket and application, or null if they cannot be counted
 * @param peakDirectBytes the most direct memory that it had, sampled
 */
public record Work(
        long cpuNanos,
        long heapAllocatedBytes,
        long directGrowthBytes,
        @Nullable Long copiedBytes,
        long peakDirectBytes) {}
