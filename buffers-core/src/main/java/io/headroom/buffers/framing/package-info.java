/**
 * Where one frame ends and the next begins in a stream of bytes; nothing here owns memory.
 */
@NullMarked
package io.headroom.buffers.framing;

import org.jspecify.annotations.NullMarked;
