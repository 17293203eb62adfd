/** The node's wire form, and the messages that a comparison sends in it. */
@NullMarked
package io.headroom.buffers.jmh.compare.wire;

import org.jspecify.annotations.NullMarked;
