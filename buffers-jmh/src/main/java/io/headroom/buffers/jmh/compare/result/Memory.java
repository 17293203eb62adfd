package io.headroom.buffers.jmh.compare.result;

import org.jspecify.annotations.Nullable;

/**
 * What a receiver holds while nothing moves.
 *
 * @param heldBytes capacity of the buffers that its connections hold, by its own account
 * @param heapBytes heap in use after a full collection
 * @param directBytes direct memory: the larger of the JVM's buffer pool and what the receiver's allocator accounts for, which may be in it
 * @param residentBytes resident memory of the process, or null where the system does not say
 */
public record Memory(
        long heldBytes,
        long heapBytes,
        long directBytes,
        @Nullable Long residentBytes) {}
