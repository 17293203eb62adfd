/** {@code headroom tap}: stands between a client and a server, passes every byte on, and counts the frames. Command, view, relay, traffic. */
@NullMarked
package io.headroom.buffers.tools.tap;

import org.jspecify.annotations.NullMarked;
