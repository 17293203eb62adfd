/**
 * Memory held by the strategies while nothing moves, each in a JVM of its own.
 */
@NullMarked
package io.headroom.buffers.jmh.held;

import org.jspecify.annotations.NullMarked;
