/** The senders: all peers of a node in one process. */
@NullMarked
package io.headroom.buffers.jmh.compare.send;

import org.jspecify.annotations.NullMarked;
