/**
 * How long is the frame that begins here: {@link io.headroom.buffers.framing.Framing} answers it from a bounds-checked view of its first
 * bytes.
 *
 * <p>Everything here is pure: no memory is held, nothing is read from a channel, and every framing of this package is immutable and can be
 * shared by all connections.
 */
@NullMarked
package io.headroom.buffers.framing;

import org.jspecify.annotations.NullMarked;
