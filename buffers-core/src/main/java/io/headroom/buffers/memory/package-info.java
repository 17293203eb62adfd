/**
 * Where frames lie: {@link io.headroom.buffers.memory.SlabPool} leases {@link io.headroom.buffers.memory.Slab}s of one size, fractions of them
 * and runs of adjacent ones, direct or on the heap, within a {@link io.headroom.buffers.memory.MemoryBudget} that several pools may share.
 *
 * <p>Nothing here knows what a frame is.
 */
@NullMarked
package io.headroom.buffers.memory;

import org.jspecify.annotations.NullMarked;
