/**
 * Benchmarks of ways to read messages from a stream.
 */
@NullMarked
package io.headroom.buffers.jmh;

import org.jspecify.annotations.NullMarked;
