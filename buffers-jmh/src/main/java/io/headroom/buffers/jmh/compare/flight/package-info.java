/** Flight recordings: what is recorded in a receiver, and what is read back from it. */
@NullMarked
package io.headroom.buffers.jmh.compare.flight;

import org.jspecify.annotations.NullMarked;
