/**
 * Where frames lie: {@link io.headroom.buffers.memory.SlabPool} leases {@link io.headroom.buffers.memory.Slab}s of one size, and fractions of
 * them, direct or on the heap, within a limit.
 *
 * <p>Nothing here knows what a frame is.
 */
@NullMarked
package io.headroom.buffers.memory;

import org.jspecify.annotations.NullMarked;
