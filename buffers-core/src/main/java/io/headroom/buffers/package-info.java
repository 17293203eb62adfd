/**
 * Read buffers for message streams, which take memory as bytes arrive and hold none while a connection is idle.
 */
@NullMarked
package io.headroom.buffers;

import org.jspecify.annotations.NullMarked;
