/**
 * The streams that the benchmarks read, and the channel that hands them out. Knows nothing of those who read.
 */
@NullMarked
package io.headroom.buffers.jmh.stream;

import org.jspecify.annotations.NullMarked;
